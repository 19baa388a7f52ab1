import type { RenderingInput } from '../../ports/documents/rendering';
import { PdfDocumentRendering } from './pdf-document-rendering';

/** Runs in workers. The fonts stay loaded. */
const rendering = new PdfDocumentRendering();

export const pdf = (input: RenderingInput) => rendering.pdf(input);
export const facturX = (input: RenderingInput) => rendering.facturX(input);
