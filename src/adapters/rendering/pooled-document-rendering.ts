import { DomainError } from '../../domain/errors';
import type { Log } from '../../ports/log';
import { type DocumentRendering, DrawingFailure, type RenderingInput } from '../../ports/documents/rendering';
import { type PoolSettings, WorkerPool, WorkModule } from '../workers/worker-pool';
import { WorkAborted } from '../workers/worker-process';

type Drawing = typeof import('./drawing');
const DRAWING = new WorkModule<Drawing>(require.resolve('./drawing'));

const SETTINGS: PoolSettings = {
  workers: 3,
  work_ms: 9_000,
  heap_mib: 512,
  wait_ms: 5_000,
  answer_ms: 9_000,
  waiting_per_share: 100,
  waiting: 200,
  overload: 'Too many documents wait to be drawn. Retry later.',
};

/**
 * Limits for documents with a logo, in milliseconds. Drawing a document takes 10 ms, a thousand lines 500; only an
 * image that was crafted for it takes as long as the limit.
 */
const WITH_LOGO = { work_ms: 4_000, answer_ms: 7_000 };

/**
 * Draws documents in worker processes, so that a large logo or document does not delay other requests. A logo that
 * exceeds the limits of time or memory is left out, like one that cannot be drawn.
 */
export class PooledDocumentRendering implements DocumentRendering {
  private readonly pool: WorkerPool;
  private readonly settings: PoolSettings;

  /**
   * @param settings - of the pool; this and the following are replaced in tests
   * @param drawing - the module that the workers run
   */
  constructor(
    private readonly log: Pick<Log, 'warn'>,
    settings: Partial<PoolSettings> = {},
    private readonly with_logo = WITH_LOGO,
    private readonly drawing: WorkModule<Drawing> = DRAWING,
  ) {
    this.settings = { ...SETTINGS, ...settings };
    this.pool = new WorkerPool(this.settings, log);
  }

  pdf(company_id: string, input: RenderingInput): Promise<Uint8Array> {
    return this.draw('pdf', company_id, input);
  }

  facturX(company_id: string, input: RenderingInput): Promise<Uint8Array> {
    return this.draw('facturX', company_id, input);
  }

  /** Ends the workers. Pending documents fail with internal_error. */
  close(): Promise<void> {
    return this.pool.close();
  }

  private async draw(
    form: keyof DocumentRendering,
    company_id: string,
    input: RenderingInput,
  ): Promise<Uint8Array> {
    const began = performance.now();
    const run = (what: RenderingInput, limits: Partial<PoolSettings>) =>
      this.pool.run(company_id, this.drawing, form, [what], limits);
    try {
      if (input.logo === null) return await run(input, {});
      try {
        return await run(input, this.with_logo);
      } catch (error) {
        if (!(error instanceof WorkAborted) || error.reason === 'ended') throw error;
        const answer_ms = this.settings.answer_ms - (performance.now() - began);
        return await run({ ...input, logo: null }, { answer_ms });
      }
    } catch (error) {
      const failure = failureOf(error);
      if (failure instanceof DrawingFailure) {
        const document_id = input.document.id;
        this.log.warn('A document could not be drawn', { company_id, document_id, reason: failure.message });
      }
      throw failure;
    }
  }
}

const RETRY_AFTER_S = 2;

/** A DomainError is no failure of the document: it has no Factur-X, or the workers are busy. */
function failureOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (!(error instanceof WorkAborted)) return new DrawingFailure('The document could not be drawn.', error);
  if (error.reason !== 'ended') {
    const message = `Drawing the document takes too much ${error.reason}. Retry when there is less load.`;
    return new DrawingFailure(message, error, RETRY_AFTER_S);
  }
  const message = 'The process that drew the document ended. Retry.';
  const failure = new DomainError('internal_error', message, { retry_after_s: RETRY_AFTER_S });
  failure.cause = error;
  return failure;
}
