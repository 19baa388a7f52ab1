import type { z } from 'zod';
import type { Page, PageRequest, SortKind } from '../../ports/page';
import { COMMON_SORTS, type ListInput, listPage, listQuery } from '../http/requests/list';
import { parseQuery } from '../http/requests/parse';
import type { Visit } from './page';
import { withQuery } from './paths';

/** Numbers of rows of a page; the first unless another is chosen. */
const SIZES = ['25', '50', '100', '200'] as const;

const NEWEST = { value: '-created_at', label: 'Newest first' } as const;

/** An order that a list can have. */
export interface Order {
  /** A sort key, with `-` descending. */
  readonly value: string;
  readonly label: string;
}

export const COMMON_ORDERS: readonly Order[] = [
  NEWEST,
  { value: 'created_at', label: 'Oldest first' },
  { value: '-updated_at', label: 'Last changed first' },
];

/** Of a list that can be ordered by name too. */
export const BY_NAME = {
  orders: [
    ...COMMON_ORDERS,
    { value: 'name', label: 'Name, A to Z' },
    { value: '-name', label: 'Name, Z to A' },
  ],
  sorts: { name: 'text' },
} as const;

export interface ShownList<Row> {
  readonly data: readonly Row[];
  /** Addresses of the next and first pages of the list; `first` is undefined on the first page. */
  readonly next: string | undefined;
  readonly first: string | undefined;
  /** The orders and numbers of rows that can be chosen, and those that are. */
  readonly orders: readonly Order[];
  readonly sort: string;
  readonly sizes: readonly string[];
  readonly size: string;
  /** Whether there may be rows that it does not show: it has a filter, or is not the first page. */
  readonly is_filtered: boolean;
}

export type Filters = Readonly<Record<string, string | undefined>>;

export interface ListKind {
  readonly filters?: Readonly<Record<string, z.ZodType<string>>>;
  /** By default the newest first only. */
  readonly orders?: readonly Order[];
  /** Sort keys besides those that every list has. */
  readonly sorts?: Readonly<Record<string, SortKind>>;
  readonly ids?: z.ZodType<string>;
}

/**
 * One page of a list, by the rules of the JSON interface: keyset cursors that are bound to the filters.
 *
 * @throws DomainError invalid_filter; validation_error for a cursor of another list
 */
export async function shownList<Row>(
  path: string,
  { query }: Pick<Visit, 'query'>,
  { filters = {}, orders = [NEWEST], sorts = {}, ids }: ListKind,
  load: (filters: Filters, page: PageRequest) => Promise<Page<Row>>,
): Promise<ShownList<Row>> {
  const asked = Object.fromEntries(Object.keys(filters).map((name) => [name, query[name]]));
  const size = SIZES.find((one) => one === query.limit) ?? SIZES[0];
  const sort = query.sort ?? orders[0]!.value;
  const given = JSON.parse(JSON.stringify({ ...asked, sort, cursor: query.cursor, limit: size })) as object;
  const parsed = parseQuery(listQuery(filters, sorts), given, new Set()) as unknown as ListInput;
  const { data, next_cursor } = await listPage(
    path,
    parsed,
    { ...COMMON_SORTS, ...sorts },
    (page) => load(asked, page),
    ids,
  );
  const chosen = { ...asked, sort: query.sort, limit: query.limit && size };
  return {
    data,
    next: next_cursor === null ? undefined : withQuery(path, { ...chosen, cursor: next_cursor }),
    first: query.cursor === undefined ? undefined : withQuery(path, chosen),
    orders,
    sort,
    sizes: SIZES,
    size,
    is_filtered: [...Object.values(asked), query.cursor].some((value) => value !== undefined),
  };
}
