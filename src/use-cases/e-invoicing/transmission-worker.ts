import { pauseForEarlierResponses } from '../../domain/e-invoicing/responses/response-order';
import {
  afterAnswer,
  type NetworkAnswer,
  networkSettled,
  type NetworkSettlement,
  statusAnswered,
} from '../../domain/e-invoicing/settlement';
import {
  type DocumentTransmission,
  isAcceptedByNetwork,
  isResponse,
  needsStatusQuery,
} from '../../domain/e-invoicing/transmission';
import type { Clock } from '../../ports/clock';
import type { EInvoiceNetwork } from '../../ports/e-invoicing/e-invoice-network';
import type { TakenJob } from '../../ports/job-queue';
import type { TakenTransmission, TransmissionChange } from '../../ports/e-invoicing/transmission-repository';
import type { Repositories, SharedWork, UnitOfWork } from '../../ports/unit-of-work';
import { addLostJobs } from './lost-jobs';
import type { OutgoingUbl } from './outgoing-ubl';
import { Semaphore } from '../semaphore';

/** Limit of the payloads that this process holds in memory at the same time. */
const PAYLOADS_AT_ONCE_BYTES = 64 * 1024 * 1024;

/** The PDF could not be rendered, so no attempt was made. A later attempt renders it again. */
const NO_PDF = {
  kind: 'transient_failure',
  code: 'pdf_not_made',
  reason: 'The PDF to be embedded in the document could not be rendered.',
} as const satisfies NetworkAnswer;

/**
 * PDFs that this process makes at the same time for sends. More would wait in the queue of drawings, which refuses late
 * ones.
 */
const PDFS_AT_ONCE = 8;

/**
 * The longest hand-over of a message to the network, in milliseconds, with the question for its status that may follow.
 */
const HAND_OVER_MS = 16_000;

class PdfNotMade extends Error {}

/** A job with the new state of its transmission. */
interface SettledJob extends TransmissionChange {
  readonly job: TakenJob;
  /** Seconds until the next job; null when there is none. */
  readonly next_in_s: number | null;
}

/** Processes the transmissions of accepted sends. */
export class TransmissionWorker {
  private readonly memory = new Semaphore(PAYLOADS_AT_ONCE_BYTES);
  private readonly drawings = new Semaphore(PDFS_AT_ONCE);

  /** @param pace - factor of all pauses, and of the time that a hand-over is given; below 1 in tests */
  constructor(
    private readonly clock: Clock,
    private readonly network: EInvoiceNetwork,
    private readonly ubl: Pick<OutgoingUbl, 'withPdf'>,
    private readonly pace = 1,
  ) {}

  /**
   * Processes a job: takes the transmission, calls the network outside of a transaction, and stores the result with the
   * next job, unless another worker has taken the transmission since.
   *
   * @throws Error for the log when the PDF could not be rendered, after the result was stored
   */
  async work(unit: UnitOfWork, job: TakenJob): Promise<void> {
    const { id, company_id, message_id } = job;
    const taken = await unit.statement(({ transmissions }) =>
      transmissions.take(company_id, message_id, this.clock.now()),
    );
    // A transmission that was closed before it had its PDF is never handed over.
    const is_closed = taken?.lacks_pdf && taken.state !== 'pending';
    if (!taken || is_closed) return unit.statement(({ jobs }) => jobs.removeAll([id]));
    const pause_s = pauseForEarlierResponses(taken, this.clock.now());
    if (pause_s !== null) return this.postpone(unit, job, taken, pause_s);
    let failure: PdfNotMade | undefined;
    const answer = await this.answer(unit, taken, job).catch((error: unknown) => {
      if (!(error instanceof PdfNotMade)) throw error;
      failure = error;
      return NO_PDF;
    });
    if (!answer) return;
    const now = this.clock.now();
    await this.settle(unit, job, taken, afterAnswer(taken, answer, now), now);
    if (failure) throw failure.cause;
  }

  /** Adds jobs for pending transmissions that have lost theirs. @returns how many */
  resume(unit: UnitOfWork): Promise<number> {
    return addLostJobs(unit, this.clock.now());
  }

  /**
   * The payload with its PDF. It is stored before the first attempt, so that all attempts send the same bytes.
   *
   * @returns undefined when another worker has taken the transmission
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

  /** Puts the transmission back, so that this is no attempt, and replaces its job by one that is due later. */
  private async postpone(
    unit: UnitOfWork,
    job: TakenJob,
    taken: TakenTransmission,
    pause_s: number,
  ): Promise<void> {
    const { id, company_id, message_id } = job;
    await unit.transaction(async ({ transmissions, jobs }) => {
      const is_put_back = await transmissions.putBack(company_id, taken);
      // If the lease might end before the commit, the job stays: two jobs would hand over at the same time.
      if (!is_put_back || !job.isLeased(HAND_OVER_MS * this.pace)) return;
      await jobs.removeAll([id]);
      await jobs.add({ company_id, message_id }, pause_s * this.pace);
    });
  }

