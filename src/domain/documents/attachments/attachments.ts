import { toNfc, foldCase } from '../../values/case-fold';
import { isLongerThan } from '../../values/code-points';
import { DomainError } from '../../errors';
import type { AttachmentType } from './attachment-types';

const MAX_ATTACHMENTS = 20;

/** Code points. */
export const MAX_FILENAME = 255;

/** A file that was added to a document. It is immutable. */
export interface Attachment {
  readonly id: string;
  /** Unicode NFC, without directory and control characters. */
  readonly filename: string;
  readonly content_type: AttachmentType;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  readonly created_at: Date;
}

/** An attachment is immutable and has one version only. */
export const ATTACHMENT_VERSION = 1;

/**
 * Control characters, line and paragraph separators, characters that XML does not allow, and bidirectional controls,
 * which can make one extension look like another.
 */
const NOT_IN_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu;

/**
 * The stored name of an uploaded file: the part after the last slash or backslash of the name in the request.
 *
 * @throws DomainError validation_error
 */
export function attachmentFilename(sent_as: string): string {
  const filename = plainFilename(sent_as);
  if (filename.trim() === '') throw new DomainError('validation_error', 'file: must have a file name');
  if (isLongerThan(filename, MAX_FILENAME)) {
    throw new DomainError('validation_error', `file: the name must have at most ${MAX_FILENAME} characters`);
  }
  return filename;
}

/** The part of a name after the last slash or backslash, as it is stored; it may be blank or too long. */
export function plainFilename(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return toNfc(last.replace(NOT_IN_A_NAME, '').toWellFormed());
}

/** The key by which file names are unique within a document: the name without its case. */
export function filenameKey(filename: string): string {
  return foldCase(filename);
}

/** @throws DomainError validation_error when the document has `MAX_ATTACHMENTS` attachments */
export function assertRoomForAttachment(count: number): void {
  if (count < MAX_ATTACHMENTS) return;
  throw new DomainError('validation_error', `file: a document has at most ${MAX_ATTACHMENTS} attachments`);
}
