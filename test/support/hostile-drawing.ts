import * as drawing from '../../src/adapters/rendering/drawing';
import type { RenderingInput } from '../../src/ports/documents/rendering';
import { blocks } from '../adapters/workers/hostile-work';

/** Renders like the service, except that a document with a certain note never ends. */

export const { facturX } = drawing;

export function pdf(input: RenderingInput): Promise<Uint8Array> {
  if (input.document.note === 'never ends') blocks();
  return drawing.pdf(input);
}
