import type { RenderingInput } from '../../ports/documents/rendering';
import { PdfDocumentRendering } from './pdf-document-rendering';

/** What workers draw. The fonts stay in their memory. */
const rendering = new PdfDocumentRendering();

export const pdf = (input: RenderingInput) => rendering.pdf(input);
export const facturX = (input: RenderingInput) => rendering.facturX(input);
