import type { FetchOptions, FetchResponse, ParseAs } from 'openapi-fetch';
import type { Event } from './event-types.ts';
import type { EventsOptions } from './events.ts';
import type { paths } from './interface.ts';
import type { ListInit, ListPath, PageOf, RowOf } from './pages.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The OpenAPI operation of a method and path. */
type OperationOf<Path extends keyof paths, M extends Method> = NonNullable<paths[Path][M]>;

type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends object ? Path : never;
}[keyof paths];

type Init<Operation, As extends ParseAs> = FetchOptions<Operation> & { readonly parseAs?: As };

/**
 * The same signature as openapi-fetch's, except that the input is compared with its type member by member, so that an
 * unknown member does not compile.
 */
type Call<M extends Method> = <Path extends PathsWith<M>, As extends ParseAs = 'json'>(
  path: Path,
  ...init: object extends FetchOptions<OperationOf<Path, M>>
    ? [init?: Init<OperationOf<Path, M>, As>]
    : [init: Init<OperationOf<Path, M>, As>]
) => Promise<FetchResponse<OperationOf<Path, M>, { parseAs: As }, `${string}/${string}`>>;

/** Optional where the path has no id. */
type ListArguments<Path extends ListPath> =
  object extends ListInit<Path> ? [init?: ListInit<Path>] : [init: ListInit<Path>];

/** The methods of the client. Use `parseAs: 'arrayBuffer'` for operations that return a file. */
export interface InvoicingClient {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
  /**
   * The rows of a list, page by page: a page is requested when all rows of the previous one have been processed.
   *
   * @throws ApiError
   */
  readonly rows: <Path extends ListPath>(
    path: Path,
    ...init: ListArguments<Path>
  ) => AsyncGenerator<RowOf<Path>, void, undefined>;
  /**
   * The pages of a list. To go on later, store `next_cursor` and pass it as `cursor`.
   *
   * @throws ApiError
   */
  readonly pages: <Path extends ListPath>(
    path: Path,
    ...init: ListArguments<Path>
  ) => AsyncGenerator<PageOf<Path>, void, undefined>;
  /**
   * The events after a position, and then each new one as it happens, until `signal` is aborted. Store `position` of an
   * event when it is processed, and pass it as `after` next time: then none is missed.
   *
   * @throws ApiError
   */
  readonly events: (options?: EventsOptions) => AsyncGenerator<Event, void, undefined>;
}
