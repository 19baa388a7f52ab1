/** Counts failed authentications by their source. */
export interface FailureBrake {
  /** @returns the delay of the response to this failure, in milliseconds */
  pauseFor(source: string): Promise<number>;
}