  /** Stores the new state, removes the job and adds the next one. */
  private async settle(
    unit: UnitOfWork,
    job: TakenJob,
    taken: TakenTransmission,
    settlement: NetworkSettlement,
    now: Date,
  ): Promise<void> {
    const { company_id, message_id } = job;
    const settled = (before: DocumentTransmission): SettledJob => ({
      job,
      before,
      after: networkSettled(before, settlement, now),
      next_in_s: settlement.next_in_s === null ? null : settlement.next_in_s * this.pace,
    });
    // Several responses of a document may get a new state at the same time, without a new version: it is always locked.
    if (!isResponse(taken) && (await unit.sharedTransaction(company_id, settled(taken), SETTLEMENTS))) return;
    // The document was not locked during the call of the network. It has changed, so it is read again.
    await unit.transaction(async (repositories) => {
      const locked = await repositories.transmissions.lock(company_id, message_id);
      // The job stays for the worker that has taken the transmission since.
      if (locked?.generation !== taken.generation || locked.state !== taken.state) return;
      await storeAll(repositories, [settled(locked)]);
    });
  }

  /**
   * @returns undefined when nothing was handed over, because the lease has expired or ends too soon. The attempt is
   *   then removed, and a worker gets the job when the lease has expired.
   */
  private async answer(
    unit: UnitOfWork,
    taken: TakenTransmission,
    job: TakenJob,
  ): Promise<NetworkAnswer | undefined> {
    if (needsStatusQuery(taken)) {
      const known = await this.network.statusOf(taken.message_id);
      if (known) return statusAnswered(taken, known);
      if (isAcceptedByNetwork(taken)) {
        return { kind: 'unknown', reason: 'The network had accepted the message, and no longer finds it.' };
      }
    }
    const answer = await this.delivered(unit, taken, job);
    if (!answer) await unit.statement(({ transmissions }) => transmissions.putBack(job.company_id, taken));
    return answer;
  }

  /**
   * Hands the message over once there is memory for it, and its PDF.
   *
   * @returns undefined when nothing was handed over
   */
  private async delivered(
    unit: UnitOfWork,
    taken: TakenTransmission,
    job: TakenJob,
  ): Promise<NetworkAnswer | undefined> {
    const { company_id } = job;
    const { message_id, payload, payload_size, lacks_pdf } = taken;
    if (payload && !lacks_pdf) return this.handedOver(taken, job, payload);
    const until = () => job.leaseSignal(HAND_OVER_MS * this.pace);
    const handOver = async () => {
      const kept =
        payload ??
        (await unit.read(({ transmissions }) => transmissions.findPayload(company_id, message_id)));
      const xml =
        kept && lacks_pdf
          ? await this.drawings.use(company_id, 1, () => this.completed(unit, company_id, taken, kept), until)
          : kept;
      return xml && this.handedOver(taken, job, xml);
    };
    return this.memory.use(company_id, payload_size, handOver, until);
  }

  /** The lease is checked after the waits, so that two workers do not hand over at the same time. */
  private async handedOver(
    taken: TakenTransmission,
    job: TakenJob,
    xml: Uint8Array,
  ): Promise<NetworkAnswer | undefined> {
    if (!job.isLeased(HAND_OVER_MS * this.pace)) return undefined;
    const { message_id, sender, receiver, document_type, process, sender_country } = taken;
    return this.network.send({ message_id, sender, receiver, document_type, process, sender_country, xml });
  }
}

/** One object, so that concurrent settlements share transactions. */
const SETTLEMENTS: SharedWork<SettledJob, boolean> = {
  run: storeAll,
  resourcesOf: ({ after }) => [after.document_id],
};

/** Stores new states of transmissions of one company with their jobs. @returns which of them were stored */
async function storeAll(
  { transmissions, jobs }: Repositories,
  settled: readonly SettledJob[],
): Promise<readonly boolean[]> {
  const saved = await transmissions.saveAll(settled[0]!.job.company_id, settled);
  const stored = settled.filter((_, index) => saved[index]);
  await jobs.removeAll(stored.map(({ job }) => job.id));
  const next_jobs = stored.flatMap(({ job: { company_id, message_id }, next_in_s }) =>
    next_in_s === null ? [] : [{ company_id, message_id, delay_s: next_in_s }],
  );
  await jobs.addAll(next_jobs);
  return saved;
}
