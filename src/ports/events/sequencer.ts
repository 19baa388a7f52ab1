/** Gives committed events their positions, soon after the commit. */
export interface Sequencer {
  /** To be called after a commit that stored events of the company. */
  wake(company_id: string): void;
  /** Looks at intervals for events that were left without a position. */
  start(): void;
  /** Gives positions to all that is known to wait, then stops. */
  stop(): Promise<void>;
}
