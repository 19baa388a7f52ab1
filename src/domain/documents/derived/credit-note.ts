import { assertTotals } from '../../amounts/totals';
import { today } from '../../values/calendar';
import { ownDataOf } from '../../values/own-data';
import { firstVersion } from '../../version';
import { periodOf } from '../../numbering/number-format';
import { type Document, type Draft, UNNUMBERED } from '../document';
import { DOCUMENT_TYPES } from '../document-type';
import type { DraftTime } from '../draft';
import { assertCreditable, assertSelfBilling } from '../lifecycle';
import { paymentStatusOf } from '../payments/payment-status';
import { type FoundReferences, precedingOf, usableJournal } from '../references';
import { companyParty, paymentAccount } from '../snapshots';
import { creditAmounts } from './credit-amounts';
import type { CreditedSums } from './credited';
import type { CreditedLine } from './credit-lines';

/** The request of a credit note for an invoice. */
export interface CreditInput {
  /** Left out: all that is left of all lines. */
  readonly lines?: readonly CreditedLine[] | null | undefined;
  readonly issue_date?: string | null | undefined;
  readonly journal_id?: string | null | undefined;
  readonly note?: string | null | undefined;
}

/**
 * A credit note for lines of an own invoice, before numbering. Prices, texts and parties are those of the invoice; the
 * company as the seller, and its account, are those of now. Nothing of the relation is looked up.
 *
 * @param input - whose lines `assertCreditedLines` accepts
 * @param invoice - locked, so that no other credit note comes in between
 * @param before - what the credit notes that were made from the invoice credit of it
 * @throws DomainError validation_error, self_billing_disabled, invalid_journal, no_default_journal, invalid_amount
 */
export function creditNoteDraft(
  invoice: Document,
  input: CreditInput,
  before: CreditedSums,
  { company, journal, bank_account }: Pick<FoundReferences, 'company' | 'journal' | 'bank_account'>,
  { id, now }: { readonly id: string } & Pick<DraftTime, 'now'>,
): Draft {
  assertCreditable(invoice);
  const credited_amount = invoice.credited?.amount ?? '0';
  // What is left of the invoice comes before the faults of a creation.
  const amounts = creditAmounts(invoice, input.lines ?? undefined, before, credited_amount);
  const type = DOCUMENT_TYPES[invoice.type].credited_by!;
  assertSelfBilling(type, company.self_billing_enabled);
  const usable = usableJournal(journal, type, input.journal_id != null);
  assertTotals(amounts.totals);
  const is_seller = DOCUMENT_TYPES[type].direction === 'sales';
  const issue_date = input.issue_date ?? today(now, company.timezone);
  const { relation_id, delivery_location_id, delivery, delivery_date, period_start, period_end } = invoice;
  const { branding_id, branding, currency, company_currency, language, buyer } = invoice;
  return {
    id,
    type,
    journal_id: usable.id,
    period: periodOf(usable.sequence_scope, issue_date),
    status: 'draft',
    accounting_status: 'pending',
    peppol_status: null,
    peppol_error: null,
    payment_status: paymentStatusOf({ totals: amounts.totals, settlement: null }),
    relation_id,
    delivery_location_id,
    branding_id,
    issue_date,
    due_date: null,
    delivery_date,
    period_start,
    period_end,
    currency,
    company_currency,
    language,
    buyer_reference: invoice.buyer_reference,
    order_reference: invoice.order_reference,
    note: input.note ?? null,
    payment_reference: null,
    payment_reference_made: false,
    preceding_document: precedingOf(invoice),
    converted_from: null,
    credited: null,
    settlement: null,
    seller: is_seller ? companyParty(company) : invoice.seller,
    buyer,
    delivery,
    branding,
    payment: is_seller ? paymentAccount(type, bank_account, { iban: null, bic: null }) : invoice.payment,
    payee: null,
    payment_terms: null,
    embed_pdf: company.embed_pdf,
    ...amounts,
    responses: [],
    duplicate_of: null,
    marked_sent: false,
    was_rejected: false,
    sent_at: null,
    transmitted_at: null,
    received_at: null,
    ...UNNUMBERED,
    ...ownDataOf({}),
    ...firstVersion(now),
  };
}
