import { attachmentType, type AttachmentType } from '../domain/documents/attachment-types';
import { attachmentFilename, filenameKey } from '../domain/documents/attachments';
import { DomainError } from '../domain/errors';
import type { BroughtFile } from '../ports/e-invoice-reader';

/** A file that can be attached. */
export interface AttachableFile {
  readonly filename: string;
  readonly content_type: AttachmentType;
  readonly bytes: Uint8Array;
}

/** What a file is called whose sender did not say, by the media type that was stated. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/csv': 'csv',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};

/**
 * The files of a received document as its attachments. One of a type that attachments may not have, or that is not what
 * it is called, stays in the original only. Of equal names the later ones are numbered.
 */
export function* attachableFiles(files: readonly BroughtFile[]): Generator<AttachableFile> {
  const taken = new Set<string>();
  for (const [index, file] of files.entries()) {
    const name = nameOf(file, index);
    const type = name === undefined ? undefined : attachmentType(name);
    if (name === undefined || !type) continue;
    const bytes = file.bytes();
    if (bytes.length === 0 || !type.check.take(bytes) || !type.check.end()) continue;
    yield { filename: freeName(name, taken), content_type: type.content_type, bytes };
  }
}

function nameOf({ filename, content_type }: BroughtFile, index: number): string | undefined {
  const extension = EXTENSIONS[content_type?.split(';')[0]!.trim().toLowerCase() ?? ''];
  try {
    const name = attachmentFilename(filename ?? `attachment-${index + 1}`);
    if (attachmentType(name)) return name;
    return extension === undefined ? undefined : attachmentFilename(`${name}.${extension}`);
  } catch (error) {
    if (error instanceof DomainError) return undefined; // no name that a file can be kept by
    throw error;
  }
}

function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  let free = name;
  for (let number = 2; taken.has(filenameKey(free)); number++) {
    free = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
  }
  taken.add(filenameKey(free));
  return free;
}
