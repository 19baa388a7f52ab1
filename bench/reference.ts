import { ask, startChild, stopChild } from './child';

export interface ReferenceOptions {
  readonly database_url: string;
  /** Where `/rows` finds its rows: the service's database. */
  readonly rows_url: string;
  /** The service's own, so that one access token does for both. */
  readonly jwt_secret: string;
}

/** Statements that `/transactions` runs one after the other, with other ids in place of `fresh_ids` each time. */
export interface PlainTransaction {
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
  readonly fresh_ids: readonly string[];
}

/** The plain Express handlers, in a separate process like the service. */
export interface Reference {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const child = startChild('reference-server', { NODE_ENV: 'production' });
  const port = await ask<number>(child, options);
  return { url: `http://127.0.0.1:${port}`, stop: () => stopChild(child) };
}
