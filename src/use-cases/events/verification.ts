import { type Checkpoint, signedText } from '../../domain/events/checkpoints';
import type { ChainHead } from '../../domain/events/chain';
import {
  type Fault,
  headFault,
  NOTHING_VERIFIED,
  type Verified,
  verifiedPage,
} from '../../domain/events/verification';
import { existing } from '../../domain/errors';
import type { Clock } from '../../ports/clock';
import type { CheckpointRepository } from '../../ports/events/checkpoint-repository';
import type { EventLog } from '../../ports/events/event-log';
import type { PublicKey, Signatures } from '../../ports/events/signing-keys';
import type { StoredLog, StoredRow } from '../../ports/events/stored-log';
import type { VerificationResult, VerificationResults } from '../../ports/events/verification-results';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { EventPositions } from './positions';
import type { SigningKeys } from './signing-keys';
import type { CurrentResources } from './current-resources';

/** Rows that are checked at once. A page takes a few milliseconds, in which no other request runs. */
const PAGE = 250;
/** Faults that are reported. */
const MAX_FAULTS = 100;

/** What the verification of a company's log found. */
export interface VerificationReport {
  /** The number of events that were checked. */
  readonly events: number;
  /** The head of the chain when the verification began. */
  readonly head: ChainHead;
  /** The first 100, in the order of their positions within each page of the log. */
  readonly faults: readonly Fault[];
}

/** What a verification reads. */
export interface VerifiedSources {
  readonly log: Pick<EventLog, 'head'>;
  readonly stored: StoredLog;
  readonly checkpoints: Pick<CheckpointRepository, 'list'>;
  readonly keys: Pick<SigningKeys, 'list'>;
  readonly signatures: Pick<Signatures, 'isValid'>;
  readonly resources: Pick<CurrentResources, 'faultOf'>;
  readonly positions: Pick<EventPositions, 'give'>;
  readonly results: VerificationResults;
  readonly clock: Clock;
}

/** Checks the log of a company, its checkpoints, and the resources that its events are about. */
export class LogVerification {
  constructor(private readonly from: VerifiedSources) {}

  /** The result of the last verification of the company's log; undefined when it was never verified. */
  lastResult(company_id: string): Promise<VerificationResult | undefined> {
    return this.from.results.find(company_id);
  }

  /**
   * Reads the log in pages, so that memory does not depend on its length. Stores the result.
   *
   * @param signal - stops the verification
   * @param onChecked - called after each page with the number of events that were checked
   * @throws DomainError not_found; the signal's reason
   */
  async verify(
    unit: UnitOfWork,
    company_id: string,
    signal: AbortSignal,
    onChecked: (events: number) => void = () => undefined,
  ): Promise<VerificationReport> {
    existing(await unit.read(({ companies }) => companies.find(company_id)), 'company');
    await this.from.positions.give(company_id);
    const { position, hash } = await this.from.log.head(company_id);
    const keys = new Map((await this.from.keys.list()).map((key) => [key.key_id, key]));
    const faults: Fault[] = [];
    let verified: Verified = NOTHING_VERIFIED;
    const checkpoints = new CheckpointReader(this.from.checkpoints, company_id);
    const read = (after: number) => this.from.stored.rows(company_id, after, position, PAGE);
    // No event has a position below 1, so a row that has one was inserted.
    for (let next = read(Number.MIN_SAFE_INTEGER); ;) {
      signal.throwIfAborted();
      const rows = await next;
      if (rows.length === 0) break;
      // The database reads the next page while this one is checked.
      next = read(rows.at(-1)!.position);
      next.catch(() => undefined); // thrown when it is awaited, unless the check of this page fails
      const page = verifiedPage(verified, rows);
      if (faults.length < MAX_FAULTS) {
        const signed = await checkpoints.upTo(rows.at(-1)!.position);
        const broken = this.checkpointFaults(company_id, signed, rows, keys);
        const resources = await this.resourceFaults(unit, company_id, rows, page.events);
        faults.push(...[...page.faults, ...broken, ...resources].sort(byPosition));
      }
      ({ verified } = page);
      onChecked(verified.events);
    }
    const end = headFault(verified, { position, hash }) ?? (await this.rowBeyondHead(company_id));
    if (end) faults.push(end);
    const cut = await this.checkpointBeyondHead(company_id, verified.position);
    if (cut) faults.push(cut);
    const report = { events: verified.events, head: { position, hash }, faults: faults.slice(0, MAX_FAULTS) };
    await this.from.results.save({
      company_id,
      position,
      verified_at: this.from.clock.now(),
      faults: report.faults.length,
      first_fault: report.faults[0]?.reason ?? null,
    });
    return report;
  }

