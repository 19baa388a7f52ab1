import type { Document } from '../../domain/documents/document';
import { type PeppolDocument, peppolDocument } from '../../domain/e-invoicing/peppol-document';
import { ublRefusal } from '../../domain/e-invoicing/ubl-form';
import { DomainError } from '../../domain/errors';
import type { RenderingInput } from '../../ports/documents/rendering';
import { drawClosing } from './blocks/closing';
import { crossIndustryInvoice } from './factur-x/cii-writer';
import { embed, FACTUR_X } from './factur-x/embedding';
import { issuedType } from './blocks/issuer';
import { LABELS } from './texts/labels';
import { drawLetterhead } from './blocks/letterhead';
import { drawLines } from './blocks/lines-table';
import { UndrawableLogo } from './blocks/logo-picture';
import { drawFirstFrame, drawFooters, drawRunningHead, footer } from './page-frame';
import { drawPayment } from './blocks/payment-block';
import { addMetadata } from './pdf/metadata';
import { TaggedFile } from './pdf/tagged-file';
import { type Faces, loadedFaces } from './fonts/faces';
import { trimScriptFonts } from './fonts/script-fonts';
import { Sheet } from './sheet';
import { palette } from './theme';
import { drawTotals, measuredTotals } from './blocks/totals-block';

const PRODUCER = 'Invoicing service';

type Finish = (doc: TaggedFile) => void;

/** Draws documents as PDF with PDFKit. */
export class PdfDocumentRendering {
  /** The fonts, loaded once per process. */
  private readonly faces = loadedFaces();

  pdf(input: RenderingInput): Promise<Uint8Array> {
    return this.render(input, (doc) => addMetadata(doc));
  }

  async facturX(input: RenderingInput): Promise<Uint8Array> {
    const invoice = assertFacturX(input);
    const { created_at } = input.document;
    return this.render(input, (doc) => {
      embed(doc, crossIndustryInvoice(invoice), created_at);
      addMetadata(doc, FACTUR_X);
    });
  }

  private async render(input: RenderingInput, finish: Finish): Promise<Uint8Array> {
    try {
      return await rendered(input, this.faces, finish);
    } catch (error) {
      // A document without its logo is better than none: the issuer's name is drawn instead.
      if (error instanceof UndrawableLogo) return rendered({ ...input, logo: null }, this.faces, finish);
      throw error;
    }
  }
}

/**
 * Validates that a document has a Factur-X form. UBL and Factur-X both implement EN 16931, and reject the same types
 * and currencies.
 *
 * @returns the content of the invoice
 * @throws DomainError invalid_filter
 */
function assertFacturX({ document }: Pick<RenderingInput, 'document'>): PeppolDocument {
  const refusal = ublRefusal(document);
  const invoice = peppolDocument(document);
  if (refusal !== null || invoice === null) {
    throw new DomainError('invalid_filter', 'format: this document has no Factur-X');
  }
  return invoice;
}

async function rendered(
  { document, logo }: RenderingInput,
  faces: Faces,
  finish: Finish,
): Promise<Uint8Array> {
  trimScriptFonts();
  const doc = newFile(document);
  const foot = footer(document, faces);
  const colors = palette(document.branding?.primary_color ?? null);
  const sheet = new Sheet(doc, faces, colors, foot.top - 10, (next) => drawRunningHead(next, document));

  sheet.decoration(() => drawFirstFrame(sheet));
  drawLetterhead(sheet, document, logo);
  const totals = measuredTotals(sheet, document);
  await drawLines(sheet, document, totals.height);
  drawTotals(sheet, document, totals);
  drawPayment(sheet, document);
  drawClosing(sheet, document);
  drawFooters(sheet, document, foot);
  finish(doc);
  return written(doc);
}

/**
 * Creates a file without random values or the current time: PDFKit derives the file's id from its properties, so that
 * equal documents have equal bytes.
 */
function newFile(document: Document): TaggedFile {
  const { number, language, created_at } = document;
  const file = new TaggedFile({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    lang: language,
    displayTitle: true,
    font: null as unknown as string, // PDFKit's default font would not be embedded
    info: {
      // PDFKit writes the title into XML without escaping.
      Title: `${LABELS[language].titles[issuedType(document)]} ${number}`.replace(/[<>&]/g, ' '),
      Producer: PRODUCER,
      Creator: PRODUCER,
      CreationDate: created_at,
    },
  });
  file.addPage();
  return file;
}

function written(doc: TaggedFile): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
    doc.end();
  });
}
