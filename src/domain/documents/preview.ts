import { DomainError } from '../errors';
import { type DocumentInput, type DraftParts, draftParts, type DraftTime } from './draft';
import { assertInBracket, issueDateBracket } from './issue-date';
import { allowedActions, type DocumentAction } from './lifecycle';
import type { FoundReferences } from './references';

/** Something that a caller should know before the real thing. */
export interface Check {
  readonly code: string;
  readonly message: string;
  /** Where in the request it lies: a JSON pointer (RFC 6901). */
  readonly pointer: string | null;
  /** Of the e-invoicing network, such as `BR-CO-26`. */
  readonly rule: string | null;
  readonly blocks: 'creation' | 'sending' | 'nothing';
}

/** What a document would be; null stands for what is only known once it exists, or cannot be computed. */
export interface DocumentPreview {
  readonly document: Omit<DraftParts, 'id' | 'created_at' | 'updated_at'> & {
    readonly id: null;
    readonly number: null;
    readonly created_at: null;
    readonly updated_at: null;
    readonly allowed_actions: readonly DocumentAction[];
    readonly attachments: readonly never[];
  };
  readonly checks: readonly Check[];
}

/** An id for what never gets one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Goes through the very steps of a creation, and notes what they refuse instead of ending there. */
export function previewOf(input: DocumentInput, found: FoundReferences, time: DraftTime): DocumentPreview {
  const checks: Check[] = [];
  const parts = draftParts(input, found, NOBODY, time, (step) => noting(checks, step));
  const actions = allowedActions({
    type: input.type,
    status: 'draft',
    accounting_status: 'pending',
    peppol_status: null,
    issue_date: parts.issue_date!,
    books_closed_until: found.company.books_closed_until,
    is_last_in_sequence: true,
    links_count: 0,
  });
  return {
    document: {
      ...parts,
      id: null,
      number: null,
      created_at: null,
      updated_at: null,
      // One that would be made follows from the document's id.
      payment_reference: parts.payment_reference_made ? null : parts.payment_reference,
      allowed_actions: actions,
      attachments: [],
    },
    checks,
  };
}

/** The preview with what its sequence says of its date; nothing is locked, so it may have changed by the creation. */
export function withSequence(
  preview: DocumentPreview,
  issue_date: string,
  { previous, period }: { readonly previous: string | null; readonly period: string },
): DocumentPreview {
  const checks = [...preview.checks];
  noting(checks, () => assertInBracket(issue_date, issueDateBracket({ previous, next: null }, period)));
  return { ...preview, checks };
}

function noting<T>(checks: Check[], step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    checks.push({
      code: error.code,
      message: error.message,
      pointer: pointerOf(error),
      rule: null,
      blocks: 'creation',
    });
    return null;
  }
}

/** Where the members are that a code is about. */
const POINTERS: Readonly<Record<string, string>> = {
  self_billing_disabled: '/type',
  invalid_relation: '/relation_id',
  invalid_journal: '/journal_id',
  no_default_journal: '/journal_id',
  invalid_delivery_location: '/delivery_location_id',
  not_sendable: '/type',
  invalid_allowance_charge: '/allowance_charges',
  invalid_amount: '/lines',
  invalid_paid_amount: '/paid_amount',
  invalid_issue_date: '/issue_date',
};

/** The message of a `validation_error` begins with its path: `lines.0.vat_rate: reason`. */
function pointerOf({ code, message }: DomainError): string | null {
  const path = code === 'validation_error' ? /^([\w.]+): /.exec(message)?.[1] : undefined;
  if (path !== undefined) return `/${path.replaceAll('.', '/')}`;
  return POINTERS[code] ?? null;
}
