import { firstCodePoints } from '../values/code-points';
import type { Company, Language } from '../master-data/company';
import { minorUnits } from '../values/currency';
import { isSelfBilled } from './addressing';
import type {
  StatedAllowanceCharge,
  StatedDelivery,
  StatedDocumentAllowanceCharge,
  StatedLine,
  StatedParty,
  StatedVatGroup,
  ParsedEInvoice,
} from './parsed-e-invoice';
import { ownDataOf } from '../values/own-data';
import { amount, decimal, decimalsOf, shortestDecimal } from '../values/money';
import type { Delivery, Party } from '../documents/document';
import type {
  LineAllowanceCharge,
  ReceivedAllowanceCharge,
  ReceivedDocument,
  ReceivedLine,
} from '../documents/received-document';
import { type DocumentType, transportedType } from '../documents/document-type';
import { DEFAULT_UNIT } from '../amounts/lines';
import { vatGroupKey } from '../amounts/vat-breakdown';
import { paymentStatusOf } from '../documents/payments/payment-status';
import { assertAddsUp } from './received-totals';
import type { Totals } from '../amounts/totals';
import { firstVersion } from '../version';

/**
 * The type of the received document. A self-billed e-invoice is about a sale of the company, others about a purchase.
 */
export function receivedType(parsed: ParsedEInvoice): DocumentType {
  return transportedType(isSelfBilled(parsed) ? 'sales' : 'purchase', parsed.is_credit_note);
}

/** The values of a received document that the e-invoice does not state. */
export interface Receipt {
  readonly id: string;
  readonly now: Date;
  readonly company: Pick<Company, 'currency' | 'language'>;
  readonly relation: { readonly id: string; readonly language: Language | null };
  readonly duplicate_of: string | null;
}

/** @throws EInvoiceFault when the amounts do not add up */
export function receivedDocument(parsed: ParsedEInvoice, receipt: Receipt): ReceivedDocument {
  assertAddsUp(parsed);
  const { currency, delivery, payment } = parsed;
  const { company, relation, now } = receipt;
  const minor_units = minorUnits(currency);
  const written = (text: string) => writtenAmount(text, minor_units);
  const totals = writtenTotals(parsed, company.currency);
  const paid_amount = parsed.totals.paid === null ? null : totals.paid;
  const exemptions = exemptionsByRate(parsed.vat_breakdown);
  return {
    id: receipt.id,
    type: receivedType(parsed),
    number: parsed.number,
    journal_id: null,
    period: null,
    sequence_number: null,
    status: 'received',
    accounting_status: 'pending',
    peppol_status: null,
    peppol_error: null,
    payment_status: paymentStatusOf({ totals, settlement: null }),
    relation_id: relation.id,
    delivery_location_id: null,
    branding_id: null,
    issue_date: parsed.issue_date,
    due_date: parsed.due_date,
    delivery_date: parsed.delivery_date,
    period_start: parsed.period_start,
    period_end: parsed.period_end,
    currency,
    company_currency: company.currency,
    exchange_rate: null,
    language: relation.language ?? company.language,
    buyer_reference: parsed.buyer_reference,
    order_reference: parsed.order_reference,
    note: parsed.note,
    payment_reference: parsed.payment_reference,
    payment_reference_made: false,
    preceding_document: parsed.preceding_document && { id: null, ...parsed.preceding_document },
    converted_from: null,
    credit_origin: null,
    credited: null,
    responses: [],
    seller: partyOf(parsed.seller),
    buyer: partyOf(parsed.buyer),
    delivery: delivery && deliveryOf(delivery),
    payment: payment && { iban: payment.account, bic: payment.bic },
    payee: payeeOf(parsed),
    payment_terms: parsed.payment_terms && firstCodePoints(parsed.payment_terms, MAX_TERMS),
    branding: null,
    embed_pdf: false,
    lines: parsed.lines.map((line) => writtenLine(line, exemptions, written)),
    allowance_charges: parsed.allowance_charges.map((entry) => writtenEntry(entry, written)),
    vat_breakdown: parsed.vat_breakdown.map((group) => ({
      category: group.category,
      rate: writtenRate(group.rate),
      taxable_amount: written(group.taxable_amount),
      vat_amount: written(group.vat_amount),
      exemption_reason: group.exemption_reason,
      exemption_code: group.exemption_code,
    })),
    totals,
    paid_amount,
    settlement: null,
    duplicate_of: receipt.duplicate_of,
    marked_sent: false,
    was_rejected: false,
    sent_at: null,
    transmitted_at: null,
    received_at: now,
    ...ownDataOf({}),
    ...firstVersion(now),
  };
}

function partyOf({ identifiers, ...stated }: StatedParty): Party {
  return { ...stated, identifier: identifiers[0]?.value ?? null, website: null };
}

