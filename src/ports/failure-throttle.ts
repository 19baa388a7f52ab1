/** Counts failed authentications by their source. */
export interface FailureThrottle {
  /** @returns the delay of the response to this failure, in milliseconds */
  delayFor(source: string): Promise<number>;
}