  /** @param checkpoints - those up to the last of the rows that were not checked with the page before */
  private checkpointFaults(
    company_id: string,
    checkpoints: readonly Checkpoint[],
    rows: readonly StoredRow[],
    keys: ReadonlyMap<string, PublicKey>,
  ): Fault[] {
    if (checkpoints.length === 0) return [];
    const hashes = new Map(rows.map((row) => [row.position, row.hash]));
    return checkpoints.flatMap((checkpoint) => {
      const { position, hash } = checkpoint;
      if (!this.isSigned(company_id, checkpoint, keys))
        return { position, reason: 'The signature of the checkpoint is not valid.' };
      const is_same = !hashes.has(position) || hashes.get(position) === hash;
      return is_same ? [] : { position, reason: 'The checkpoint has another hash than the event.' };
    });
  }

  private isSigned(
    company_id: string,
    checkpoint: Checkpoint,
    keys: ReadonlyMap<string, PublicKey>,
  ): boolean {
    const key = keys.get(checkpoint.key_id);
    const text = signedText(company_id, checkpoint);
    return key !== undefined && this.from.signatures.isValid(key, text, checkpoint.signature);
  }

  private async resourceFaults(
    unit: UnitOfWork,
    company_id: string,
    rows: readonly StoredRow[],
    events: ReturnType<typeof verifiedPage>['events'],
  ): Promise<Fault[]> {
    const latest = rows.flatMap(({ position, is_latest }) => (is_latest ? (events.get(position) ?? []) : []));
    const faults: Fault[] = [];
    for (let start = 0; start < latest.length; start += AT_ONCE) {
      const checks = latest.slice(start, start + AT_ONCE).map(async (event) => {
        const reason = await this.from.resources.faultOf(unit, company_id, event);
        if (reason === undefined) return;
        const { position, resource } = event;
        // The resource may have changed since the row was read.
        await this.from.positions.give(company_id);
        if (await this.from.stored.isSuperseded(company_id, resource.id, position)) return;
        faults.push({ position, reason });
      });
      await Promise.all(checks);
    }
    return faults;
  }

  /** A row after the head of the chain, which no append has stored. */
  private async rowBeyondHead(company_id: string): Promise<Fault | undefined> {
    const before = await this.from.log.head(company_id);
    const [row] = await this.from.stored.rows(company_id, before.position, Number.MAX_SAFE_INTEGER, 1);
    // An append stores rows and head in one statement, so the head is now at the row, or beyond it.
    const after = await this.from.log.head(company_id);
    return row && row.position > after.position ? headFault(row, after) : undefined;
  }

  /** A checkpoint after the last row shows that the end of the log was removed, together with its head. */
  private async checkpointBeyondHead(company_id: string, last: number): Promise<Fault | undefined> {
    const [next] = await this.from.checkpoints.list(company_id, last, 1);
    if (!next) return undefined;
    // A checkpoint is signed after its event is stored, so the head is now at the checkpoint, or beyond it.
    const head = await this.from.log.head(company_id);
    if (next.position <= head.position) return undefined;
    return { position: next.position, reason: 'The event of the checkpoint is missing.' };
  }
}

/** Reads checkpoints in the order of their positions, many at once. */
class CheckpointReader {
  private read: readonly Checkpoint[] = [];
  private last = 0;
  private is_end = false;

  constructor(
    private readonly checkpoints: VerifiedSources['checkpoints'],
    private readonly company_id: string,
  ) {}

  /** @returns the checkpoints up to a position that it has not returned before */
  async upTo(position: number): Promise<Checkpoint[]> {
    const found: Checkpoint[] = [];
    for (;;) {
      const until = this.read.findIndex((checkpoint) => checkpoint.position > position);
      found.push(...this.read.slice(0, until === -1 ? undefined : until));
      this.read = until === -1 ? [] : this.read.slice(until);
      if (this.read.length > 0 || this.is_end) return found;
      this.read = await this.checkpoints.list(this.company_id, this.last, PAGE);
      this.last = this.read.at(-1)?.position ?? this.last;
      this.is_end = this.read.length < PAGE;
    }
  }
}

/** Resources that are read at the same time. */
const AT_ONCE = 8;

function byPosition(a: Fault, b: Fault): number {
  return a.position - b.position;
}
