import { PdfDocumentRendering } from '../../../../src/adapters/rendering/pdf-document-rendering';
import { LEFT } from '../../../../src/adapters/rendering/theme';
import { DOCUMENT_TYPE_NAMES, DOCUMENT_TYPES } from '../../../../src/domain/documents/document-type';
import { aDocument } from '../../../support/documents';
import { ReadPdf } from '../read-pdf';

const rendering = new PdfDocumentRendering();

describe('The address at the left, which is seen through the window of an envelope,', () => {
  test.each(DOCUMENT_TYPE_NAMES)('is the one of the receiver of the letter: %s', async (type) => {
    const company = { name: 'Janssens BV' };
    const relation = { name: 'Peeters NV' };
    const document = { ...aDocument({ type, language: 'en', company, relation }), status: 'sent' } as const;
    const { runs } = new ReadPdf(await rendering.pdf({ document, logo: null }));
    const caption = DOCUMENT_TYPES[type].self_billed ? 'Supplier' : 'Customer';
    const at = runs.findIndex(({ text }) => text === caption);
    expect(runs[at]!.x).toBeCloseTo(LEFT, 0);
    expect(runs[at + 1]!.text).toBe('Peeters NV');
    expect(runs[at + 1]!.x).toBeCloseTo(LEFT, 0);
  });
});
