import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

/** A file to hand out: what a handler gives whose route answers with a `file`. */
export interface FileAnswer {
  readonly content_type: string;
  readonly filename: string;
  readonly bytes: Uint8Array | StreamedBytes;
  /** Of the resource that it belongs to; becomes the ETag. */
  readonly version?: number;
}

/** Bytes that come in pieces, and only when they are asked for. */
export interface StreamedBytes {
  readonly size: number;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

const CUT_OFF = /^ERR_STREAM_(PREMATURE_CLOSE|DESTROYED|UNABLE_TO_PIPE)$/;

/** As a download: a browser runs nothing of what is in it, whatever it is. */
export async function sendFile(req: Request, res: Response, file: FileAnswer): Promise<void> {
  const { content_type, filename, bytes, version } = file;
  const isWhole = bytes instanceof Uint8Array;
  const pieces = isWhole || req.method === 'HEAD' ? undefined : await bytes.open();
  res.writeHead(200, {
    'Content-Type': content_type,
    'Content-Length': isWhole ? bytes.byteLength : bytes.size,
    'Content-Disposition': attachment(filename),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    ...(version === undefined ? {} : { ETag: `"${version}"` }),
  });
  if (!pieces) return void res.end(isWhole ? bytes : undefined);
  try {
    await pipeline(pieces, res);
  } catch (error) {
    // A caller that goes away in the middle is no failure of ours.
    if (!CUT_OFF.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** `attachment`, with the name once in ASCII and, where that says less, once in full (RFC 6266 §4.3). */
function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["%\\]/g, '_');
  const header = `attachment; filename="${plain}"`;
  return plain === filename ? header : `${header}; filename*=UTF-8''${extValue(filename)}`;
}

/** RFC 8187 §3.2: what `encodeURIComponent` leaves as it is, but a header may not hold, is encoded too. */
function extValue(text: string): string {
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, encode);
}
