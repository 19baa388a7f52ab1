import type { ConsoleSession } from '../../domain/access/console-session';

/** The keys by which a session is found. Both must match. */
export interface SessionKeys {
  /** Digest of the session token in the browser's cookie. */
  readonly token_digest: Uint8Array;
  /** Digest of the management token that the session was opened with, so that a new token ends all sessions. */
  readonly opened_with: Uint8Array;
}

/** The sessions of the console, shared by all nodes. */
export interface ConsoleSessionRepository {
  /** Stores the name of its person too, for `emailsOf`. */
  insert(session: ConsoleSession, keys: SessionKeys): Promise<void>;
  /** The latest e-mail address of each person that has ever signed in, by `sub`. */
  emailsOf(subs: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>;
  find(keys: SessionKeys): Promise<ConsoleSession | undefined>;
  /** The newest first; at most 200. */
  list(opened_with: Uint8Array): Promise<ConsoleSession[]>;
  /** Stores `seen_at` unless a later time is stored. */
  saveSeen(id: string, seen_at: Date): Promise<void>;
  delete(id: string): Promise<void>;
  deleteOthers(id: string): Promise<void>;
  /** @returns the number of deleted sessions */
  deleteEnded(began_until: Date, seen_until: Date): Promise<number>;
}
