import { PdfDocumentRendering } from '../../../src/adapters/rendering/pdf-document-rendering';
import { PooledDocumentRendering } from '../../../src/adapters/rendering/pooled-document-rendering';
import { WorkModule } from '../../../src/adapters/workers/worker-pool';
import type { Document } from '../../../src/domain/documents/document';
import { DrawingFailure, type RenderingInput } from '../../../src/ports/documents/rendering';
import type { Logo } from '../../../src/domain/master-data/branding';
import { A_LINE, aDocument } from '../../support/documents';
import { sha256 } from '../../support/s3';
import { ReadPdf } from './read-pdf';

const input = {
  document: aDocument({ company: { name: 'Janssens BV' } }),
  logo: null,
};

/** A document with a logo, as brandings give it. */
function withLogo(document: Document, logo: Logo): RenderingInput {
  const texts = { name: 'Standard', primary_color: null, header: null, footer: null };
  const branding = { ...texts, logo_sha256: sha256(logo.bytes) };
  return { document: { ...document, branding }, logo };
}

/** An SVG with a very large number of small shapes. */
function endlessLogo(): Logo {
  const shapes = '<circle r="9" stroke="red" stroke-dasharray="0.001"/>'.repeat(400_000);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${shapes}</svg>`;
  return { content_type: 'image/svg+xml', bytes: Buffer.from(svg) };
}

const DRAWING = new WorkModule<typeof import('../../support/hostile-drawing')>(
  require.resolve('../../support/hostile-drawing'),
);

const log = { warn: () => undefined };
/** A generous time limit for a busy machine. */
const PATIENT = { work_ms: 60_000, wait_ms: 60_000, answer_ms: 90_000 };
jest.setTimeout(120_000);

describe('Rendering in worker processes', () => {
  const rendering = new PooledDocumentRendering(log, PATIENT);
  afterAll(() => rendering.close());

  test('gives the same bytes as rendering in the process, also for concurrent requests', async () => {
    const [pdf, factur_x] = await Promise.all([
      new PdfDocumentRendering().pdf(input),
      new PdfDocumentRendering().facturX(input),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_answer, index) =>
        index % 2 === 0 ? rendering.pdf('a', input) : rendering.facturX('a', input),
      ),
    );
    for (const [index, bytes] of answers.entries()) {
      expect(Buffer.compare(bytes, index % 2 === 0 ? pdf : factur_x)).toBe(0);
    }
  });

  test('refuses a document without a Factur-X form', async () => {
    const quote = { ...input, document: aDocument({ type: 'quote' }) };
    await expect(rendering.facturX('a', quote)).rejects.toMatchObject({ code: 'invalid_filter' });
  });

  test('continues after a document that cannot be rendered', async () => {
    const broken = { ...input, document: { ...input.document, lines: null as never } };
    await expect(rendering.pdf('a', broken)).rejects.toBeInstanceOf(DrawingFailure);
    await expect(rendering.pdf('a', input)).resolves.toBeInstanceOf(Uint8Array);
  });

  test('renders the small document of one company while another company requests many large ones', async () => {
    const description = 'Something that takes a while to put into lines. '.repeat(17).slice(0, 800);
    const lines = Array.from({ length: 200 }, () => ({ ...A_LINE, description }));
    const large = { ...input, document: aDocument({ company: { name: 'Janssens BV' }, lines }) };
    const order: string[] = [];
    const draw = (company_id: string, what: typeof input) =>
      rendering.pdf(company_id, what).then(() => order.push(company_id));
    await Promise.all(['x', 'y', 'z'].map((company_id) => rendering.pdf(company_id, large))); // all workers started
    const flood = Array.from({ length: 6 }, () => draw('a', large));
    await draw('b', input);
    expect(order.length).toBeLessThanOrEqual(4); // two at work before it came, and as many as they were replaced by
    await Promise.all(flood);
  });

  test.each([
    ['time', { work_ms: 2_000, answer_ms: 60_000 }, {}],
    ['memory', PATIENT, { heap_mib: 96 }],
  ])('omits a logo that takes too much %s', async (_what, with_logo, settings) => {
    const impatient = new PooledDocumentRendering(log, { ...PATIENT, ...settings }, with_logo);
    const lines = [{ ...A_LINE, name: 'Still there' }];
    const document = aDocument({ company: { name: 'Janssens BV' }, lines });
    const bytes = await impatient.pdf('a', withLogo(document, endlessLogo()));
    await impatient.close();
    const { runs } = new ReadPdf(bytes);
    expect(runs.map(({ text }) => text)).toContain('Still there');
    expect(runs.filter(({ y }) => y > 760).map(({ text }) => text)).toContain('Janssens BV');
  });

  test('keeps the logo of a document that itself takes longer than a logo may', async () => {
    const logo: Logo = {
      content_type: 'image/svg+xml',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>'),
    };
    const slow = withLogo(aDocument({ note: 'takes a second' }), logo);
    const limits = { work_ms: 900, answer_ms: 60_000 };
    const busy = new PooledDocumentRendering(log, PATIENT, limits, DRAWING);
    await busy.pdf('a', input); // the code is loaded
    const bytes = await busy.pdf('a', slow);
    await busy.close();
    expect(Buffer.compare(bytes, await new PdfDocumentRendering().pdf(slow))).toBe(0);
  });

  test('answers with a time to retry after when the document itself takes too long, and logs its id', async () => {
    const lines: unknown[] = [];
    const impatient = new PooledDocumentRendering(
      { warn: (...line) => void lines.push(line) },
      { ...PATIENT, work_ms: 1 },
    );
    const failure = await impatient.pdf('a', input).catch((error: unknown) => error);
    await impatient.close();
    expect(failure).toBeInstanceOf(DrawingFailure);
    expect(failure).toMatchObject({ code: 'internal_error', options: { retry_after_s: 2 } });
    expect(lines).toContainEqual([
      'A document could not be drawn',
      expect.objectContaining({ company_id: 'a', document_id: input.document.id }),
    ]);
  });

  test('refuses tasks beyond the limit of its queue', async () => {
    const small = new PooledDocumentRendering(log, { ...PATIENT, workers: 2, waiting_per_share: 1 });
    const answers = await Promise.allSettled(['a', 'a', 'a'].map((company) => small.pdf(company, input)));
    await small.close();
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(answers[2]).toMatchObject({ reason: { code: 'internal_error', options: { retry_after_s: 1 } } });
  });
});
