import PDFDocument from 'pdfkit';
import type { Document } from '../../domain/documents/document';
import { type PeppolDocument, peppolDocument } from '../../domain/e-invoicing/peppol-document';
import { ublRefusal } from '../../domain/e-invoicing/ubl-form';
import { DomainError } from '../../domain/errors';
import type { DocumentRendering, RenderingInput } from '../../ports/rendering';
import { drawClosing } from './closing';
import { crossIndustryInvoice } from './factur-x/cii-writer';
import { embed } from './factur-x/embedding';
import { LABELS } from './labels';
import { drawLetterhead } from './letterhead';
import { drawLines } from './lines-table';
import { UndrawableLogo } from './logo-picture';
import { drawFirstFrame, drawFooters, drawRunningHead, footer } from './page-frame';
import { drawPayment } from './payment-block';
import { BOLD, type Faces, loadedFaces, REGULAR, Sheet } from './sheet';
import { palette } from './theme';
import { drawTotals } from './totals-block';

const PRODUCER = 'Invoicing service';

type Finish = (doc: PDFKit.PDFDocument) => void;

/** Pages drawn with PDFKit. Long documents are drawn in slices, so that others are answered meanwhile. */
export class PdfDocumentRendering implements DocumentRendering {
  /** The fonts are read here, and kept for all that render in this thread. */
  private readonly faces = loadedFaces();

  pdf(input: RenderingInput): Promise<Uint8Array> {
    return this.render(input, () => undefined);
  }

  async facturX(input: RenderingInput): Promise<Uint8Array> {
    const invoice = assertFacturX(input);
    const { created_at } = input.document;
    return this.render(input, (doc) => embed(doc, crossIndustryInvoice(invoice), created_at));
  }

  private async render(input: RenderingInput, finish: Finish): Promise<Uint8Array> {
    try {
      return await rendered(input, this.faces, finish);
    } catch (error) {
      // Rather an invoice without its logo than none: the name stands in its place, as where there is no logo.
      if (error instanceof UndrawableLogo) return rendered({ ...input, logo: null }, this.faces, finish);
      throw error;
    }
  }
}

/**
 * What has no form in UBL has none in Factur-X: both are EN 16931, and refuse the same types and currencies.
 *
 * @returns what is to be stated
 * @throws DomainError invalid_filter
 */
export function assertFacturX({
  document,
  company_currency,
}: Pick<RenderingInput, 'document' | 'company_currency'>): PeppolDocument {
  const refusal = ublRefusal(document, company_currency);
  const invoice = peppolDocument(document, { company_currency });
  if (refusal !== null || invoice === null) {
    throw new DomainError('invalid_filter', 'format: this document has no Factur-X');
  }
  return invoice;
}

async function rendered(
  { document, logo, company_currency }: RenderingInput,
  faces: Faces,
  finish: Finish,
): Promise<Uint8Array> {
  const doc = newFile(document);
  doc.registerFont(REGULAR, faces.regular.font as unknown as Uint8Array);
  doc.registerFont(BOLD, faces.bold.font as unknown as Uint8Array);
  const foot = footer(document, faces);
  const colors = palette(document.branding?.primary_color ?? null);
  const sheet = new Sheet(doc, faces, colors, foot.top - 10, (next) => drawRunningHead(next, document));

  drawFirstFrame(sheet);
  drawLetterhead(sheet, document, logo);
  await drawLines(sheet, document);
  drawTotals(sheet, document, company_currency);
  drawPayment(sheet, document);
  drawClosing(sheet, document);
  drawFooters(sheet, document, foot);
  finish(doc);
  return written(doc);
}

/** Nothing of the moment or of chance goes in: the library makes the file's id of these. */
function newFile({ type, number, language, created_at }: Document): PDFKit.PDFDocument {
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: language,
    displayTitle: true,
    font: null as unknown as string, // the library's own default would not be embedded
    info: {
      // The library writes it into XML as it is.
      Title: `${LABELS[language].titles[type]} ${number}`.replace(/[<>&]/g, ' '),
      Producer: PRODUCER,
      Creator: PRODUCER,
      CreationDate: created_at,
    },
  });
}

function written(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
    doc.end();
  });
}
