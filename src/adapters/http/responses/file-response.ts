import { pipeline } from 'node:stream/promises';
import { shortenedName } from '../../../domain/values/file-name';
import type { Download } from '../../../use-cases/download';
import type { Request, Response } from '../request';
import { endDeadline } from '../request-scope';
import { compressed, negotiateEncoding } from './compression';

const CUT_OFF = /^ERR_STREAM_(PREMATURE_CLOSE|DESTROYED|UNABLE_TO_PIPE)$/;

/** Sends the file as an attachment, so that a browser does not execute active content in it. */
export async function sendFile(req: Request, res: Response, file: Download): Promise<void> {
  const { content_type, filename, bytes, version } = file;
  const isWhole = bytes instanceof Uint8Array;
  const encoding = isWhole ? negotiateEncoding(req, res, content_type, bytes.byteLength) : undefined;
  const sent = isWhole && encoding !== undefined ? await compressed(bytes, encoding) : bytes;
  const size = sent instanceof Uint8Array ? sent.byteLength : sent.size;
  const pieces = sent instanceof Uint8Array || req.method === 'HEAD' ? undefined : await sent.open();
  res.writeHead(200, {
    'Content-Type': content_type,
    ...(size === undefined ? {} : { 'Content-Length': size }),
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    'Content-Disposition': attachment(filename),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    ...(version === undefined ? {} : { ETag: `"${version}"` }),
  });
  if (!pieces) return void res.end(sent instanceof Uint8Array ? sent : undefined);
  // From here on the caller determines how long the download takes.
  endDeadline();
  try {
    await pipeline(pieces, res);
  } catch (error) {
    // A caller that closes the connection during the download is not an error.
    if (!CUT_OFF.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/**
 * A `Content-Disposition` value: the file name in ASCII and, where that loses characters, also as `filename*` (RFC 6266
 * §4.3). A name that file systems do not take is cut, as not all clients do it.
 */
function attachment(filename: string): string {
  const name = shortenedName(filename);
  const plain = name.replace(/[^\x20-\x7e]|["%\\]/g, '_');
  const header = `attachment; filename="${plain}"`;
  return plain === name ? header : `${header}; filename*=UTF-8''${extValue(name)}`;
}

/**
 * An `ext-value` (RFC 8187 §3.2). `encodeURIComponent` leaves a few characters that a header parameter must not
 * contain; they are encoded too.
 */
function extValue(text: string): string {
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, encode);
}
