import type { VatBreakdownEntry } from '../../amounts/vat-breakdown';
import { csvRecord, spreadsheetText } from '../../values/csv';
import { amount, decimal, writtenDecimals, ZERO } from '../../values/money';
import type { DocumentRow } from '../document';
import { DOCUMENT_TYPES, transportedType } from '../document-type';

/** Spreadsheets read a file as UTF-8 when it begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

type Accounted = Pick<DocumentRow, 'type' | 'status' | 'accounting_status'>;

/** Whether a document belongs in the books: an invoice or credit note that was issued, received or booked. */
export function isAccounted({ type, status, accounting_status }: Accounted): boolean {
  return DOCUMENT_TYPES[type].is_paid && (status !== 'draft' || accounting_status === 'transmitted');
}

/** Whether a document is a sale of the company. */
export function isSale({ type }: Pick<DocumentRow, 'type'>): boolean {
  return DOCUMENT_TYPES[type].direction === 'sales';
}

/** What a row is made of: a document, and one of its VAT groups, by its position. */
interface Row {
  readonly document: DocumentRow;
  readonly group: Pick<VatBreakdownEntry, 'taxable_amount' | 'vat_amount'> & Partial<VatBreakdownEntry>;
  readonly index: number;
}

type Value = (row: Row) => string | null | undefined;
const text =
  (value: Value): Value =>
  (row) =>
    spreadsheetText(value(row) ?? '');

/** The columns, with the names of EN 16931; amounts of credit notes are negative. */
const COLUMNS: Readonly<Record<string, Value>> = {
  'Invoice number': text(({ document }) => document.number), // BT-1
  'Invoice type code': ({ document }) => typeCode(document), // BT-3
  'Invoice issue date': ({ document }) => document.issue_date, // BT-2
  'Payment due date': ({ document }) => document.due_date, // BT-9
  'Buyer name': text(({ document }) => document.buyer.name), // BT-44
  'Buyer VAT identifier': text(({ document }) => document.buyer.vat), // BT-48
  'Buyer country code': text(({ document }) => document.buyer.address?.country_code), // BT-55
  'Preceding Invoice reference': text(({ document }) => document.preceding_document?.number), // BT-25
  'Remittance information': text(({ document }) => document.payment_reference), // BT-83
  'Invoice currency code': ({ document }) => document.currency, // BT-5
  'VAT category code': ({ group }) => group.category, // BT-118
  'VAT category rate': ({ group }) => group.rate, // BT-119
  'VAT category taxable amount': ({ document, group }) => signed(document, group.taxable_amount), // BT-116
  'VAT category tax amount': ({ document, group }) => signed(document, group.vat_amount), // BT-117
  'VAT exemption reason code': text(({ group }) => group.exemption_code), // BT-121
  'VAT exemption reason text': text(({ group }) => group.exemption_reason), // BT-120
  // BT-111, of the whole document: in its first row only, so that the column can be summed.
  'Invoice total VAT amount in accounting currency': ({ document, index }) => {
    const { tax_in_company_currency } = document.totals;
    return index > 0 || tax_in_company_currency === null ? '' : signed(document, tax_in_company_currency);
  },
};

/** The first record of a sales journal. */
export const SALES_JOURNAL_HEAD = BYTE_ORDER_MARK + csvRecord(Object.keys(COLUMNS));

/** The records of a document in a sales journal: one for each of its VAT groups. */
export function salesJournalRecords(document: DocumentRow): string {
  const { vat_breakdown, totals } = document;
  const whole = { taxable_amount: totals.tax_exclusive, vat_amount: totals.tax };
  const groups: readonly Row['group'][] = vat_breakdown.length === 0 ? [whole] : vat_breakdown;
  const values = Object.values(COLUMNS);
  return groups
    .map((group, index) => csvRecord(values.map((value) => value({ document, group, index }) ?? '')))
    .join('');
}

/** @returns the code of UNTDID 1001 as the issuer states it: the buyer has issued a sale that was received */
function typeCode({ type, status }: DocumentRow): string | null {
  const { is_credit_note } = DOCUMENT_TYPES[type];
  const stated = status === 'received' ? transportedType('purchase', is_credit_note) : type;
  return DOCUMENT_TYPES[stated].ubl_type_code;
}

function signed({ type }: DocumentRow, value: string): string {
  if (!DOCUMENT_TYPES[type].is_credit_note) return value;
  return amount(ZERO.minus(decimal(value)), writtenDecimals(value));
}
