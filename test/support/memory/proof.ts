import { type CheckpointProgress, NO_CHECKPOINT } from '../../../src/domain/events/checkpoints';
import type { ChainedEvent } from '../../../src/domain/events/event';
import type { StoredEvent } from '../../../src/domain/events/verification';
import type { CheckpointRepository, StoredCheckpoint } from '../../../src/ports/events/checkpoint-repository';
import type { LoggedEvent } from '../../../src/ports/events/event-log';
import type { StoredLog, StoredRow } from '../../../src/ports/events/stored-log';
import type { VerificationResult, VerificationResults } from '../../../src/ports/events/verification-results';
import type { SigningKey, SigningKeyRepository } from '../../../src/ports/events/signing-keys';

/** The logs of companies, in memory. */
export class MemoryLogs {
  private readonly logs = new Map<string, StoredEvent[]>();

  async insert(company_id: string, rows: readonly StoredEvent[]): Promise<void> {
    this.logs.set(company_id, [...this.of(company_id), ...rows]);
  }

  of(company_id: string): readonly StoredEvent[] {
    return this.logs.get(company_id) ?? [];
  }

  companies(): string[] {
    return [...this.logs.keys()].sort();
  }
}

/** The events of a document and of its attachments, in order. */
export function eventsOfDocument(log: readonly StoredEvent[], document_id: string): LoggedEvent[] {
  const isAbout = ({ type, resource_id, body }: StoredEvent) => {
    const { data } = JSON.parse(body) as ChainedEvent;
    return (
      resource_id === document_id || (type.startsWith('attachment.') && data.document_id === document_id)
    );
  };
  return log.filter(isAbout).map(loggedEvent);
}

/** What readers get of a row. */
export function loggedEvent({ position, id, type, resource_id, body }: StoredEvent): LoggedEvent {
  return { position, id, type, resource_id, body };
}

export class MemoryCheckpointRepository implements CheckpointRepository {
  private readonly stored = new Map<string, StoredCheckpoint[]>();

  constructor(private readonly logs: MemoryLogs) {}

  async companiesDue(today: string, limit: number, after: string | undefined): Promise<string[]> {
    const due: string[] = [];
    for (const company_id of this.logs.companies()) {
      const { position, day } = await this.progress(company_id);
      const [next] = await this.datedLinks(company_id, position + 1, position + 1);
      if (!next || (after !== undefined && company_id <= after)) continue;
      const head = this.logs.of(company_id).at(-1)!.position;
      const next_day = next.occurred_at.slice(0, 10);
      const is_past = (day !== null && day > next_day ? day : next_day) < today;
      if (is_past || Math.floor(head / 1_000) * 1_000 > position) due.push(company_id);
    }
    return due.slice(0, limit);
  }

  async progress(company_id: string): Promise<CheckpointProgress> {
    return this.of(company_id).at(-1) ?? NO_CHECKPOINT;
  }

  async datedLinks(company_id: string, from: number, to: number) {
    return this.logs
      .of(company_id)
      .filter(({ position }) => position >= from && position <= to)
      .map(({ position, hash, body }) => {
        const { occurred_at } = JSON.parse(body) as ChainedEvent;
        return { position, hash, occurred_at };
      });
  }

  async insertAll(company_id: string, checkpoints: readonly StoredCheckpoint[]): Promise<void> {
    const before = this.of(company_id);
    const taken = new Set(before.map(({ position }) => position));
    const all = [...before, ...checkpoints.filter(({ position }) => !taken.has(position))];
    this.stored.set(
      company_id,
      all.sort((a, b) => a.position - b.position),
    );
  }

  async list(company_id: string, after: number, limit: number) {
    const following = this.of(company_id).filter(({ position }) => position > after);
    return following.slice(0, limit).map(({ day: _day, ...checkpoint }) => checkpoint);
  }

  private of(company_id: string): readonly StoredCheckpoint[] {
    return this.stored.get(company_id) ?? [];
  }
}

export class MemoryStoredLog implements StoredLog {
  constructor(private readonly logs: MemoryLogs) {}

  async rows(company_id: string, after: number, until: number, limit: number): Promise<StoredRow[]> {
    const log = this.logs.of(company_id);
    return log
      .filter(({ position }) => position > after && position <= until)
      .slice(0, limit)
      .map((row) => ({ ...row, is_latest: !this.hasLater(company_id, row.resource_id, row.position) }));
  }

  async isSuperseded(company_id: string, resource_id: string, position: number): Promise<boolean> {
    return this.hasLater(company_id, resource_id, position);
  }

  async ofDocument(company_id: string, document_id: string): Promise<LoggedEvent[]> {
    return eventsOfDocument(this.logs.of(company_id), document_id);
  }

  private hasLater(company_id: string, resource_id: string, position: number): boolean {
    return this.logs.of(company_id).some((row) => row.resource_id === resource_id && row.position > position);
  }
}

export class MemorySigningKeyRepository implements SigningKeyRepository {
  private readonly keys: SigningKey[] = [];

  async list(): Promise<SigningKey[]> {
    return [...this.keys].sort((a, b) => a.number - b.number);
  }

  async insert(key: SigningKey): Promise<boolean> {
    if (this.keys.some(({ number }) => number === key.number)) return false;
    this.keys.push(key);
    return true;
  }
}

export class MemoryVerificationResults implements VerificationResults {
  private readonly stored = new Map<string, VerificationResult>();

  async save(result: VerificationResult): Promise<void> {
    this.stored.set(result.company_id, result);
  }

  async find(company_id: string): Promise<VerificationResult | undefined> {
    return this.stored.get(company_id);
  }
}
