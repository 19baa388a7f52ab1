import { unitLabel } from '../../../domain/code-lists/unit-labels';
import type { Line } from '../../../domain/amounts/lines';
import type { DocumentView } from '../../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import type { LineAllowanceCharge } from '../../../domain/documents/received-document';
import { addressLines } from '../../../domain/master-data/address-lines';
import { canBeUbl } from '../../../domain/e-invoicing/ubl-form';
import { trimTrailingZeros } from '../../../domain/values/money';
import { isIban, shownIban } from '../../../domain/values/iban';
import { minorUnits } from '../../../domain/values/currency';
import { amount, words } from '../formats';
import { documentPath } from '../paths';

/** A line in the terms of the printed document. */
export interface ShownLine {
  readonly name: string;
  /** Description and references, each a text of its own. */
  readonly details: readonly string[];
  readonly quantity: string;
  readonly unit_price: string;
  readonly discount: string | null;
  readonly vat: string;
  readonly net_amount: string;
}

/** A row of totals. */
export interface TotalRow {
  readonly label: string;
  /** Small text below the label. */
  readonly detail?: string;
  readonly value: string;
  readonly kind?: 'sum' | 'due';
}

/** A file of the document that can be downloaded. */
export interface ShownFile {
  readonly label: string;
  readonly detail: string;
  readonly to: string;
}

const isZero = (value: string) => Number(value) === 0;
/** The decimal with the other sign; zero has none. */
const negative = (value: string) =>
  value.startsWith('-') ? value.slice(1) : isZero(value) ? value : `-${value}`;
const percentage = (rate: string) => `${amount(trimTrailingZeros(rate))} %`;

/** A VAT rate with the category, unless that is standard or zero rate, as on the printed document. */
function vatText(category: string, rate: string): string {
  const percent = percentage(rate);
  return category === 'S' || category === 'Z' ? percent : `${percent} ${category}`;
}

export function shownLine(
  line: Line & { readonly allowance_charges?: readonly LineAllowanceCharge[] },
  currency: string,
): ShownLine {
  const { description, item_reference, order_line_reference, allowance_charges = [] } = line;
  const unit = unitLabel(line.unit, line.quantity, 'en');
  return {
    name: line.name,
    details: [
      ...(description === null ? [] : [description]),
      ...(item_reference === null ? [] : [`Item ${item_reference}`]),
      ...(order_line_reference === null ? [] : [`Order line ${order_line_reference}`]),
      ...allowance_charges.map(
        ({ kind, reason, amount: value }) =>
          `${reason ?? words(kind)}: ${amount(kind === 'allowance' ? negative(value) : value)}`,
      ),
    ],
    quantity: [amount(line.quantity), unit].filter(Boolean).join(' '),
    unit_price: amount(priced(line.unit_price, minorUnits(currency))),
    discount: discountText(line),
    vat: vatText(line.vat_category, line.vat_rate),
    net_amount: amount(line.net_amount),
  };
}

