import { type Checkpoint, dueCheckpoints, endOfSearch, signedText } from '../../domain/events/checkpoints';
import type { Clock } from '../../ports/clock';
import type { CheckpointRepository } from '../../ports/events/checkpoint-repository';
import type { Page, PageRequest } from '../../ports/page';
import type { SigningKeys } from './signing-keys';

const COMPANIES_AT_ONCE = 100;

/** Signed checkpoints of the chains of all companies. */
export class Checkpoints {
  constructor(
    private readonly checkpoints: CheckpointRepository,
    private readonly keys: Pick<SigningKeys, 'signer'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs all checkpoints that are due. Every node does so at an interval: what is due follows from the log and the
   * stored checkpoints, so a node that dies leaves its work to the others, and a position has one checkpoint however
   * many nodes sign it.
   *
   * @returns the number of signed checkpoints
   * @throws the first error of a company, such as one with a damaged log, after the other companies have their
   *   checkpoints
   */
  async sign(): Promise<number> {
    const today = this.clock.now().toISOString().slice(0, 10);
    let signed = 0;
    let page: string[] = [];
    const failures: unknown[] = [];
    do {
      page = await this.checkpoints.companiesDue(today, COMPANIES_AT_ONCE, page.at(-1));
      for (const company_id of page) {
        try {
          signed += await this.signOf(company_id, today);
        } catch (error) {
          failures.push(error);
        }
      }
    } while (page.length === COMPANIES_AT_ONCE);
    if (failures.length > 0) throw failures[0];
    return signed;
  }

  /** A page of a company's checkpoints, in the order of their positions. */
  async list(company_id: string, after: number, { limit, ...page }: PageRequest): Promise<Page<Checkpoint>> {
    const start = page.after ? Number(page.after.id) : after;
    const found = await this.checkpoints.list(company_id, start, limit + 1);
    const data = found.slice(0, limit);
    const next = found.length > limit ? { value: '', id: String(data.at(-1)!.position) } : null;
    return { data, next };
  }

  private async signOf(company_id: string, today: string): Promise<number> {
    let signed = 0;
    let progress = await this.checkpoints.progress(company_id);
    for (;;) {
      const from = progress.position + 1;
      const links = await this.checkpoints.datedLinks(company_id, from, endOfSearch(progress));
      const due = dueCheckpoints(progress, links, today);
      if (due.length === 0) return signed;
      const { key_id, sign } = await this.keys.signer();
      const at = this.clock.now().toISOString();
      await this.checkpoints.insertAll(
        company_id,
        due.map((one) => {
          const signature = sign(signedText(company_id, { ...one, at }));
          return { ...one, at, key_id, signature };
        }),
      );
      signed += due.length;
      progress = due.at(-1)!;
    }
  }
}
