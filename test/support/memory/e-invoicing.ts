import { randomUUID } from 'node:crypto';
import type { DocumentType } from '../../../src/domain/documents/document-type';
import { PEPPOL_STATUS_ROWS } from '../../../src/domain/documents/document-status';
import type { PartyKeys } from '../../../src/domain/e-invoicing/addressing';
import {
  type DocumentTransmission,
  isAcceptedByNetwork,
  isResponse,
  type Transmission,
} from '../../../src/domain/e-invoicing/transmission';
import { DomainError } from '../../../src/domain/errors';
import type {
  NumberedSend,
  ManagedTransmission,
  SentPayload,
  TakenTransmission,
  TransmissionChange,
  TransmissionFilters,
  TransmissionRepository,
} from '../../../src/ports/e-invoicing/transmission-repository';
import type { OriginalFile } from '../../../src/ports/e-invoicing/reception-repository';
import type { DelayedJob, JobRepository, TransmissionJob } from '../../../src/ports/job-queue';
import type { Page, PageRequest } from '../../../src/ports/page';
import type { Repositories } from '../../../src/ports/unit-of-work';
import { isUpdatedSince, pageOf, TIMES } from './page';
import { MemoryReceptionRepository } from './receptions';
import { MemoryRefusedMessageRepository, type StoredRefusal } from './refused-messages';
import { Table } from './table';
import type { Session } from './tables';

interface StoredTransmission extends Transmission {
  readonly payload: Uint8Array;
}

interface StoredReception extends OriginalFile {
  readonly sender: PartyKeys;
  readonly type_code: string | null;
}

interface StoredMessage {
  readonly message_id: string;
  readonly document_id: string;
  readonly received_at: Date;
  readonly content: Uint8Array | null;
}

export interface StoredJob extends TransmissionJob {
  readonly id: string;
  /** Seconds from when it was added until it is due. */
  readonly delay_s: number;
}

export function eInvoicingTables() {
  return {
    /** By company and message id. */
    transmissions: Table.empty<StoredTransmission>(),
    /** By company and document. */
    receptions: Table.empty<StoredReception>(),
    /** By company and message id. */
    inbound_messages: Table.empty<StoredMessage>(),
    /** By id. */
    refused_messages: Table.empty<StoredRefusal>(),
    jobs: Table.empty<StoredJob>(),
  };
}

type EInvoicingRepositories = Pick<
  Repositories,
  'jobs' | 'receptions' | 'refused_messages' | 'transmissions'
>;

export function eInvoicingRepositories(session: Session): EInvoicingRepositories {
  return {
    jobs: new MemoryJobRepository(session),
    receptions: new MemoryReceptionRepository(session),
    refused_messages: new MemoryRefusedMessageRepository(session),
    transmissions: new MemoryTransmissionRepository(session),
  };
}

class MemoryJobRepository implements JobRepository {
  constructor(private readonly session: Session) {}

  async add(job: TransmissionJob, delay_s: number) {
    const id = randomUUID();
    this.session.tables.jobs.set({ ...job, id, delay_s }, id);
  }

  async addAll(jobs: readonly DelayedJob[]) {
    for (const { delay_s, ...job } of jobs) await this.add(job, delay_s);
  }

  async removeAll(ids: readonly string[]) {
    for (const id of ids) this.session.tables.jobs.delete(id);
  }

  async missing(transmissions: readonly TransmissionJob[]) {
    const jobs = new Set(this.session.tables.jobs.list().map(({ message_id }) => message_id));
    return transmissions.filter(({ message_id }) => !jobs.has(message_id));
  }
}

/** Bytes of a payload that comes along with its transmission. */
const SMALL = 131_072;

class MemoryTransmissionRepository implements TransmissionRepository {
  constructor(private readonly session: Session) {}

  async insert(company_id: string, transmission: Transmission, payload: Uint8Array) {
    const { documents, transmissions } = this.session.tables;
    const { document_id, message_id } = transmission;
    if (!documents.get(company_id, document_id)) throw new Error('A transmission without its document.');
    if (!isResponse(transmission) && this.of(company_id, document_id).some(isLive)) {
      throw new DomainError('already_sent', 'The document was sent already.');
    }
    transmissions.set({ ...transmission, payload }, company_id, message_id);
  }

