/** Ends a wait. */
export type EndWait = () => void;

/** Counts the requests of each reader that wait at the same time. */
export interface CountedWaits {
  /** @returns undefined when `max` requests of the reader are waiting already */
  enter(reader: string, max: number): Promise<EndWait | undefined>;
}
