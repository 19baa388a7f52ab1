import multer from 'multer';
import type { Readable, Writable } from 'node:stream';
import type { Request, Response } from '../request';
import { DomainError } from '../../../domain/errors';
import { sendContinue } from '../connections/expect-continue';
import { messageOf } from './parse';
import { PlainStatus } from '../connections/plain-status';
import type { UploadSpec } from '../route';

/** Name of the only part of a form. */
const PART = 'file';
/**
 * Allowance for everything but the file: boundaries, headers of the part, and other parts, which are rejected by name.
 */
const MAX_FORM_BYTES = 64 * 1024;
const LIMITS = { files: 1, fields: 1, fieldSize: 1024, fieldNameSize: 256, fieldNestingDepth: 0 } as const;

/**
 * A file that is being uploaded. Its bytes must be read, completely or in part, before the rest of the request is
 * processed.
 */
export interface SentFile {
  /** The file name in the form, with any directories. */
  readonly sent_as: string;
  /** Ends when the whole form was valid. @throws PlainStatus 413, 415 or 400, or DomainError validation_error */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Checks a file by its bytes, as they arrive. A rejected file is a plain 415. */
interface Check {
  take(bytes: Uint8Array): boolean;
  end(): boolean;
}

/**
 * An upload as multipart/form-data with one part, `file`, which is streamed.
 *
 * @param accept - returns the check and other properties for a file name; undefined for a plain 415. It may throw a
 *   DomainError
 */
export function fileUpload<Known extends { readonly check: Check }>(
  max_file_bytes: number,
  accept: (sent_as: string) => Known | undefined,
): UploadSpec<Omit<Known, 'check'> & SentFile> {
  const max_bytes = max_file_bytes + MAX_FORM_BYTES;
  return {
    content_types: ['multipart/form-data'],
    max_bytes,
    async read(req, res) {
      assertForm(req);
      const part = await filePart(req, res, max_bytes);
      try {
        const known = accept(part.sent_as);
        if (!known) throw new PlainStatus(415);
        const { check, ...rest } = known;
        return { ...rest, sent_as: part.sent_as, bytes: checked(part, max_file_bytes, check) };
      } catch (error) {
        part.release(REFUSED);
        throw error;
      }
    },
  };
}

/** @throws DomainError validation_error; PlainStatus 415 */
function assertForm({ headers }: Request): void {
  const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = headers;
  if (encoding.toLowerCase() !== 'identity') throw new PlainStatus(415);
  if (type.split(';')[0]!.trim().toLowerCase() !== 'multipart/form-data') {
    throw new DomainError('validation_error', 'body: must be sent as multipart/form-data');
  }
}

interface FilePart {
  readonly sent_as: string;
  readonly stream: Readable;
  /** Resolves when the form ended validly, after the part was released without an error. */
  readonly end: Promise<void>;
  /** Continues with the rest of the form; after an error the rest is dropped. */
  readonly release: (error?: Error) => void;
  /** Converts an error of the streams into the error of the form. */
  readonly faultOf: (error: unknown) => Error;
}

const REFUSED = new Error('The part was refused.');

/** Resolves with the file part as soon as it begins; rejects when the form has none. */
function filePart(req: Request, res: Response, max_bytes: number): Promise<FilePart> {
  if (res.closed) throw new PlainStatus(400);
  sendContinue(res);
  return new Promise((resolve, reject) => {
    const faultOf = (error: unknown) => formFault(req, error);
    const end = new Promise<void>((ended, failed) => {
      const storage: multer.StorageEngine = {
        _handleFile(_req, { originalname: sent_as, fieldname, stream }, release) {
          const other = fieldname === PART ? otherPart(req) : fieldname;
          if (other === undefined) return resolve({ sent_as, stream, end, release, faultOf });
          reject(unknownPart(other));
          release(REFUSED);
        },
        _removeFile: (_req, _file, removed) => removed(null), // the reader of the bytes cleans up
      };
      const options: multer.Options & StreamHandler = {
        storage,
        limits: LIMITS,
        preservePath: true,
        defParamCharset: 'utf8',
        streamHandler: (_req, form) => pipeBounded(req, form, max_bytes, failed),
      };
      multer(options).any()(req as never, res as never, (error?: unknown) => {
        const other = otherPart(req);
        if (other !== undefined) failed(unknownPart(other));
        else if (error !== undefined) failed(faultOf(error));
        else ended();
      });
    });
    end.then(() => reject(new DomainError('validation_error', `${PART}: is required`)), reject);
  });
}

/** An option of multer that is missing in its types. */
interface StreamHandler {
  readonly streamHandler: (req: Request, form: Writable) => void;
}

/**
 * Limits the size of a form, also one without `Content-Length`.
 *
 * @param failed - called as soon as the limit is passed; multer reports an error only after the whole request
 */
function pipeBounded(
  req: Request,
  form: Writable,
  max_bytes: number,
  failed: (fault: PlainStatus) => void,
): void {
  let size = 0;
  const count = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= max_bytes) return;
    req.off('data', count);
    const fault = new PlainStatus(413);
    failed(fault);
    form.destroy(fault);
  };
  req.on('data', count).pipe(form);
}

/** The name of a part that is not a file. */
function otherPart(req: Request): string | undefined {
  return Object.keys((req as { body?: object }).body ?? {})[0];
}

function unknownPart(name: string): DomainError {
  const issue = { code: 'unrecognized_keys' as const, keys: [name], path: [], message: '' };
  const message = name === PART ? `${PART}: must be a file` : messageOf(issue, 'body');
  return new DomainError('validation_error', message);
}

/** Converts an error of multer into the error of the form. */
function formFault(req: Request, error: unknown): Error {
  if (error instanceof DomainError || error instanceof PlainStatus) return error;
  if (req.destroyed && !req.complete) return new PlainStatus(400); // the caller disconnected
  if (!(error instanceof multer.MulterError)) {
    return new DomainError('validation_error', 'body: is not well-formed multipart/form-data');
  }
  if (error.code === 'LIMIT_FILE_COUNT') {
    return new DomainError('validation_error', `${PART}: must be one file`);
  }
  return unknownPart(error.field ?? otherPart(req) ?? '?');
}

async function* checked(
  { stream, end, release, faultOf }: FilePart,
  max_bytes: number,
  check: Check,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  let is_released = false;
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > max_bytes) throw new PlainStatus(413);
      if (!check.take(piece)) throw new PlainStatus(415);
      yield piece;
    }
    if (size === 0) throw new DomainError('validation_error', `${PART}: must not be empty`);
    if (!check.end()) throw new PlainStatus(415);
    is_released = true;
    release();
    await end;
  } catch (error) {
    throw faultOf(error);
  } finally {
    if (!is_released) release(REFUSED);
  }
}
