import type { AttemptWindows } from './access/attempt-windows';
import type { SlowHashing } from './access/secrets';
import type { KeyedMutex } from './access/keyed-mutex';
import type { CountedWaits } from './counted-waits';
import type { FailureThrottle } from './failure-throttle';

/**
 * What a node counts in memory, and its threads for hashing. With several worker processes all of them share it:
 * otherwise a limit would be multiplied by their number, and an unknown client_id would be locked out later than a
 * known one, whose attempts the database counts.
 */
export interface NodeMemory {
  /** Attempts with unknown client ids. Those with known ones are counted by the database. */
  readonly unknown_attempts: AttemptWindows;
  /** Attempts to sign in to the console, by source network. */
  readonly sign_in_attempts: AttemptWindows;
  /** Failed authentications at the management listener. */
  readonly failures: FailureThrottle;
  /** Held while a secret is verified; the key is the client_id. */
  readonly verification_mutex: KeyedMutex;
  /** Requests that wait for events, by client. */
  readonly waits: CountedWaits;
  readonly hashing: SlowHashing & { close(): Promise<void> };
}
