import { joined, split } from '../joined-texts';

/**
 * The large JSON values of a new document, which each has. They are parameters of their own, which takes PostgreSQL half the
 * time of parsing them inside of the documents.
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

/** SQL: the value of a column. @param row - the row with the small members and the parts */
export function columnOf(row: string, column: string): string {
  return SEPARATE.has(column) ? `${row}.separate_${column}` : `${row}.${column}`;
}

/** A parameter for each part. */
export function separateParts(documents: readonly Parts[]): string[] {
  return SEPARATE_PARTS.map((part) => joined(documents.map((document) => JSON.stringify(document[part]))));
}

/** The documents as one parameter, without the parts, and without members that are null. */
export function smallMembers(documents: readonly object[]): string {
  return JSON.stringify(
    documents.map((document) => {
      // A member that is undefined is left out. A new object of the other members takes longer to build.
      const members: Record<string, unknown> = { ...document };
      for (const name of Object.keys(members)) if (members[name] === null) members[name] = undefined;
      for (const part of SEPARATE_PARTS) members[part] = undefined;
      return members;
    }),
  );
}
