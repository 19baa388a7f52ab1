import { PdfDocumentRendering } from '../../../src/adapters/rendering/pdf-document-rendering';
import { ThreadedDocumentRendering } from '../../../src/adapters/rendering/threaded-document-rendering';
import type { Logo } from '../../../src/domain/branding';
import { A_LINE, aDocument } from '../../support/documents';
import { ReadPdf } from './read-pdf';

const input = {
  document: aDocument({ company: { name: 'Janssens BV' } }),
  logo: null,
  company_currency: 'EUR',
};

/** Each of its shapes is small, and there is no end of them. */
function endlessLogo(): Logo {
  const shapes = '<circle r="9" stroke="red" stroke-dasharray="0.001"/>'.repeat(400_000);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${shapes}</svg>`;
  return { content_type: 'image/svg+xml', bytes: Buffer.from(svg) };
}

describe('Rendering on threads', () => {
  const rendering = new ThreadedDocumentRendering({ threads: 2 });
  afterAll(() => rendering.close());

  test('gives the bytes that rendering in place gives, however many are asked for', async () => {
    const [pdf, factur_x] = await Promise.all([
      new PdfDocumentRendering().pdf(input),
      new PdfDocumentRendering().facturX(input),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_answer, index) =>
        index % 2 === 0 ? rendering.pdf(input) : rendering.facturX(input),
      ),
    );
    for (const [index, bytes] of answers.entries()) {
      expect(Buffer.compare(bytes, index % 2 === 0 ? pdf : factur_x)).toBe(0);
    }
  });

  test('refuses what has no Factur-X', async () => {
    const quote = { ...input, document: aDocument({ type: 'quote' }) };
    await expect(rendering.facturX(quote)).rejects.toMatchObject({ code: 'invalid_filter' });
  });

  test('goes on after a document that cannot be drawn', async () => {
    const broken = { ...input, document: { ...input.document, lines: null as never } };
    await expect(rendering.pdf(broken)).rejects.toThrow();
    await expect(rendering.pdf(input)).resolves.toBeInstanceOf(Uint8Array);
  });

  test('leaves out a logo that takes too long', async () => {
    const impatient = new ThreadedDocumentRendering({ threads: 1, time_limit_ms: 2_000 });
    const lines = [{ ...A_LINE, name: 'Still there' }];
    const document = aDocument({ company: { name: 'Janssens BV' }, lines });
    const bytes = await impatient.pdf({ ...input, document, logo: endlessLogo() });
    await impatient.close();
    const { runs } = new ReadPdf(bytes);
    expect(runs.map(({ text }) => text)).toContain('Still there');
    expect(runs.filter(({ y }) => y > 760).map(({ text }) => text)).toContain('Janssens BV');
  });

  test('refuses more than may wait', async () => {
    const small = new ThreadedDocumentRendering({ threads: 1, max_waiting: 1 });
    const answers = await Promise.allSettled([small.pdf(input), small.pdf(input), small.pdf(input)]);
    await small.close();
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(answers[2]).toMatchObject({ reason: { code: 'internal_error', options: { retry_after_s: 1 } } });
  });
});
