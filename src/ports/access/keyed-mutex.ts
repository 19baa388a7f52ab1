/** Releases the key for the next caller. */
export type ReleaseKey = () => void;

/** Lets one caller at a time work on a key, in the order in which the callers came. */
export interface KeyedMutex {
  /** Waits until all earlier callers have released the key. */
  acquire(key: string): Promise<ReleaseKey>;
}
