import { DomainError } from '../../domain/errors';
import type { Logo } from '../../domain/master-data/branding';
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
 * Limits for drawing a logo on a document without lines, in milliseconds. It takes 10 ms; only an image that was
 * crafted for it takes as long as the limit. A thousand lines of text can take seconds, and longer when the machine is
 * busy.
 */
const LOGO_LIMITS = { work_ms: 4_000, answer_ms: 7_000 };
/** Logos that are remembered as drawn within the limits. */
const MAX_LOGOS = 10_000;

/**
 * Draws documents in worker processes, so that a large logo or document does not delay other requests. A logo that
 * exceeds the limits of time or memory is left out, like one that cannot be drawn. So that a large document does not
 * lose its logo, each process draws a logo by itself before it draws the first document with it.
 */
export class PooledDocumentRendering implements DocumentRendering {
  private readonly pool: WorkerPool;
  private readonly settings: PoolSettings;
  /** SHA-256 of logos that were drawn within the limits, the oldest first. */
  private readonly drawable_logos = new Set<string>();

  /**
   * @param settings - of the pool; this and the following are replaced in tests
   * @param drawing - the module that the workers run
   */
  constructor(
    private readonly log: Pick<Log, 'warn'>,
    settings: Partial<PoolSettings> = {},
    private readonly logo_limits = LOGO_LIMITS,
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
    const until = performance.now() + this.settings.answer_ms;
    const run = (logo: Logo | null) => {
      const answer_ms = until - performance.now();
      return this.pool.run(company_id, this.drawing, form, [{ ...input, logo }], { answer_ms });
    };
    try {
      if (!(await this.isDrawable(company_id, input))) return await run(null);
      try {
        return await run(input.logo);
      } catch (error) {
        // Memory, unlike time, does not depend on load: without its logo the document may be within the limit.
        if (input.logo === null || !(error instanceof WorkAborted) || error.reason !== 'memory') throw error;
        return await run(null);
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

  /** Whether the logo, if there is one, can be drawn within the limits of time and memory. */
  private async isDrawable(company_id: string, { document, logo }: RenderingInput): Promise<boolean> {
    if (logo === null) return true;
    const digest = document.branding!.logo_sha256!;
    if (this.drawable_logos.has(digest)) return true;
    const small = { document: { ...document, lines: [], note: null }, logo };
    try {
      await this.pool.run(company_id, this.drawing, 'pdf', [small], this.logo_limits);
    } catch (error) {
      if (!(error instanceof WorkAborted) || error.reason === 'ended') throw error;
      return false;
    }
    this.drawable_logos.add(digest);
    if (this.drawable_logos.size > MAX_LOGOS) {
      const [oldest] = this.drawable_logos;
      this.drawable_logos.delete(oldest!);
    }
    return true;
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
