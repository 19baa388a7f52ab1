import type { Line } from '../../../domain/amounts/lines';
import type { Totals } from '../../../domain/amounts/totals';
import type { VatBreakdownEntry } from '../../../domain/amounts/vat-breakdown';
import type { Document, Party } from '../../../domain/documents/document';
import type { StatedAddress } from '../../../domain/values/address';

/**
 * The same JSON without most of the fields that are null: the first field of an object stays. Names of fields are lower
 * case. The pattern matches no text, since quotation marks in a text follow a backslash.
 */
export function withoutNulls(json: string): string {
  return json.replaceAll(/,"[a-z_]+":null/g, '');
}

/** A stored value: fields that are null may be missing. */
export type WithoutNulls<T> = { readonly [Field in NullField<T>]?: T[Field] } & Omit<T, NullField<T>>;
type NullField<T> = { [Field in keyof T]: null extends T[Field] ? Field : never }[keyof T];

/** The values of a document that are stored without nulls. */
export interface StoredValues {
  readonly seller: WithoutNulls<Party>;
  readonly buyer: WithoutNulls<Party>;
  readonly lines: readonly WithoutNulls<Line>[];
  readonly vat_breakdown: readonly WithoutNulls<VatBreakdownEntry>[];
  readonly totals: WithoutNulls<Totals>;
}

/** The parties with all of their fields. Fields that were added since a party was stored are null: they are unknown. */
export function wholeParties({ seller, buyer }: Pick<StoredValues, 'seller' | 'buyer'>) {
  return { seller: wholeParty(seller), buyer: wholeParty(buyer) };
}

function wholeParty(stored: WithoutNulls<Party>): Party {
  const { name, vat = null, identifier = null, electronic_address = null, address, email = null } = stored;
  const { phone = null, website = null, contact_name = null, legal_information = null } = stored;
  return {
    name,
    vat,
    identifier,
    electronic_address,
    address: address ? wholeAddress(address) : null,
    email,
    phone,
    website,
    contact_name,
    legal_information,
  };
}

function wholeAddress(stored: WithoutNulls<StatedAddress>): StatedAddress {
  const { country_code = null, street = null, street_number = null, box = null } = stored;
  const { postal_code = null, city = null, region = null } = stored;
  return { country_code, street, street_number, box, postal_code, city, region };
}

/** The amounts of a document, but for its lines, with all of their fields. */
export function wholeAmounts({ vat_breakdown, totals }: Pick<StoredValues, 'vat_breakdown' | 'totals'>) {
  return { vat_breakdown: vat_breakdown.map(wholeVatGroup), totals: wholeTotals(totals) };
}

function wholeVatGroup(stored: WithoutNulls<VatBreakdownEntry>): VatBreakdownEntry {
  const { exemption_reason = null, exemption_code = null } = stored;
  const { category, rate, taxable_amount, vat_amount } = stored;
  return { category, rate, taxable_amount, vat_amount, exemption_reason, exemption_code };
}

export function wholeTotals(stored: WithoutNulls<Totals>): Totals {
  const { lines, allowances, charges, tax_exclusive, tax, tax_inclusive } = stored;
  const { rounding, paid, payable, tax_in_company_currency = null } = stored;
  return {
    lines,
    allowances,
    charges,
    tax_exclusive,
    tax,
    tax_inclusive,
    rounding,
    paid,
    payable,
    tax_in_company_currency,
  };
}

/**
 * The lines with all of their fields. Those of a received document have more fields, and are stored with all of them.
 */
export function wholeLines(stored: Pick<Document, 'status'> & Pick<StoredValues, 'lines'>): readonly Line[] {
  const { status, lines } = stored;
  return status === 'received' ? (lines as readonly Line[]) : lines.map(wholeLine);
}

/** A line of an own document. */
function wholeLine(stored: WithoutNulls<Line>): Line {
  const { name, description = null, quantity, unit, unit_price, discount_percent = null } = stored;
  const { discount_amount = null, vat_rate, vat_category, vat_exemption_reason = null } = stored;
  const { vat_exemption_code = null, item_reference = null, order_line_reference = null } = stored;
  return {
    name,
    description,
    quantity,
    unit,
    unit_price,
    discount_percent,
    discount_amount,
    vat_rate,
    vat_category,
    vat_exemption_reason,
    vat_exemption_code,
    item_reference,
    order_line_reference,
    net_amount: stored.net_amount,
  };
}
