import * as drawing from '../../src/adapters/rendering/drawing';
import type { RenderingInput } from '../../src/ports/documents/rendering';
import { blocks } from '../adapters/workers/hostile-work';

/**
 * Renders like the service, except that a document with a certain note never ends, and with another one takes a second.
 */

export const { facturX } = drawing;

export function pdf(input: RenderingInput): Promise<Uint8Array> {
  if (input.document.note === 'never ends') blocks();
  if (input.document.note === 'takes a second')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  return drawing.pdf(input);
}
