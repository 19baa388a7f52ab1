import { STATUS_CODES } from 'node:http';
import { DomainError } from '../../domain/errors';
import { PlainStatus } from '../http/connections/plain-status';
import type { View } from './views';

export interface ShownFailure {
  readonly status: number;
  readonly message: string;
  readonly retry_after_s?: number | undefined;
}

/**
 * Shown when the version in the form is outdated; also after a form is submitted twice, because the first submission
 * changed the resource.
 */
export const STALE =
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
  if (error instanceof PlainStatus) return { status: error.status, message: PLAIN[error.status] ?? '' };
  if (error instanceof DomainError) {
    const { status, options, code } = error;
    const message =
      code === 'precondition_failed' ? STALE : code === 'not_found' ? notFound(error) : error.message;
    return { status, message, retry_after_s: options.retry_after_s };
  }
  return { status: 500, message: 'Unexpected error. Try again later.' };
}

/** A viewer has sent a form. */
export function viewerRefused(): DomainError {
  const message =
    'You have signed in as a viewer, who may look at everything and change nothing. Ask an operator for the change.';
  return new DomainError('insufficient_permissions', message);
}

/** @param back - the address of the page that the request came from */
export function failurePage({ status, message }: ShownFailure, back: string | undefined): View {
  const title = TITLES[status] ?? STATUS_CODES[status] ?? 'Error';
  return { view: 'error', title, status, model: { status, message, back } };
}

/** `No such document.` says more than the general text, `No such route.` does not. */
function notFound({ message }: DomainError): string {
  return message === 'No such route.' ? NO_SUCH_PAGE : `${message} It may have been deleted.`;
}
