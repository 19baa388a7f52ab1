import type { FetchOptions } from 'openapi-fetch';
import type { paths } from './interface.ts';

export interface AnyPage {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

/** The page that `GET` of a path returns; `never` for a path that is not a list. */
export type PageOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Page extends AnyPage } } } };
}
  ? Page
  : never;

/** The paths of lists. */
export type ListPath = { [Path in keyof paths]: PageOf<Path> extends never ? never : Path }[keyof paths];

export type RowOf<Path extends ListPath> = PageOf<Path>['data'][number];

/** Filters, sort and `limit` of a list, and the ids in its path. */
export type ListInit<Path extends ListPath> = FetchOptions<NonNullable<paths[Path]['get']>>;

/** The input of a call, as far as it matters here. */
export interface ListCall {
  readonly params?: { readonly query?: object };
}

/**
 * The pages of a list, each requested when the previous one has been processed.
 *
 * @param read - returns the page that the input of a call asks for
 */
export async function* pagesFrom<Page extends AnyPage>(
  read: (init: ListCall) => Promise<Page>,
  init: ListCall = {},
): AsyncGenerator<Page, void, undefined> {
  let call = init;
  for (;;) {
    const page = await read(call);
    yield page;
    const { next_cursor: cursor } = page;
    if (cursor === null) return;
    call = { ...init, params: { ...init.params, query: { ...init.params?.query, cursor } } };
  }
}

/** The rows of pages, one by one. */
export async function* rowsFrom<Row>(
  pages: AsyncIterable<{ readonly data: readonly Row[] }>,
): AsyncGenerator<Row, void, undefined> {
  for await (const { data } of pages) yield* data;
}
