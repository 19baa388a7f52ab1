import { STATUS_CODES } from 'node:http';
import { DomainError } from '../../domain/errors';
import { PlainStatus } from '../http/connections/plain-status';
import type { Session } from './sessions/sessions';
import type { View } from './views';

export interface ShownFailure {
  readonly status: number;
  readonly title: string;
  readonly message: string;
  readonly retry_after_s?: number | undefined;
}

/**
 * Shown when the version in the form is outdated; also after a form is submitted twice, because the first submission
 * changed the resource.
 */
const STALE =
  'The data has changed since this form was opened, so the form had no effect. Open the page again.';

/** Shown in place of the message for callers of an interface. */
const NO_SUCH_PAGE = 'There is no page at this address. What it showed may have been deleted.';

const PLAIN: Readonly<Record<number, string>> = {
  403: 'The form does not belong to this session. Open the page again and submit the form there.',
  408: 'The form was not received in time.',
  413: 'The form is too large.',
  415: 'The request is not a form.',
};

/** Titles in words; other statuses have their names in HTTP. */
const TITLES: Readonly<Record<number, string>> = {
  400: 'Not understood',
  403: 'The form was not accepted',
  404: 'Page not found',
  409: 'Not possible',
  412: 'Outdated form',
  422: 'Not accepted',
  429: 'Too many requests',
  500: 'Unexpected error',
  503: 'Not available now',
};

export function shownFailure(error: unknown): ShownFailure {
  if (error instanceof PlainStatus) {
    const { status } = error;
    return { status, title: titleOf(status), message: PLAIN[status] ?? '' };
  }
  if (error instanceof DomainError) {
    const { status, options, error_name } = error;
    const message =
      error_name === 'precondition_failed'
        ? STALE
        : error_name === 'not_found'
          ? notFound(error)
          : error.message;
    const title = error_name === 'insufficient_permissions' ? 'Only for operators' : titleOf(status);
    return { status, title, message, retry_after_s: options.retry_after_s };
  }
  return { status: 500, title: titleOf(500), message: 'Unexpected error. Try again later.' };
}

/** @throws DomainError insufficient_permissions for a viewer */
export function assertOperator({ person }: Session): void {
  if (person?.role !== 'viewer') return;
  const message =
    'You have signed in as a viewer, who may look at everything and change nothing. Ask an operator for the change.';
  throw new DomainError('insufficient_permissions', message);
}

/** @param back - the address of the page that the request came from */
export function failurePage({ status, title, message }: ShownFailure, back: string | undefined): View {
  return { view: 'error', title, status, model: { status, message, back } };
}

const titleOf = (status: number) => TITLES[status] ?? STATUS_CODES[status] ?? 'Error';

/** `No such document.` says more than the general text, `No such route.` does not. */
function notFound({ message }: DomainError): string {
  return message === 'No such route.' ? NO_SUCH_PAGE : `${message} It may have been deleted.`;
}
