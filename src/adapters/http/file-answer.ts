import type { Response } from 'express';

/** A file to hand out: what a handler gives whose route answers with a `file`. */
export interface FileAnswer {
  readonly content_type: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
  /** Of the resource that it belongs to; becomes the ETag. */
  readonly version?: number;
}

/** As a download: a browser runs nothing of what is in it, whatever it is. */
export function sendFile(res: Response, { content_type, filename, bytes, version }: FileAnswer): void {
  res.writeHead(200, {
    'Content-Type': content_type,
    'Content-Length': bytes.byteLength,
    'Content-Disposition': attachment(filename),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    ...(version === undefined ? {} : { ETag: `"${version}"` }),
  });
  res.end(bytes);
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
