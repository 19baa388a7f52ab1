import { isEqual } from '../../../domain/version';
import { instantText } from '../../../domain/values/instant';
import { objectLiteral } from '../../object-literals';
import { joined, split } from '../joined-texts';

/**
 * The large JSON values of a new document, which each has. They are parameters of their own, which takes PostgreSQL
 * half the time of parsing them inside of the documents.
 */
const SEPARATE_PARTS = ['seller', 'buyer', 'lines', 'vat_breakdown', 'totals'] as const;
const SEPARATE: ReadonlySet<string> = new Set(SEPARATE_PARTS);

type Parts = Readonly<Record<(typeof SEPARATE_PARTS)[number], unknown>>;

/** SQL: the arrays of the parts, to be unnested. @param first - number of the first parameter of `separateParts` */
export function partArrays(first: number): string {
  return SEPARATE_PARTS.map((_, index) => `${split(`$${first + index}`)}::json[]`).join(', ');
}

/** SQL: names for the unnested parts. */
export const PART_NAMES = SEPARATE_PARTS.map((part) => `separate_${part}`).join(', ');

/** SQL: the value of a column. @param row - the row with the small fields and the parts */
export function columnOf(row: string, column: string): string {
  return isSeparate(column) ? `${row}.separate_${column}` : `${row}.${column}`;
}

export function isSeparate(column: string): boolean {
  return SEPARATE.has(column);
}

/** A copy without the parts that have not changed, so that PostgreSQL neither parses nor compresses them again. */
export function withoutUnchangedParts(before: Parts, after: Parts): object {
  const unchanged = SEPARATE_PARTS.filter(
    (part) => before[part] === after[part] || isEqual(before[part], after[part]),
  );
  return { ...after, ...Object.fromEntries(unchanged.map((part) => [part, undefined])) };
}

/** A parameter for each part. */
export function separateParts(documents: readonly Parts[]): string[] {
  return SEPARATE_PARTS.map((part) => joined(documents.map((document) => JSON.stringify(document[part]))));
}

/**
 * Makes a function that writes documents as one parameter: their fields for the columns, without the parts, and without
 * those that are null.
 */
export function smallMembersOf(columns: readonly string[]): (documents: readonly object[]) => string {
  const names = columns.filter((column) => !isSeparate(column));
  const membersOf = objectLiteral(names.map((name) => ({ name, from: name, convert: jsonValue })));
  return (documents) => JSON.stringify(documents.map(membersOf));
}

/** An instant as its text; undefined for null, which JSON then leaves out. */
function jsonValue(value: unknown): unknown {
  return value instanceof Date ? instantText(value) : (value ?? undefined);
}
