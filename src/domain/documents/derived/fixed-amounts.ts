import { DomainError } from '../../errors';
import { assertDecimals, DEFAULT_UNIT, type Line, type LineInput } from '../../amounts/lines';
import type { DocumentAmounts } from '../../amounts/totals';
import { categoryOf, filledVat } from '../../amounts/vat-category';
import { minorUnits } from '../../values/currency';
import { decimal } from '../../values/money';
import { isEqual } from '../../version';
import type { Document } from '../document';
import type { DocumentMembers } from '../draft';
import { isPreceding } from '../references';

type Change = { readonly [Member in keyof DocumentMembers]?: DocumentMembers[Member] | undefined };
type Fixed = Pick<Document, 'credit_origin' | 'credited'>;

/** Whether the amounts were computed together with those of another document: a made credit note, and its invoice. */
export function hasFixedAmounts({ credit_origin, credited }: Fixed): boolean {
  return credit_origin !== null || credited?.is_made === true;
}

/**
 * A credit note that was made from an invoice, and the invoice, keep their amounts, currency and relation. The credit
 * note keeps its invoice too. The texts of lines may change, but not their order: credits name lines by their index.
 *
 * @throws DomainError document_not_editable
 */
export function assertAmountsEditable(document: Document, change: Change): void {
  if (!hasFixedAmounts(document)) return;
  if (document.credit_origin !== null && !isPrecedingKept(change.preceding_document, document)) {
    throw new DomainError(
      'document_not_editable',
      'The credit note was made from an invoice: preceding_document cannot change.',
    );
  }
  const member = MEMBERS.find(
    (name) => change[name] !== undefined && !isEqual(formOf(name, document), formOf(name, change)),
  );
  if (member === undefined && !isAnyMoved(document.lines, change.lines ?? document.lines)) return;
  throw new DomainError(
    'document_not_editable',
    member === undefined || member === 'lines'
      ? 'A credit note was made from the invoice: number, order and amounts of the lines of both cannot change.'
      : `A credit note was made from the invoice: ${member} of both cannot change.`,
  );
}

function isPrecedingKept(given: Change['preceding_document'], { preceding_document }: Document): boolean {
  return given === undefined || isPreceding(given, preceding_document);
}

/**
 * The stored amounts, and the lines with the texts of a PATCH.
 *
 * @param given - lines that `assertAmountsEditable` accepts; undefined: the stored ones
 * @throws DomainError validation_error
 */
export function fixedAmounts(document: Document, given: readonly LineInput[] | undefined): DocumentAmounts {
  const { currency, allowance_charges, vat_breakdown, totals, paid_amount, exchange_rate } = document;
  const lines = document.lines.map((line, index): Line => {
    const { discount_amount, ...input } = given?.[index] ?? line;
    if (discount_amount != null) {
      assertDecimals(discount_amount, minorUnits(currency), `lines.${index}.discount_amount`);
    }
    return { ...line, ...textsOf(input) };
  });
  return { lines, allowance_charges, vat_breakdown, totals, paid_amount, exchange_rate };
}

const MEMBERS = [
  ...(['relation_id', 'currency', 'exchange_rate', 'paid_amount', 'lines', 'allowance_charges'] as const),
] as const;

/** A field in a form in which equal values compare as equal. */
function formOf(name: (typeof MEMBERS)[number], from: Change): unknown {
  switch (name) {
    case 'exchange_rate':
    case 'paid_amount':
      return number(from[name]);
    case 'lines':
      return from.lines?.map(figuresOf);
    case 'allowance_charges':
      return (from.allowance_charges ?? []).map(({ kind, amount, percent, reason }) => {
        return [kind, number(amount), number(percent), reason];
      });
    case 'currency':
    case 'relation_id':
      return from[name];
  }
}

function number(text: string | null | undefined): string | null {
  return text == null ? null : decimal(text).toFixed();
}

/** The fields of a line that amounts are computed from, and those that its VAT group states. */
function figuresOf(line: LineInput): unknown {
  const { quantity, unit_price, discount_percent, discount_amount } = line;
  const vat_rate = decimal(line.vat_rate);
  const category = categoryOf(line, vat_rate);
  const vat = category === null ? null : filledVat(line, category);
  return [[quantity, unit_price, discount_percent, discount_amount].map(number), vat_rate.toFixed(), vat];
}

function textsOf(line: Omit<LineInput, 'discount_amount'>) {
  return {
    name: line.name,
    description: line.description ?? null,
    unit: line.unit ?? DEFAULT_UNIT,
    item_reference: line.item_reference ?? null,
    order_line_reference: line.order_line_reference ?? null,
  };
}

/** Whether lines were reordered: a line equals a stored line of another index that was changed. */
function isAnyMoved(stored: readonly Line[], given: readonly LineInput[]): boolean {
  const written = (line: LineInput) => JSON.stringify([figuresOf(line), textsOf(line)]);
  const before = stored.map(written);
  const after = given.map(written);
  const replaced = new Set(before.filter((line, index) => line !== after[index]));
  return after.some((line, index) => line !== before[index] && replaced.has(line));
}
