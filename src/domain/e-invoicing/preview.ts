import { addressFaults, contentFaults, type SendFault } from './sendable';
import { DomainError } from '../errors';
import type { Draft } from '../documents/document';
import { type DocumentInput, type DraftParts, draftParts, type DraftTime } from '../documents/draft';
import { assertIssueDate, type DateRange, type IssueDateLimits } from '../numbering/issue-date';
import { allowedActions, type DocumentAction } from '../documents/lifecycle';
import type { FoundReferences } from '../documents/references';

/** Something that a caller should know before the real thing: what blocks the creation first, then the rest. */
export interface Check {
  /**
   * Of the error that it would be; `network_warning` for a rule of the network that blocks nothing,
   * `unprintable_characters` for what the PDF shows a box for.
   */
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

/** There is an electronic address of the buyer, and of the seller. */
const ADDRESS_RULES: ReadonlySet<string | null> = new Set(['PEPPOL-EN16931-R010', 'PEPPOL-EN16931-R020']);

/** An id for what never gets one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Goes through the very steps of a creation, and notes what they refuse instead of ending there.
 *
 * @param receiver_faults - what the network's directory says of the receiver
 */
export function previewOf(
  input: DocumentInput,
  found: FoundReferences,
  receiver_faults: readonly SendFault[],
  time: DraftTime,
): DocumentPreview {
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
  if (actions.includes('send') && isComputed(parts)) {
    const missing = addressFaults(parts);
    const faults = contentFaults(parts, []);
    // The network has rules of its own for an address that is missing: it is said once, as a send says it.
    const others = faults.filter(({ rule }) => !ADDRESS_RULES.has(rule));
    // In the order in which a send goes through them.
    checks.push(...[...missing, ...receiver_faults, ...others].map(sendCheck));
  }
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
  limits: IssueDateLimits,
  bracket: DateRange,
): DocumentPreview {
  const own: Check[] = [];
  noting(own, () => assertIssueDate(preview.document.issue_date!, limits, bracket));
  const of_creation = preview.checks.filter(({ blocks }) => blocks === 'creation');
  return { ...preview, checks: [...of_creation, ...own, ...preview.checks.slice(of_creation.length)] };
}

/** Whether everything is there that goes over the network; what it refers to, and its number, may be missing. */
function isComputed(parts: DraftParts): parts is Draft {
  return parts.seller !== null && parts.totals !== null;
}

/** What a send would say of it, were the document created and nothing mended. */
function sendCheck({ severity, message, rule, pointer }: SendFault): Check {
  return severity === 'fatal'
    ? { code: 'send_failed', message, pointer, rule, blocks: 'sending' }
    : { code: 'network_warning', message, pointer, rule, blocks: 'nothing' };
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
