import { addressFaults, contentFaults, type SendFault } from './sendable';
import { DomainError, type ErrorName } from '../errors';
import type { Totals } from '../amounts/totals';
import type { Draft } from '../documents/document';
import { type DocumentInput, type DraftParts, draftParts, type DraftTime } from '../documents/draft';
import { assertIssueDate, type DateRange, type IssueDateLimits } from '../numbering/issue-date';
import { allowedActions, type DocumentAction } from '../documents/lifecycle';
import { creditedAmount } from '../documents/document-view';
import { setOff, withSetOff } from '../documents/derived/set-off';
import { openAmount } from '../documents/payments/payment-status';
import type { FoundReferences } from '../documents/references';
import { responseFault } from '../documents/responses/invoice-response';
import { decimal } from '../values/money';
import { externalIdInUse } from '../values/own-data';
import { NIL_UUID } from '../values/uuid';

/** A problem that creation or sending would report. Those that block creation come first. */
export interface Check {
  /**
   * The code of the error; `network_warning` for a warning of the network, `unprintable_characters` for characters that
   * the PDF shows as boxes, `credit_above_invoice` for a credit note above the total of its invoice.
   */
  readonly code: string;
  readonly message: string;
  /** JSON pointer (RFC 6901) to the field of the request. */
  readonly pointer: string | null;
  /** Rule of the e-invoicing network, such as `BR-CO-26`. */
  readonly rule: string | null;
  readonly blocks: 'creation' | 'sending' | 'nothing';
}

/** The document that a creation would store. A value that exists only afterwards, or cannot be computed, is null. */
export interface DocumentPreview {
  readonly document: Omit<DraftParts, 'id' | 'created_at' | 'updated_at'> & {
    readonly id: null;
    readonly number: null;
    readonly created_at: null;
    readonly updated_at: null;
    readonly open_amount: string | null;
    readonly credited_amount: string | null;
    readonly credit_notes: readonly never[];
    readonly converted_to: readonly never[];
    readonly allowed_actions: readonly DocumentAction[];
    readonly attachments: readonly never[];
  };
  readonly checks: readonly Check[];
}

/**
 * Rules whose faults are reported before they are checked: a missing electronic address by `addressFaults`, as in a
 * send, and a wrong period by the creation.
 */
const REPORTED_BEFORE: ReadonlySet<string | null> = new Set([
  'PEPPOL-EN16931-R010',
  'PEPPOL-EN16931-R020',
  'BR-29',
]);
/** Rules that require VAT numbers. The creation reports the line whose VAT category needs that of the relation. */
const VAT_NUMBER_RULES: ReadonlySet<string | null> = new Set([
  ...['BR-AE-02', 'BR-AE-03', 'BR-AE-04'],
  ...['BR-IC-02', 'BR-IC-03', 'BR-IC-04'],
]);

/**
 * Runs the checks of a creation and of a send, and collects their errors instead of throwing the first one.
 *
 * @param receiver_faults - faults of the lookup of the receiver in the network's directory
 */
export function previewOf(
  input: DocumentInput,
  found: FoundReferences,
  receiver_faults: readonly SendFault[],
  time: DraftTime,
): DocumentPreview {
  const checks: Check[] = [];
  const parts = draftParts(input, found, NIL_UUID, time, (step) => recorded(checks, step));
  const { type } = input;
  const { totals } = parts;
  const { settlement, payment_status } = settlementAgainst(found.preceding_document, parts);
  const open_amount = totals && openAmount({ type, currency: parts.currency!, totals, settlement });
  const actions = allowedActions({
    type,
    status: 'draft',
    accounting_status: 'pending',
    peppol_status: null,
    issue_date: parts.issue_date!,
    books_closed_until: found.company.books_closed_until,
    self_billing_enabled: found.company.self_billing_enabled,
    is_last_in_sequence: true,
    links_count: 0,
    open_amount,
    settlement,
    credited: null,
    response_fault: responseFault({ type, status: 'draft', responses: [], is_from_network: false }),
  });
  if (actions.includes('send') && isComputed(parts)) {
    const others = contentFaults(parts, []).filter(
      ({ rule, pointer }) =>
        !REPORTED_BEFORE.has(rule) && !(pointer === '/relation_id' && VAT_NUMBER_RULES.has(rule)),
    );
    // The order in which a send reports them.
    checks.push(...[...addressFaults(parts), ...receiver_faults, ...others].map(sendCheck));
  }
  if (totals && parts.preceding_document && found.preceding_document) {
    checks.push(...excessChecks(totals, found.preceding_document));
  }
  return {
    document: {
      ...parts,
      settlement,
      payment_status,
      id: null,
      number: null,
      created_at: null,
      updated_at: null,
      // A generated reference depends on the id.
      payment_reference: parts.payment_reference_made ? null : parts.payment_reference,
      open_amount,
      credited_amount: creditedAmount({ type, status: 'draft', currency: parts.currency!, credited: null }),
      credit_notes: [],
      converted_to: [],
      allowed_actions: actions,
      attachments: [],
    },
    checks,
  };
}

