import { DomainError } from '../../errors';
import { computedLine } from '../../amounts/lines';
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
 * note keeps its invoice too.
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
    (name) =>
      change[name] !== undefined &&
      !isEqual(formOf(name, document, document), formOf(name, change, document)),
  );
  if (member === undefined) return;
  throw new DomainError(
    'document_not_editable',
    `A credit note was made from the invoice: ${member} of both cannot change.`,
  );
}

function isPrecedingKept(given: Change['preceding_document'], { preceding_document }: Document): boolean {
  return given === undefined || isPreceding(given, preceding_document);
}

const MEMBERS = [
  ...(['relation_id', 'currency', 'exchange_rate', 'paid_amount', 'lines', 'allowance_charges'] as const),
] as const;

/** A member in a form in which equal values compare as equal. */
function formOf(name: (typeof MEMBERS)[number], from: Change, { currency }: Document): unknown {
  const number = (text: string | null | undefined) => (text == null ? null : decimal(text).toFixed());
  switch (name) {
    case 'exchange_rate':
    case 'paid_amount':
      return number(from[name]);
    case 'lines':
      return from.lines?.map((line, index) => {
        const { net_amount: _, ...given } = computedLine(line, index, minorUnits(currency)).line;
        return given;
      });
    case 'allowance_charges':
      return (from.allowance_charges ?? []).map(({ kind, amount, percent, reason }) => {
        return [kind, number(amount), number(percent), reason];
      });
    case 'currency':
    case 'relation_id':
      return from[name];
  }
}
