import { DOCUMENT_TYPES, type DocumentType } from '../documents/document-type';
import type { Document, Party, Payment } from '../documents/document';
import type { AllowanceCharge } from '../amounts/allowance-charges';
import { type Line, lineAmounts } from '../amounts/lines';
import type { VatCategory } from '../amounts/vat-category';
import { minorUnits } from '../values/currency';
import { amount, decimal, isZero, type Decimal } from '../values/money';
import {
  endpoint,
  partyIdentifiers,
  type PartyIdentifiers,
  type SchemedIdentifier,
} from './party-identifiers';

/** The fields of a stored or new document that its e-invoice is made from. A new document has no number. */
export type NetworkSource = Omit<Document, 'id' | 'number' | 'journal_id' | 'period' | 'sequence_number'> & {
  readonly number?: string | null;
};

/** A file that is embedded in the e-invoice (BG-24). */
export interface NetworkAttachment {
  readonly filename: string;
  readonly content_type: string;
}

export interface PeppolParty extends PartyIdentifiers {
  readonly role: 'seller' | 'buyer';
  readonly party: Party;
  /** Whether the party is the company; the other party is the relation. */
  readonly is_company: boolean;
  /** BT-31, BT-48; null in a document outside the scope of VAT (BR-O-02). */
  readonly vat: string | null;
  readonly endpoint: SchemedIdentifier | null;
  readonly contact: PeppolContact | null;
  /** BT-33; null for a buyer. */
  readonly legal_information: string | null;
}

/** BG-6, BG-9. */
export interface PeppolContact {
  readonly name: string; // BT-41, BT-56
  readonly phone: string | null; // BT-42, BT-57
  readonly email: string | null; // BT-43, BT-58
}

/**
 * Amount, percentage and base of a discount or charge. Percentage and base are null when the amount differs from their
 * product by more than 0.02 (PEPPOL-EN16931-R040).
 */
interface Discount {
  /** Negative, like its base, on a line with a negative amount. */
  readonly amount: string;
  readonly percent: string | null;
  readonly base_amount: string | null;
}

export interface PeppolLine {
  readonly line: Line;
  readonly discount: Discount | null;
}

/** The share of an allowance or charge in one VAT group (BG-20, BG-21). */
export interface PeppolAllowanceCharge extends Discount {
  /** Index of the allowance or charge in the document. */
  readonly index: number;
  readonly kind: AllowanceCharge['kind'];
  readonly reason: string;
  readonly vat_category: VatCategory;
  readonly vat_rate: string;
}

/** BG-16. */
export interface PeppolPayment {
  /** UNTDID 4461 (BT-81): 30 credit transfer, 58 SEPA credit transfer, 1 not defined. */
  readonly code: '30' | '58' | '1';
  readonly account: Payment | null;
  readonly reference: string | null;
  /** Due date of a credit note: UBL has no other element for it. Null for an invoice. */
  readonly due_date: string | null;
}

/**
 * The e-invoice of a document, with all derived values. The UBL writer and the network rules both read this type, so
 * that the rules check what is written.
 */
export interface PeppolDocument {
  readonly source: NetworkSource;
  readonly type_code: NonNullable<(typeof DOCUMENT_TYPES)[DocumentType]['ubl_type_code']>;
  readonly is_credit_note: boolean;
  readonly self_billed: boolean;
  /** BT-10. */
  readonly buyer_reference: string | null;
  /** BT-6; null when there is no second VAT total. */
  readonly tax_currency: string | null;
  readonly seller: PeppolParty;
  readonly buyer: PeppolParty;
  readonly payment: PeppolPayment | null;
  readonly allowance_charges: readonly PeppolAllowanceCharge[];
  readonly lines: readonly PeppolLine[];
  readonly attachments: readonly NetworkAttachment[];
}

/** The buyer reference of a document without buyer and order reference (PEPPOL-EN16931-R003 requires one of them). */
const NO_REFERENCE = 'NA';

