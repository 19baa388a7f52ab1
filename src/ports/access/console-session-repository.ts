import type { ConsoleSession } from '../../domain/access/console-session';

/** How a session is found. */
export interface SessionKeys {
  /** Of the token that its browser holds. */
  readonly token_digest: Uint8Array;
  /** Stands for the management token that it was opened with: a session of another one is never found. */
  readonly opened_with: Uint8Array;
}

/** The sessions of the console, of all nodes. */
export interface ConsoleSessionRepository {
  insert(session: ConsoleSession, keys: SessionKeys): Promise<void>;
  find(keys: SessionKeys): Promise<ConsoleSession | undefined>;
  /** The newest first; at most 200, of which each took the management token to open. */
  list(opened_with: Uint8Array): Promise<ConsoleSession[]>;
  /** `seen_at` never moves back. */
  saveSeen(id: string, seen_at: Date): Promise<void>;
  delete(id: string): Promise<void>;
  deleteOthers(id: string): Promise<void>;
  /** @returns how many there were */
  deleteEnded(began_until: Date, seen_until: Date): Promise<number>;
}
