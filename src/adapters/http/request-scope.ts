import { AsyncLocalStorage } from 'node:async_hooks';

/** What the log says of the request that is being answered. */
export interface RequestScope {
  readonly request_id: string;
  /** The caller's own id for the request, when it sent a well-formed one. */
  readonly client_request_id?: string | undefined;
  client_id?: string;
  company_id?: string;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();
