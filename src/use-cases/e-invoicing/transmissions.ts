import {
  afterAnswer,
  afterOperator,
  afterStatusMessage,
  type NetworkAnswer,
  networkSettled,
  type Settlement,
  type StatusMessage,
} from '../../domain/e-invoicing/settlement';
import { isTakenOver, mustAskFirst, type Transmission } from '../../domain/e-invoicing/transmission';
import { DomainError } from '../../domain/errors';
import type { Clock } from '../../ports/clock';
import type { EInvoiceNetwork } from '../../ports/e-invoicing/e-invoice-network';
import type { TakenJob } from '../../ports/job-queue';
import type { Page, PageRequest } from '../../ports/page';
import type {
  CompanyTransmission,
  TakenTransmission,
  TransmissionRepository,
} from '../../ports/e-invoicing/transmission-repository';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { OutgoingUbl } from './outgoing-ubl';
import { Semaphore } from '../semaphore';

/** Payloads in memory at once, in all of this process's jobs. */
const PAYLOADS_AT_ONCE_BYTES = 64 * 1024 * 1024;

/** Which transmission a message is about: by its id, or by the number of our document and who got it. */
export type MessageReference =
  { readonly message_id: string } | { readonly number: string; readonly receiver: string };

/** Nothing has left, and what kept the PDF from being made may pass: sending without it would be no better. */
const NO_PDF = {
  kind: 'transient_failure',
  code: 'pdf_not_made',
  reason: 'The PDF that travels inside the document could not be made.',
} as const satisfies NetworkAnswer;

class PdfNotMade extends Error {}

/** What becomes of accepted sends. */
export class Transmissions {
  private readonly memory = new Semaphore(PAYLOADS_AT_ONCE_BYTES);

  /** @param pace - what all pauses are multiplied by; tests are in a hurry */
  constructor(
    private readonly clock: Clock,
    private readonly network: EInvoiceNetwork,
    private readonly ubl: Pick<OutgoingUbl, 'withPdf'>,
    private readonly pace = 1,
  ) {}

  /**
   * Does what is due: takes the transmission, deals with the network outside of any transaction, and stores the answer
   * together with the next job, unless another worker has taken it since.
   *
   * @throws Error for the log: why the PDF could not be made, once it is noted with the transmission
   */
  async work(unit: UnitOfWork, job: TakenJob): Promise<void> {
    const { id, company_id, message_id } = job;
    const taken = await unit.statement(({ transmissions }) =>
      transmissions.take(company_id, message_id, this.clock.now()),
    );
    if (!taken) return unit.statement(({ jobs }) => jobs.remove(id));
    let failure: PdfNotMade | undefined;
    const answer = await this.answer(unit, taken, job).catch((error: unknown) => {
      if (!(error instanceof PdfNotMade)) throw error;
      failure = error;
      return NO_PDF;
    });
    if (!answer) return;
    const now = this.clock.now();
    const settlement = afterAnswer(taken, answer, now);
    await unit.transaction(async ({ transmissions, jobs }) => {
      // The job is left to whoever has taken it since, or finds it when its lease is over.
      if (!(await settle(transmissions, company_id, taken, settlement, now))) return;
      await jobs.remove(id);
      if (settlement.next_in_s !== null) {
        await jobs.add({ company_id, message_id }, settlement.next_in_s * this.pace);
      }
    });
    if (failure) throw failure.cause;
  }

  /** Of all of a company's documents, by `created_at`. @throws DomainError not_found: no such company */
  list(unit: UnitOfWork, company_id: string, page: PageRequest): Promise<Page<CompanyTransmission>> {
    return unit.read(async ({ companies, transmissions }) => {
      if (!(await companies.find(company_id))) throw new DomainError('not_found', 'No such company.');
      return transmissions.listOfCompany(company_id, page);
    });
  }

