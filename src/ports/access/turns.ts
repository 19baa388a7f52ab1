/** Ends a turn. */
export type EndTurn = () => void;

/** Lets one caller at a time work on a key, in the order in which the callers came. */
export interface Turns {
  /** Waits until the turns of earlier callers have ended. */
  take(key: string): Promise<EndTurn>;
}
