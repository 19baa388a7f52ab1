import { attachmentType, type AttachmentType } from './attachment-types';
import { filenameKey, MAX_FILENAME, plainFilename } from './attachments';

/** A file of any type that is embedded in a received document (BG-24). */
export interface SupportingDocument {
  readonly filename: string | null;
  /** Media type, as the sender stated it. */
  readonly content_type: string | null;
  bytes(): Uint8Array;
}

/** A file of an allowed type, with a name that is unique in its document. */
export interface AttachableFile {
  readonly filename: string;
  readonly content_type: AttachmentType;
  readonly bytes: Uint8Array;
}

/** The most embedded files that become attachments. Further files are in the received document's original only. */
export const MAX_SUPPORTING_DOCUMENTS = 100;

/** The extension of a file without one, by its stated media type. */
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
 * The embedded files of a received document that become its attachments. A file whose type is not allowed, or whose
 * content does not match its name, is in the original only. Repeated names get a number, and long ones are shortened.
 *
 * @returns at most MAX_SUPPORTING_DOCUMENTS files; `bytes` of further files is not called
 */
export function attachableFiles(files: readonly SupportingDocument[]): AttachableFile[] {
  const attachable: AttachableFile[] = [];
  const names = new UniqueNames();
  for (const [index, file] of files.entries()) {
    if (attachable.length === MAX_SUPPORTING_DOCUMENTS) break;
    const name = nameOf(file, index);
    const type = name === undefined ? undefined : attachmentType(name);
    if (name === undefined || !type) continue;
    const bytes = file.bytes();
    if (bytes.length === 0 || !type.check.take(bytes) || !type.check.end()) continue;
    attachable.push({ filename: names.take(name), content_type: type.content_type, bytes });
  }
  return attachable;
}

function nameOf({ filename, content_type }: SupportingDocument, index: number): string | undefined {
  const name = plainFilename(filename ?? `attachment-${index + 1}`);
  if (name.trim() === '') return undefined;
  if (attachmentType(name)) return withMark(name, '');
  const extension = EXTENSIONS[content_type?.split(';')[0]!.trim().toLowerCase() ?? ''];
  return extension === undefined ? undefined : withMark(`${name}.${extension}`, '');
}

/** Numbers repeated names: `a.pdf`, `a (2).pdf`, `a (3).pdf`. */
class UniqueNames {
  private readonly taken = new Set<string>();
  /** The lowest number that may be free, by the key of the requested name. */
  private readonly next = new Map<string, number>();

  take(name: string): string {
    const key = filenameKey(name);
    let number = this.next.get(key) ?? 1;
    let free: string;
    do {
      free = number === 1 ? name : withMark(name, ` (${number})`);
      number++;
    } while (this.taken.has(filenameKey(free)));
    this.next.set(key, number);
    this.taken.add(filenameKey(free));
    return free;
  }
}

/**
 * The name with a mark before its extension. What is before the mark is shortened, so that the name is not too long.
 */
function withMark(name: string, mark: string): string {
  const dot = name.lastIndexOf('.');
  const end = `${mark}${name.slice(dot)}`;
  const beginning = name.slice(0, Math.min(dot, 2 * MAX_FILENAME)); // a code point has at most two units
  return [...beginning].slice(0, MAX_FILENAME - end.length).join('') + end;
}
