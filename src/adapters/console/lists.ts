import type { z } from 'zod';
import type { Page, PageRequest } from '../../ports/page';
import { COMMON_SORTS, type ListInput, listPage, listQuery } from '../http/requests/list';
import { parseQuery } from '../http/requests/parse';
import type { Visit } from './page';
import { withQuery } from './paths';

const ROWS = '25';

export interface ShownList<Row> {
  readonly data: readonly Row[];
  /** Addresses of the next and first pages of the list; `first` is undefined on the first page. */
  readonly next: string | undefined;
  readonly first: string | undefined;
}

type Filters = Readonly<Record<string, string | undefined>>;

/**
 * One page of a list, by the rules of the JSON interface: keyset cursors that are bound to the filters, newest first.
 *
 * @param filters - schemas of the filters
 * @throws DomainError invalid_filter; validation_error for a cursor of another list
 */
export async function shownList<Row>(
  path: string,
  { query }: Visit,
  filters: Readonly<Record<string, z.ZodType<string>>>,
  load: (filters: Filters, page: PageRequest) => Promise<Page<Row>>,
  ids?: z.ZodType<string>,
): Promise<ShownList<Row>> {
  const asked = Object.fromEntries(Object.keys(filters).map((name) => [name, query[name]]));
  const given = JSON.parse(JSON.stringify({ ...asked, cursor: query.cursor, limit: ROWS })) as object;
  const parsed = parseQuery(listQuery(filters, {}), given, new Set()) as unknown as ListInput;
  const { data, next_cursor } = await listPage(path, parsed, COMMON_SORTS, (page) => load(asked, page), ids);
  return {
    data,
    next: next_cursor === null ? undefined : withQuery(path, { ...asked, cursor: next_cursor }),
    first: query.cursor === undefined ? undefined : withQuery(path, asked),
  };
}
