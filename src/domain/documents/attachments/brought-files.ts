import { DomainError } from '../../errors';
import { attachmentType, type AttachmentType } from './attachment-types';
import { attachmentFilename, filenameKey, MAX_FILENAME } from './attachments';

/** A file that a document brought along (BG-24), of whatever type. */
export interface BroughtFile {
  readonly filename: string | null;
  /** Media type, as stated. */
  readonly content_type: string | null;
  bytes(): Uint8Array;
}

/** A file that can be attached. */
export interface AttachableFile {
  readonly filename: string;
  readonly content_type: AttachmentType;
  readonly bytes: Uint8Array;
}

/** Of a received document. Those beyond stay in its original only. */
export const MAX_BROUGHT_FILES = 100;

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
 *
 * @returns at most MAX_BROUGHT_FILES; the bytes of others are not asked for
 */
export function attachableFiles(files: readonly BroughtFile[]): AttachableFile[] {
  const attachable: AttachableFile[] = [];
  const names = new FreeNames();
  for (const [index, file] of files.entries()) {
    if (attachable.length === MAX_BROUGHT_FILES) break;
    const name = nameOf(file, index);
    const type = name === undefined ? undefined : attachmentType(name);
    if (name === undefined || !type) continue;
    const bytes = file.bytes();
    if (bytes.length === 0 || !type.check.take(bytes) || !type.check.end()) continue;
    attachable.push({ filename: names.take(name), content_type: type.content_type, bytes });
  }
  return attachable;
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

/** Numbers equal names: `a.pdf`, `a (2).pdf`, `a (3).pdf`. */
class FreeNames {
  private readonly taken = new Set<string>();
  /** By the name that was asked for: numbers below are taken. */
  private readonly next = new Map<string, number>();

  take(name: string): string {
    const key = filenameKey(name);
    let number = this.next.get(key) ?? 1;
    let free: string;
    do {
      free = number === 1 ? name : numbered(name, number);
      number++;
    } while (this.taken.has(filenameKey(free)));
    this.next.set(key, number);
    this.taken.add(filenameKey(free));
    return free;
  }
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const end = ` (${number})${name.slice(dot)}`;
  return [...name.slice(0, dot)].slice(0, MAX_FILENAME - end.length).join('') + end;
}
