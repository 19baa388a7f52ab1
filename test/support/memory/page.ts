import type { Page, PageRequest, SortKind } from '../../../src/ports/page';

/** How a list sorts by one of its members. */
export interface Sort<Row> {
  readonly kind: SortKind;
  readonly valueOf: (row: Row) => Date | string;
  /** Where texts do not compare as in every list. */
  readonly compare?: (a: string, b: string) => number;
}

interface Timed {
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The sorts that every list has. */
export const TIMES = {
  created_at: { kind: 'instant', valueOf: ({ created_at }: Timed) => created_at },
  updated_at: { kind: 'instant', valueOf: ({ updated_at }: Timed) => updated_at },
} as const;

/** One page of the rows, as `PageRequest` describes it. */
export function pageOf<Row>(
  rows: readonly Row[],
  { sort, limit, after }: PageRequest,
  sorts: Readonly<Record<string, Sort<NoInfer<Row>>>>,
  idOf: (row: Row) => string,
): Page<Row> {
  const { kind, valueOf, compare: compareValues = COMPARE[kind] } = sorts[sort.replace(/^-/, '')]!;
  const direction = sort.startsWith('-') ? -1 : 1;
  const placed = rows.map((row) => ({ row, value: textOf(valueOf(row)), id: idOf(row) }));
  type Place = Omit<(typeof placed)[number], 'row'>;
  const compare = (a: Place, b: Place) =>
    direction * (compareValues(a.value, b.value) || compareBytes(a.id, b.id));
  const following = placed.filter((place) => after === undefined || compare(place, after) > 0).sort(compare);
  const data = following.slice(0, limit);
  const last = following.length > limit ? data.at(-1) : undefined;
  return {
    data: data.map(({ row }) => row),
    next: last ? { value: last.value, id: last.id } : null,
  };
}

/** Whether the row has changed at the instant or later. */
export function isUpdatedSince(updated_since: Date | undefined): (row: Pick<Timed, 'updated_at'>) => boolean {
  return ({ updated_at }) => updated_since === undefined || updated_at >= updated_since;
}

/** Whether the row has the members that a filter names; a filter that is undefined lets every row through. */
export function hasMembers<Row extends object>(filters: {
  readonly [Member in keyof Row]?: Row[Member] | undefined;
}) {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return (row: Row) => given.every(([member, value]) => row[member as keyof Row] === value);
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const collator = new Intl.Collator('und');
const COMPARE: Readonly<Record<SortKind, (a: string, b: string) => number>> = {
  instant: (a, b) => Date.parse(a) - Date.parse(b),
  date: compareBytes,
  text: (a, b) => collator.compare(a, b) || compareBytes(a, b),
};

function textOf(value: Date | string): string {
  return value instanceof Date ? value.toISOString() : value;
}
