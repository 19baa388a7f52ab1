import type { AttemptWindow, LockoutLimits } from '../../domain/access/failed-attempts';

/** The maps of failed attempts that a node has. */
export type AttemptsName = 'unknown_attempts' | 'sign_in_attempts';

/** The id of a key of the mutex, a wait or a hashing slot, which a worker has until it releases it. */
export type Lease = number;

/** The functions of the primary process through which a worker uses the memory of the node. */
export interface MemoryFunctions {
  findAttempts(name: AttemptsName, key: string): Promise<AttemptWindow | undefined>;
  reserveAttempt(
    name: AttemptsName,
    key: string,
    now: Date,
    limits: LockoutLimits,
  ): Promise<AttemptWindow | undefined>;
  releaseAttempt(name: AttemptsName, key: string): Promise<void>;
  delayFor(source: string): Promise<number>;
  acquireMutex(key: string): Promise<Lease>;
  enterWait(reader: string, max: number): Promise<Lease | undefined>;
  takeSlot(): Promise<Lease>;
  waitInQueue(): Promise<boolean>;
  hash(slot: Lease, text: string, salt_of: string | undefined): Promise<string>;
  match(slot: Lease, text: string, hashes: readonly string[]): Promise<string | undefined>;
  end(lease: Lease): void;
}