  async insertNumbered(company_id: string, { transmission, payload: [head, tail] }: NumberedSend) {
    const { document_id, message_id } = transmission;
    const { number } = this.session.tables.documents.get(company_id, document_id)!;
    await this.insert(company_id, transmission, Buffer.concat([head, Buffer.from(number), tail]));
    await new MemoryJobRepository(this.session).add({ company_id, message_id }, 0);
  }

  async find(company_id: string, message_id: string) {
    const stored = this.session.tables.transmissions.get(company_id, message_id);
    return stored && transmissionOf(stored);
  }

  async findPayload(company_id: string, message_id: string) {
    return this.session.tables.transmissions.get(company_id, message_id)?.payload;
  }

  async findSent(company_id: string, document_id: string, message_id: string) {
    const found = this.of(company_id, document_id).find((one) => one.message_id === message_id);
    return found && sentPayload(found);
  }

  async findLatestSent(company_id: string, document_id: string) {
    const latest = this.of(company_id, document_id).sort(byCreation).at(-1);
    return latest && sentPayload(latest);
  }

  async readPayload(company_id: string, message_id: string, start: number, length: number) {
    const payload = await this.findPayload(company_id, message_id);
    if (!payload) throw new Error('No such transmission.');
    return payload.subarray(start, start + length);
  }

  async list(
    company_id: string,
    document_id: string,
    { updated_since }: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ) {
    const found = this.of(company_id, document_id).filter(isUpdatedSince(updated_since)).map(transmissionOf);
    return pageOf(found, page, TIMES, ({ message_id }) => message_id);
  }

  async listOfCompany(company_id: string, page: PageRequest) {
    const { documents, transmissions } = this.session.tables;
    const found = transmissions.list(company_id).map((stored) => {
      const { number, type } = documents.get(company_id, stored.document_id)!;
      return { ...transmissionOf(stored), number, type };
    });
    return pageOf(found, page, TIMES, ({ message_id }) => message_id);
  }

  async listOfAll(
    { company_id, state, receiver, updated_since }: TransmissionFilters,
    page: PageRequest,
  ): Promise<Page<ManagedTransmission>> {
    const { companies, documents, transmissions } = this.session.tables;
    const found = transmissions
      .entries()
      .filter(([[of]]) => company_id === undefined || of === company_id)
      .map(([[of], stored]) => {
        const { id, number, type } = documents.get(of!, stored.document_id)!;
        const { name } = companies.get(of!)!;
        return { ...transmissionOf(stored), company: { id: of!, name }, document: { id, number, type } };
      })
      .filter(isUpdatedSince(updated_since))
      .filter((one) => state === undefined || one.state === state)
      .filter((one) => receiver === undefined || one.receiver.toLowerCase() === receiver.toLowerCase());
    return pageOf(found, page, TIMES, ({ message_id }) => message_id);
  }

  async findCompany(message_id: string) {
    const entries = this.session.tables.transmissions.entries();
    return entries.find(([[, id]]) => id === message_id)?.[0][0];
  }

  async listUntouched(
    before: Date,
    { after, limit }: { readonly after: string | undefined; readonly limit: number },
  ) {
    return this.session.tables.transmissions
      .entries()
      .filter(([, { state, updated_at }]) => state === 'pending' && updated_at < before)
      .map(([[company_id], { message_id }]) => ({ company_id: company_id!, message_id }))
      .filter(({ message_id }) => after === undefined || message_id > after)
      .sort((a, b) => (a.message_id < b.message_id ? -1 : 1))
      .slice(0, limit);
  }

  async findLatestOfNumber(
    company_id: string,
    { number, receiver, type }: { number: string; receiver: string; type: DocumentType | null },
  ) {
    const { documents, transmissions } = this.session.tables;
    const own = documents
      .list(company_id)
      .filter((document) => document.number === number && document.journal_id !== null)
      .filter((document) => type === null || document.type === type);
    const ids = new Set(own.map(({ id }) => id));
    const found = transmissions
      .list(company_id)
      .filter(({ document_id }) => ids.has(document_id))
      .filter((one) => one.receiver.toLowerCase() === receiver.toLowerCase());
    const latest = found.sort(byCreation).at(-1);
    return latest && transmissionOf(latest);
  }