/**
 * The preview with the check of the issue date against the numbering sequence, which may change before the creation.
 */
export function withSequence(
  preview: DocumentPreview,
  limits: IssueDateLimits,
  bracket: DateRange,
): DocumentPreview {
  return withCheck(preview, () => assertIssueDate(preview.document.issue_date!, limits, bracket));
}

/**
 * The preview with the check of the `external_id`, which a creation makes last.
 *
 * @param holder - the id of the document that has it; undefined for none
 */
export function withHolder(preview: DocumentPreview, holder: string | undefined): DocumentPreview {
  if (holder === undefined) return preview;
  return withCheck(preview, () => {
    throw externalIdInUse(holder);
  });
}

/** The preview with another check of the creation, after those that it has. */
function withCheck(preview: DocumentPreview, step: () => void): DocumentPreview {
  const own: Check[] = [];
  recorded(own, step);
  const of_creation = preview.checks.filter(({ blocks }) => blocks === 'creation');
  return { ...preview, checks: [...of_creation, ...own, ...preview.checks.slice(of_creation.length)] };
}

/** What the credit note has settled when it is issued: as much as both it and its own invoice have open. */
function settlementAgainst(
  invoice: FoundReferences['preceding_document'],
  { type, currency, totals, settlement, payment_status, preceding_document }: DraftParts,
): Pick<DraftParts, 'settlement' | 'payment_status'> {
  const is_set_off = preceding_document !== null && invoice !== null && invoice.status !== 'received';
  if (!is_set_off || totals === null) return { settlement, payment_status };
  const note = { type: type!, currency: currency!, totals, settlement };
  return withSetOff(note, setOff(invoice, note));
}

/** The check of a credit note that, with the others of the invoice, is above the total of the invoice. */
function excessChecks(
  { tax_inclusive }: Totals,
  { totals, credited }: NonNullable<FoundReferences['preceding_document']>,
): Check[] {
  const total = decimal(credited?.amount ?? '0').plus(decimal(tax_inclusive));
  if (total.lte(decimal(totals.tax_inclusive))) return [];
  const message = 'The invoice would be credited with more than its total.';
  return [
    { code: 'credit_above_invoice', message, pointer: '/preceding_document', rule: null, blocks: 'nothing' },
  ];
}

/** Whether parties and amounts are known, so that the network rules can be checked. */
function isComputed(parts: DraftParts): parts is Draft {
  return parts.seller !== null && parts.totals !== null;
}

/** A fault of the send as a check of the preview. */
function sendCheck({ severity, message, rule, pointer }: SendFault): Check {
  return severity === 'fatal'
    ? { code: 'send_failed', message, pointer, rule, blocks: 'sending' }
    : { code: 'network_warning', message, pointer, rule, blocks: 'nothing' };
}

/** Runs a step; a DomainError becomes a check that blocks creation, and the result is null. */
function recorded<T>(checks: Check[], step: () => T): T | null {
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

/** The field of the request that an error code is about. */
const POINTERS: Readonly<Partial<Record<ErrorName, string>>> = {
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
  external_id_in_use: '/external_id',
};

/** The message of a `validation_error` begins with its path: `lines.0.vat_rate: reason`. */
function pointerOf({ error_name, message }: DomainError): string | null {
  const path = error_name === 'validation_error' ? /^([\w.]+): /.exec(message)?.[1] : undefined;
  if (path !== undefined) return `/${path.replaceAll('.', '/')}`;
  return POINTERS[error_name] ?? null;
}