  /**
   * What the receiving side tells in a message of its own. Late, repeated and contradicting ones change nothing, nor do
   * those about a transmission that is not the latest.
   *
   * @param inbound_id - of the message that tells it: brought again, it may name a later transmission
   * @returns undefined when no transmission of the company is meant; `is_new` is false for a message that came before
   */
  async statusMessage(
    unit: UnitOfWork,
    company_id: string,
    reference: MessageReference,
    message: StatusMessage,
    inbound_id: string,
  ): Promise<{ readonly document_id: string; readonly is_new: boolean } | undefined> {
    const meant = await unit.read(({ transmissions }) =>
      'message_id' in reference
        ? transmissions.find(company_id, reference.message_id)
        : transmissions.findLatestOfNumber(company_id, reference.number),
    );
    if (!meant) return undefined;
    // Nobody but the one who got a document answers it.
    if ('receiver' in reference && !isSame(reference.receiver, meant.receiver)) return undefined;
    const { document_id, message_id } = meant;
    return unit.transaction(async ({ receptions, transmissions }) => {
      const now = this.clock.now();
      if (!(await receptions.insertMessage(company_id, inbound_id, document_id, now))) {
        return { document_id, is_new: false };
      }
      const transmission = await transmissions.lock(company_id, message_id);
      const settlement = transmission && afterStatusMessage(transmission, message, now);
      if (settlement)
        await transmissions.save(company_id, transmission, networkSettled(transmission, settlement, now));
      return { document_id, is_new: true };
    });
  }

  /**
   * The operator says what the network could not be asked for. The same again is fine.
   *
   * @throws DomainError not_found; already_sent: the outcome is known, and another one
   */
  async close(unit: UnitOfWork, message_id: string, outcome: 'sent' | 'failed'): Promise<Transmission> {
    const company_id = await unit.read(({ transmissions }) => transmissions.findCompany(message_id));
    if (!company_id) throw unknown();
    return unit.transaction(async ({ transmissions }) => {
      const transmission = await transmissions.lock(company_id, message_id);
      if (!transmission) throw unknown();
      if (transmission.state === outcome) return transmission;
      const now = this.clock.now();
      const settlement = afterOperator(transmission, outcome, now);
      if (!settlement) throw new DomainError('already_sent', 'The outcome of this transmission is known.');
      const settled = networkSettled(transmission, settlement, now);
      await transmissions.save(company_id, transmission, settled);
      return settled;
    });
  }

  /**
   * What is sent, with its PDF, which is kept before it leaves: every attempt sends the same.
   *
   * @returns undefined: another is at it
   * @throws PdfNotMade
   */
  private async completed(
    unit: UnitOfWork,
    company_id: string,
    taken: TakenTransmission,
    xml: Uint8Array,
  ): Promise<Uint8Array | undefined> {
    const whole = await this.ubl.withPdf(unit, company_id, taken.document_id, xml).catch((error: unknown) => {
      throw new PdfNotMade(NO_PDF.reason, { cause: error });
    });
    const is_kept =
      whole &&
      (await unit.statement(({ transmissions }) => transmissions.complete(company_id, taken, whole)));
    return is_kept ? whole : undefined;
  }

  /** @returns undefined: the lease is over, so that another may be at it */
  private async answer(
    unit: UnitOfWork,
    taken: TakenTransmission,
    job: TakenJob,
  ): Promise<NetworkAnswer | undefined> {
    if (mustAskFirst(taken)) {
      const known = await this.network.statusOf(taken.message_id);
      if (known) return known;
      if (isTakenOver(taken)) {
        return { kind: 'unknown', reason: 'The network had the message, and no longer knows it.' };
      }
    }
    return this.memory.use(taken.payload_size, async () => {
      const { message_id, sender, receiver, document_type, process, sender_country, payload } = taken;
      const kept =
        payload ??
        (await unit.read(({ transmissions }) => transmissions.findPayload(job.company_id, message_id)));
      const xml = kept && taken.lacks_pdf ? await this.completed(unit, job.company_id, taken, kept) : kept;
      // After waiting for all that: what is handed over now must not be handed over by another at the same time.
      if (!xml || !job.isLeased()) return undefined;
      return this.network.send({
        ...{ message_id, sender, receiver, document_type, process, sender_country },
        xml,
      });
    });
  }
}

/**
 * Nothing was locked while the network was asked, so the document may have changed: then it is read again.
 *
 * @returns false, with nothing stored, when another worker has taken the transmission since
 */
async function settle(
  transmissions: TransmissionRepository,
  company_id: string,
  taken: TakenTransmission,
  settlement: Settlement,
  now: Date,
): Promise<boolean> {
  if (await transmissions.save(company_id, taken, networkSettled(taken, settlement, now))) return true;
  const locked = await transmissions.lock(company_id, taken.message_id);
  if (locked?.generation !== taken.generation || locked.state !== taken.state) return false;
  return transmissions.save(company_id, locked, networkSettled(locked, settlement, now));
}

/** Participants of the network are compared without case. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function unknown(): DomainError {
  return new DomainError('not_found', 'No such transmission.');
}