/** @returns null for a type that the network does not transport */
export function peppolDocument(
  source: NetworkSource,
  attachments: readonly NetworkAttachment[] = [],
): PeppolDocument | null {
  const { ubl_type_code, is_credit_note, self_billed } = DOCUMENT_TYPES[source.type];
  if (ubl_type_code === null) return null;
  const minor_units = minorUnits(source.currency);
  const states_vat = source.lines.some(({ vat_category }) => vat_category !== 'O');
  const { buyer_reference, order_reference, totals, currency, company_currency } = source;

  return {
    source,
    type_code: ubl_type_code,
    is_credit_note,
    self_billed,
    buyer_reference: buyer_reference ?? (order_reference === null ? NO_REFERENCE : null),
    // A tax currency equal to the document's is refused (PEPPOL-EN16931-R005).
    tax_currency:
      totals.tax_in_company_currency !== null && company_currency !== currency ? company_currency : null,
    seller: peppolParty('seller', source.seller, { is_company: !self_billed, states_vat }),
    buyer: peppolParty('buyer', source.buyer, { is_company: self_billed, states_vat }),
    payment: peppolPayment(source, is_credit_note),
    allowance_charges: source.allowance_charges.flatMap(peppolAllowanceCharges),
    lines: source.lines.map((line) => ({ line, discount: lineDiscount(line, minor_units) })),
    attachments,
  };
}

function peppolParty(
  role: PeppolParty['role'],
  party: Party,
  { is_company, states_vat }: { readonly is_company: boolean; readonly states_vat: boolean },
): PeppolParty {
  return {
    role,
    party,
    is_company,
    vat: states_vat ? party.vat : null,
    endpoint: endpoint(party.electronic_address),
    contact: peppolContact(party),
    legal_information: role === 'seller' ? party.legal_information : null,
    ...partyIdentifiers(party),
  };
}

/** The contact of a party. Its name is the stated person or department, or else the name of the party. */
export function peppolContact({ name, contact_name, phone, email }: Party): PeppolContact | null {
  if (contact_name === null && phone === null && email === null) return null;
  return { name: contact_name ?? name, phone, email };
}

/** The payment of an e-invoice. The code of a credit transfer is 30; between Danish parties it is 58 (DK-R-005). */
function peppolPayment(source: NetworkSource, is_credit_note: boolean): PeppolPayment | null {
  const { payment, payment_reference, due_date, seller, buyer } = source;
  const stated_due_date = is_credit_note ? due_date : null;
  if (payment === null && payment_reference === null && stated_due_date === null) return null;
  const is_danish = seller.address?.country_code === 'DK' && buyer.address?.country_code === 'DK';
  return {
    code: payment === null ? '1' : is_danish ? '58' : '30',
    account: payment,
    reference: payment_reference,
    due_date: stated_due_date,
  };
}

function peppolAllowanceCharges(entry: AllowanceCharge, index: number): PeppolAllowanceCharge[] {
  const { kind, reason, percent, shares } = entry;
  return shares.map(({ vat_category, vat_rate, amount, base_amount }) => {
    const stated = percent !== null && leadsTo(amount, base_amount, percent);
    return {
      index,
      kind,
      reason,
      vat_category,
      vat_rate,
      amount,
      percent: stated ? percent : null,
      base_amount: stated ? base_amount : null,
    };
  });
}

function lineDiscount(line: Line, minor_units: number): Discount | null {
  const { discount_percent } = line;
  const { gross, discount, net } = lineAmounts(line, minor_units);
  if (isZero(discount)) return null;

  const text = amount(gross.minus(net), minor_units);
  const base_amount = amount(gross, minor_units);
  const stated = discount_percent !== null && leadsTo(text, base_amount, discount_percent);
  return {
    amount: text,
    percent: stated ? discount_percent : null,
    base_amount: stated ? base_amount : null,
  };
}

const TOLERANCE = decimal('0.02');
const HUNDREDTH = decimal('0.01');

/**
 * Whether the amount is the percentage of the base, within 0.02. Rounding in a currency without cents can exceed this.
 */
function leadsTo(amount: string, base_amount: string, percent: string): boolean {
  return isWithinTolerance(decimal(amount), decimal(base_amount).times(decimal(percent)).times(HUNDREDTH));
}

/** Whether two amounts differ by at most 0.02, in any currency (PEPPOL-EN16931-R040, R120). */
export function isWithinTolerance(a: Decimal, b: Decimal): boolean {
  return a.minus(b).abs().lte(TOLERANCE);
}