/** With at least the decimals of the currency, as on the printed document. */
function priced(decimal: string, minor_units: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const decimals = fraction.padEnd(minor_units, '0');
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

function discountText({ discount_percent, discount_amount }: Line): string | null {
  if (discount_percent !== null) return isZero(discount_percent) ? null : percentage(discount_percent);
  return discount_amount === null || isZero(discount_amount) ? null : amount(negative(discount_amount));
}

const TOTAL_LABELS = { payable: 'Amount due', credited: 'Amount credited', offered: 'Total' } as const;

/** The rows of the printed totals, and what has settled the document since. */
export function totalRows(document: DocumentView): TotalRow[] {
  const { totals, allowance_charges, currency, company_currency, settlement, exchange_rate } = document;
  const money = (value: string) => `${amount(value)} ${currency}`;
  const optional = (label: string, value: string | null | undefined, shown = money): TotalRow[] =>
    value == null || isZero(value) ? [] : [{ label, value: shown(value) }];
  const less = (value: string) => money(negative(value));
  const is_settled = settlement !== null && document.open_amount !== null;
  return [
    ...(allowance_charges.length === 0 ? [] : [{ label: 'Subtotal', value: money(totals.lines) }]),
    ...allowance_charges.map(adjustment(money)),
    { label: 'Total excl. VAT', value: money(totals.tax_exclusive) },
    { label: 'VAT', value: money(totals.tax) },
    { label: 'Total incl. VAT', value: money(totals.tax_inclusive), kind: 'sum' },
    ...optional('Rounding', totals.rounding),
    ...optional('Already paid', totals.paid, less),
    {
      label: TOTAL_LABELS[DOCUMENT_TYPES[document.type].total_is],
      value: money(totals.payable),
      kind: 'due',
    },
    ...optional(
      `VAT in ${company_currency}`,
      totals.tax_in_company_currency,
      (value) => `${amount(value)} ${company_currency}`,
    ),
    ...optional('Exchange rate', exchange_rate, (value) => `1 ${currency} = ${value} ${company_currency}`),
    ...optional('Payments', settlement?.payments, less),
    ...optional('Reconciliations and payment intents', settlement?.links, less),
    ...optional('Set off', settlement?.set_off, less),
    ...(is_settled ? [{ label: 'Open', value: money(document.open_amount), kind: 'due' as const }] : []),
  ];
}

function adjustment(money: (value: string) => string) {
  return ({
    kind,
    reason,
    percent,
    applied_amount,
    shares,
  }: DocumentView['allowance_charges'][number]): TotalRow => {
    const signed = (value: string) => (kind === 'allowance' ? negative(value) : value);
    const parts = shares.map(
      (share) => `${vatText(share.vat_category, share.vat_rate)}: ${amount(signed(share.amount))}`,
    );
    // A received document may state none.
    const name = reason || (kind === 'allowance' ? 'Allowance' : 'Charge');
    return {
      label: percent === null ? name : `${name} (${percentage(percent)})`,
      value: money(signed(applied_amount)),
      ...(parts.length < 2 ? {} : { detail: parts.join(' · ') }),
    };
  };
}

export function vatRows({ vat_breakdown, currency }: DocumentView) {
  return vat_breakdown.map((entry) => ({
    rate: vatText(entry.category, entry.rate),
    taxable: `${amount(entry.taxable_amount)} ${currency}`,
    vat: `${amount(entry.vat_amount)} ${currency}`,
    reason: [entry.exemption_reason, entry.exemption_code].filter((text) => text !== null).join(', '),
  }));
}

/** The particulars of the printed head, with those that have no value left out. */
export function particulars(document: DocumentView): [string, string][] {
  const { payment, delivery, period_start, period_end } = document;
  const all: [string, string | null | undefined][] = [
    ['Date', document.issue_date],
    [DOCUMENT_TYPES[document.type].total_is === 'offered' ? 'Valid until' : 'Due date', document.due_date],
    ['Delivery date', document.delivery_date],
    [
      'Period',
      period_start === null && period_end === null ? null : `${period_start ?? '…'} – ${period_end ?? '…'}`,
    ],
    ['Your reference', document.buyer_reference],
    ['Order', document.order_reference],
    ['Delivered to', delivery && placeText(delivery)],
    ['Payment reference', document.payment_reference],
    accountOf(payment),
    ['BIC', payment?.bic],
    ['Beneficiary', document.payee],
    ['Payment terms', document.payment_terms],
    ['Branding', document.branding?.name],
    ['Language', LANGUAGE_NAMES.of(document.language)],
    ['External ID', document.external_id],
    ['Note', document.note],
  ];
  return all.filter((entry): entry is [string, string] => entry[1] != null && entry[1] !== '');
}

function placeText({ name, identifier, address }: NonNullable<DocumentView['delivery']>): string {
  const lines = address ? addressLines(address, 'en') : [identifier];
  return [name, ...lines].filter((line) => line !== null).join(', ');
}

/** A received document may state an account that is not an IBAN. */
function accountOf(payment: DocumentView['payment']): [string, string | undefined] {
  if (payment && isIban(payment.iban)) return ['IBAN', shownIban(payment.iban)];
  return ['Account', payment?.iban];
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The files that the document has. */
export function filesOf(company_id: string, document: DocumentView): ShownFile[] {
  const { direction } = DOCUMENT_TYPES[document.type];
  const is_received = document.status === 'received';
  const file = (format: string) => `${documentPath(company_id, document.id)}/file?format=${format}`;
  const files = [
    { is: true, label: 'PDF', detail: 'The printed document', to: file('pdf') },
    {
      is: canBeUbl(document),
      label: 'UBL',
      detail: document.peppol_status === null ? 'Peppol BIS Billing 3.0' : 'As it was last sent',
      to: file('ubl'),
    },
    {
      is: direction === 'sales' && canBeUbl(document),
      label: 'Factur-X',
      detail: 'PDF with the invoice in CII',
      to: file('facturx'),
    },
    { is: is_received, label: 'Original', detail: 'As it was received', to: file('original') },
  ];
  return files.filter(({ is }) => is);
}
