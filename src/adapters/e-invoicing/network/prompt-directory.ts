import type { Lookup, ParticipantDirectory } from '../../../ports/e-invoicing/e-invoice-network';
import type { Log } from '../../../ports/log';

/** Time limit for a look-up, in milliseconds. A caller waits for the result. */
const TIMEOUT_MS = 3_000;

/** Adds a time limit to a directory. */
export class PromptDirectory implements ParticipantDirectory {
  constructor(
    private readonly directory: ParticipantDirectory,
    private readonly log: Log,
    private readonly timeout_ms = TIMEOUT_MS,
  ) {}

  async lookup(participant: string): Promise<Lookup> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Lookup>((resolve) => {
      const reason = `it took more than ${this.timeout_ms / 1000} s.`;
      timer = setTimeout(() => resolve({ kind: 'unavailable', reason }), this.timeout_ms);
    });
    const answer = this.directory.lookup(participant).catch((error: unknown): Lookup => {
      this.log.error('The directory could not be asked', error);
      return { kind: 'unavailable', reason: 'it cannot be reached.' };
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }
}