  async take(company_id: string, message_id: string, now: Date): Promise<TakenTransmission | undefined> {
    const { documents, transmissions } = this.session.tables;
    const stored = transmissions.get(company_id, message_id);
    if (!stored || PEPPOL_STATUS_ROWS[stored.state].next.length === 0) return undefined;
    const started = { at: now.toISOString(), outcome: 'started', message: null } as const;
    const taken = {
      ...stored,
      generation: stored.generation + 1,
      updated_at: now,
      attempts: isAcceptedByNetwork(stored) ? stored.attempts : [...stored.attempts, started],
    };
    transmissions.set(taken, company_id, message_id);
    const { payload, ...transmission } = taken;
    return {
      ...transmission,
      document: documents.get(company_id, stored.document_id)!,
      payload_size: payload.length,
      payload: payload.length <= SMALL ? payload : null,
    };
  }

  async complete(company_id: string, { message_id, generation }: Transmission, payload: Uint8Array) {
    const { transmissions } = this.session.tables;
    const stored = transmissions.get(company_id, message_id);
    if (!stored?.lacks_pdf || stored.generation !== generation || stored.state !== 'pending') return false;
    transmissions.set({ ...stored, payload, lacks_pdf: false }, company_id, message_id);
    return true;
  }

  async putBack(company_id: string, { message_id, generation }: Transmission) {
    const { transmissions } = this.session.tables;
    const stored = transmissions.get(company_id, message_id);
    if (stored?.generation !== generation || stored.attempts.at(-1)?.outcome !== 'started') return false;
    const attempts = stored.attempts.slice(0, -1);
    transmissions.set({ ...stored, generation: generation - 1, attempts }, company_id, message_id);
    return true;
  }

  async lock(company_id: string, message_id: string): Promise<DocumentTransmission | undefined> {
    const transmission = await this.find(company_id, message_id);
    if (!transmission) return undefined;
    const document = this.session.tables.documents.get(company_id, transmission.document_id)!;
    return { ...transmission, document };
  }

  async saveAll(company_id: string, changes: readonly TransmissionChange[]) {
    const documents = changes.map(({ before }) => before.document_id);
    return changes.map(
      ({ before, after }, index) =>
        documents.indexOf(before.document_id) === index && this.save(company_id, before, after),
    );
  }

  private save(company_id: string, before: DocumentTransmission, after: DocumentTransmission): boolean {
    const { documents, transmissions } = this.session.tables;
    const { message_id, document_id } = before;
    const stored = transmissions.get(company_id, message_id);
    const document = documents.get(company_id, document_id);
    if (!stored || document?.version !== before.document.version) return false;
    if (stored.generation !== before.generation || stored.state !== before.state) return false;
    const { state, attempts, finished_at, updated_at } = after;
    transmissions.set({ ...stored, state, attempts, finished_at, updated_at }, company_id, message_id);
    if (isResponse(before)) {
      documents.set({ ...document, responses: after.document.responses }, company_id, document_id);
      return true;
    }
    const { status, peppol_status, peppol_error, sent_at, version } = after.document;
    const reported = { status, peppol_status, peppol_error, sent_at, version };
    const time = { updated_at: after.document.updated_at };
    documents.set({ ...document, ...reported, ...time }, company_id, document_id);
    return true;
  }

  private of(company_id: string, document_id: string): StoredTransmission[] {
    const all = this.session.tables.transmissions.list(company_id);
    return all.filter((transmission) => transmission.document_id === document_id);
  }
}

function transmissionOf({ payload: _payload, ...transmission }: StoredTransmission): Transmission {
  return transmission;
}

function sentPayload({ message_id, state, payload, lacks_pdf }: StoredTransmission): SentPayload {
  return { message_id, state, size: payload.length, incomplete: lacks_pdf ? payload : null };
}

/** What did not end `failed` or `rejected`. */
function isLive({ state }: Transmission): boolean {
  return !PEPPOL_STATUS_ROWS[state].is_resendable;
}

function byCreation(a: Transmission, b: Transmission): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.message_id < b.message_id ? -1 : 1);
}
