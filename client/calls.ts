import type { FetchOptions, FetchResponse, ParseAs } from 'openapi-fetch';
import type { paths } from './interface';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What the description says of a method of a path. */
type OperationOf<Path extends keyof paths, M extends Method> = NonNullable<paths[Path][M]>;

type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends object ? Path : never;
}[keyof paths];

type Init<Operation, As extends ParseAs> = FetchOptions<Operation> & { readonly parseAs?: As };

/**
 * As openapi-fetch's own, but for one thing: what is sent is held against its type member by member, so that one that
 * the operation does not have does not compile.
 */
type Call<M extends Method> = <Path extends PathsWith<M>, As extends ParseAs = 'json'>(
  path: Path,
  ...init: object extends FetchOptions<OperationOf<Path, M>>
    ? [init?: Init<OperationOf<Path, M>, As>]
    : [init: Init<OperationOf<Path, M>, As>]
) => Promise<FetchResponse<OperationOf<Path, M>, { parseAs: As }, `${string}/${string}`>>;

/** By method; `parseAs: 'arrayBuffer'` for what answers with a file. */
export interface InvoicingClient {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
}
