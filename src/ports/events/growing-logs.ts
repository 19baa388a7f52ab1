/** Waits for events. */
export interface GrowingLogs {
  /**
   * Resolves when the log of the company has an event after the position, or earlier: at `until`, when the signal
   * aborts, or when the service stops.
   *
   * @param until - by `Timing.now_ms()`
   */
  wait(company_id: string, after: number, until: number, signal: AbortSignal): Promise<void>;
  /** Whether the service stops, so that nothing is waited for any more. */
  readonly isStopped: boolean;
}