function deliveryOf(stated: StatedDelivery): Delivery | null {
  const { name, identifier, address } = stated;
  return name === null && identifier === null && address === null ? null : stated;
}

/** Maximum lengths of a payee and of payment terms, in code points. */
const MAX_PAYEE = 255;
const MAX_TERMS = 10_000;

/** EN 16931 states a payee only where it is not the seller (BR-17); some senders repeat the seller. */
function payeeOf({ payee, seller }: ParsedEInvoice): string | null {
  return payee === null || payee === seller.name ? null : firstCodePoints(payee, MAX_PAYEE);
}

type Exemption = Pick<ReceivedLine, 'vat_exemption_reason' | 'vat_exemption_code'>;

/** Maximum lengths of a reason and of a code that each line of its VAT group repeats, in code points. */
const MAX_REASON = 1_000;
const MAX_CODE = 255;

/** The exemptions by category and rate; of several equal groups that of the first. */
function exemptionsByRate(breakdown: readonly StatedVatGroup[]): ReadonlyMap<string, Exemption> {
  return new Map(
    breakdown.toReversed().map(({ category, rate, exemption_reason, exemption_code }) => [
      vatGroupKey(category, writtenRate(rate)),
      {
        vat_exemption_reason: exemption_reason && firstCodePoints(exemption_reason, MAX_REASON),
        vat_exemption_code: exemption_code && firstCodePoints(exemption_code, MAX_CODE),
      },
    ]),
  );
}

const NO_EXEMPTION: Exemption = { vat_exemption_reason: null, vat_exemption_code: null };

function writtenLine(
  line: StatedLine,
  exemptions: ReadonlyMap<string, Exemption>,
  written: (text: string) => string,
): ReceivedLine {
  const { vat_category, base_quantity, allowance_charges } = line;
  const vat_rate = writtenRate(line.vat_rate);
  return {
    name: line.name,
    description: line.description,
    quantity: shortestDecimal(line.quantity),
    unit: line.unit ?? DEFAULT_UNIT,
    unit_price: shortestDecimal(line.unit_price),
    base_quantity: base_quantity === null ? null : shortestDecimal(base_quantity),
    discount_percent: null,
    discount_amount: null,
    allowance_charges: allowance_charges.map((entry) => writtenAllowanceCharge(entry, written)),
    vat_rate,
    vat_category,
    // EN 16931 states the exemption reason once per VAT group (BG-23).
    ...(exemptions.get(vatGroupKey(vat_category, vat_rate)) ?? NO_EXEMPTION),
    item_reference: line.item_reference,
    order_line_reference: line.order_line_reference,
    net_amount: written(line.net_amount),
  };
}

function writtenAllowanceCharge(
  { kind, amount: stated, percent, base_amount, reason }: StatedAllowanceCharge,
  written: (text: string) => string,
): LineAllowanceCharge {
  return {
    kind,
    amount: written(stated),
    percent: percent === null ? null : writtenRate(percent),
    base_amount: base_amount === null ? null : written(base_amount),
    reason,
  };
}

function writtenEntry(
  entry: StatedDocumentAllowanceCharge,
  written: (text: string) => string,
): ReceivedAllowanceCharge {
  const { kind, amount: stated, percent, base_amount, reason } = writtenAllowanceCharge(entry, written);
  const { vat_category } = entry;
  const share = { vat_category, vat_rate: writtenRate(entry.vat_rate), amount: stated };
  return {
    kind,
    amount: stated,
    percent,
    reason,
    applied_amount: stated,
    shares: [{ ...share, base_amount: base_amount ?? stated }],
  };
}

function writtenTotals({ totals, currency, tax_currency }: ParsedEInvoice, company_currency: string): Totals {
  const minor_units = minorUnits(currency);
  const written = (text: string | null) => writtenAmount(text ?? '0', minor_units);
  const { tax_in_tax_currency } = totals;
  const is_shown = tax_currency === company_currency && tax_currency !== currency;
  return {
    lines: written(totals.lines),
    allowances: written(totals.allowances),
    charges: written(totals.charges),
    tax_exclusive: written(totals.tax_exclusive),
    tax: written(totals.tax),
    tax_inclusive: written(totals.tax_inclusive),
    rounding: written(totals.rounding),
    paid: written(totals.paid),
    payable: written(totals.payable),
    tax_in_company_currency:
      is_shown && tax_in_tax_currency !== null
        ? writtenAmount(tax_in_tax_currency, minorUnits(company_currency))
        : null,
  };
}

/** The amount with the currency's decimals, or with more if more are stated. It is not rounded. */
function writtenAmount(text: string, minor_units: number): string {
  return amount(decimal(text), Math.max(minor_units, decimalsOf(text)));
}

/** The rate with two decimals, or with more if more are stated. */
function writtenRate(rate: string | null): string {
  return rate === null ? '0.00' : amount(decimal(rate), Math.max(2, decimalsOf(rate)));
}
