import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isDate } from '../../../domain/values/calendar';
import { DomainError } from '../../../domain/errors';
import type { Cursor, Page, PageRequest, SortKind } from '../../../ports/page';
import { filter } from './parse';
import { described } from '../schemas/described';
import { instant, textOf, whole } from '../schemas/schemas';

const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

/** The sort keys of every list. */
export const COMMON_SORTS = { created_at: 'instant', updated_at: 'instant' } as const satisfies Record<
  string,
  SortKind
>;

type Direction<Name extends string> = Name | `-${Name}`;

/** The largest number of rows of a page. */
export const limit = whole(1, MAX_LIMIT, DEFAULT_LIMIT).meta({
  description: `The number of rows of a page, 1 to ${MAX_LIMIT}; by default ${DEFAULT_LIMIT}. A page has fewer where its rows have more than about 2 MiB together: it is the last one when \`next_cursor\` is \`null\`.`,
});

export const cursor = textOf(2_000, () => true, 'was not issued for this list')
  .optional()
  .meta({ description: 'The `next_cursor` of the previous page; without it the first page.' });

/**
 * The query of a list: its filters, `updated_since`, `sort`, `limit` and `cursor`.
 *
 * @param sorts - sort keys besides `created_at` and `updated_at`; each also sorts descending with a `-` prefix
 */
export function listQuery<F extends z.core.$ZodShape, S extends Record<string, SortKind>>(
  filters: F,
  sorts: S,
) {
  const names = Object.keys({ ...COMMON_SORTS, ...sorts }) as (keyof S | keyof typeof COMMON_SORTS)[];
  const directions = names.flatMap((name) => [name, `-${String(name)}`]) as Direction<
    Extract<keyof S | keyof typeof COMMON_SORTS, string>
  >[];
  const marked = Object.fromEntries(
    Object.entries(filters).map(([name, schema]) => {
      const { description } = schema as z.ZodType;
      return [name, filter((schema as z.ZodType).optional().meta(description ? { description } : {}))];
    }),
  ) as unknown as { [K in keyof F]: z.ZodOptional<F[K]> };
  return z.strictObject({
    ...marked,
    updated_since: filter(
      instant
        .optional()
        .meta({ description: 'Only resources that changed at this instant or later (RFC 3339).' }),
    ),
    sort: filter(
      z
        .enum(directions)
        .default('-created_at' as never)
        .meta({ description: 'The order of the rows, with `-` descending; by default the newest first.' }),
    ),
    limit,
    cursor,
  });
}

/** The response body of a list. */
export function listBody<T extends z.ZodType>(row: T) {
  return z.object(
    described(
      { data: z.array(row), next_cursor: z.string().nullable() },
      {
        data: 'The rows of the page, in the order of the list.',
        next_cursor: 'The `cursor` of the next page. `null` on the last page.',
      },
    ),
  );
}

export interface ListInput {
  readonly sort: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Loads one page and builds the response of a list: decodes the caller's cursor and encodes the next one. A cursor is
 * bound to the address, filters and sort of its list.
 *
 * @param place - the address of the list, such as `/relations/0198…/delivery-locations`
 * @param ids - the format of the ids that break ties; a forged id does not reach the database
 * @throws DomainError validation_error for a cursor of another list
 */
export async function listPage<Query extends ListInput, Row>(
  place: string,
  query: Query,
  sorts: Record<string, SortKind>,
  load: (page: PageRequest) => Promise<Page<Row>>,
  ids: z.ZodType<string> = z.uuid(),
): Promise<{ data: readonly Row[]; next_cursor: string | null }> {
  const { cursor, limit, ...list } = query;
  const bound = createHash('sha256')
    .update(JSON.stringify([place, list]))
    .digest('base64url')
    .slice(0, 16);
  const kind = { ...COMMON_SORTS, ...sorts }[query.sort.replace(/^-/, '')]!;
  const after = cursor === undefined ? undefined : openCursor(cursor, bound, kind, ids);
  const { data, next } = await load({ sort: query.sort, limit, after });
  return { data, next_cursor: next && cursorOf([bound, next.value, next.id]) };
}

function cursorOf(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

const cursorParts = z.tuple([z.string(), z.string().max(1_000), z.string()]);

/** Whether the database accepts a value of the kind. A genuine cursor holds no other values. */
const IS_VALUE: Record<SortKind, (value: string) => boolean> = {
  instant: (value) =>
    /^.{10}T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{3}Z$/.test(value) && isDate(value.slice(0, 10)),
  date: isDate,
  text: (value) => value.isWellFormed() && !value.includes('\0'),
};

function openCursor(cursor: string, bound: string, kind: SortKind, ids: z.ZodType<string>): Cursor {
  try {
    const parts = cursorParts.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    const [binding, value, id] = parts;
    // comparing the encoded form rejects characters that base64url decoding ignores
    const isOurs = binding === bound && cursorOf(parts) === cursor;
    if (isOurs && ids.safeParse(id).success && IS_VALUE[kind](value)) return { value, id };
  } catch {
    // A cursor that cannot be parsed was not issued by this list.
  }
  throw new DomainError('validation_error', 'cursor: was not issued for this list');
}
