import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import accepts from 'accepts';
import type { Request, Response } from '../request';

/** A shorter body is sent as it is: compression would save less than a packet. In bytes. */
const MIN_BYTES = 1024;

/** Other content types, such as PDF, ZIP and images, are compressed already. */
const TEXT = /^(text\/|application\/(json|xml)\b|image\/svg\+xml\b)/;

/** Settings that compress 100 KB of JSON within a few milliseconds, outside of the event loop. */
const GZIP_LEVEL = 5;
const BROTLI_QUALITY = 4;

const withGzip = promisify(gzip);
const withBrotli = promisify(brotliCompress);

const ENCODERS = {
  br: (bytes: Uint8Array) =>
    withBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }) as Promise<Buffer>,
  gzip: (bytes: Uint8Array) => withGzip(bytes, { level: GZIP_LEVEL }) as Promise<Buffer>,
};

export type Encoding = keyof typeof ENCODERS;

/**
 * Chooses the content coding of a body, and sets `Vary` when it depends on the request. The `ETag` stays the same: it
 * names the version of the resource for `If-Match`, whatever its coding.
 *
 * @param length - of the body, at least approximately
 * @returns undefined when the body is sent as it is
 */
export function negotiateEncoding(
  req: Request,
  res: Response,
  content_type: string,
  length: number,
): Encoding | undefined {
  if (length <= MIN_BYTES || !TEXT.test(content_type)) return undefined;
  res.setHeader('Vary', 'Accept-Encoding');
  if (req.headers['accept-encoding'] === undefined) return undefined;
  const chosen = accepts(req).encoding(['br', 'gzip', 'identity']);
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined;
}

/** Compresses in a thread of Node's pool. */
export function compressed(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
  return ENCODERS[encoding](bytes);
}
