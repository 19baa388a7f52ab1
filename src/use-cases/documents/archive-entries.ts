import { sizedBytes } from '../../domain/values/bytes';
import type { ArchiveEntry } from '../../ports/documents/archives';
import { DrawingFailure } from '../../ports/documents/rendering';

/** A file of a text that is in memory. */
export function textFile(path: string, text: string): ArchiveEntry {
  return bytesFile(path, new TextEncoder().encode(text));
}

/** A file of bytes that are in memory. */
export function bytesFile(path: string, bytes: Uint8Array): ArchiveEntry {
  return { path, open: sizedBytes(bytes).open };
}

/**
 * A PDF, or a file with the PDF in it. In place of one whose document cannot be drawn it is a note, since no archive
 * with the document could be made otherwise.
 *
 * @param is_last - whether a failure that may pass gets a note, too, since the file is not tried again
 */
export async function drawnFile(
  path: string,
  document_id: string,
  draw: () => Promise<ArchiveEntry>,
  is_last = false,
): Promise<ArchiveEntry> {
  try {
    return await draw();
  } catch (error) {
    if (!(error instanceof DrawingFailure)) throw error;
    if (!is_last && error.options.retry_after_s !== undefined) throw error;
    return textFile(`${path}.txt`, `This file of document ${document_id} is missing. ${error.message}\n`);
  }
}
