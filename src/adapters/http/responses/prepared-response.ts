import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Request, Response } from '../request';
import { compressed, type Encoding, negotiateEncoding } from './compression';
import { projection } from './projection';

/** A response that is the same for every caller. It is serialised once, so that a request costs almost nothing. */
export class PreparedResponse {
  /** A strong entity tag: a digest of the bytes, so that all nodes with the same content send the same tag. */
  readonly etag: string;
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly bytes: Buffer,
    readonly content_type: string,
  ) {
    this.etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  }

  /** The compressed bytes. They are compressed once. */
  bytesIn(encoding: Encoding): Promise<Buffer> {
    let bytes = this.encoded.get(encoding);
    if (!bytes) this.encoded.set(encoding, (bytes = compressed(this.bytes, encoding)));
    return bytes;
  }

  /** @param response - the response schema of the route */
  static json(response: z.ZodType, value: unknown): PreparedResponse {
    const json = JSON.stringify(projection(response)(value));
    return new PreparedResponse(Buffer.from(json), 'application/json; charset=utf-8');
  }
}

/** Sends the response, or `304` without a body when `If-None-Match` names its entity tag (RFC 9110 §13.1.2). */
export async function sendPrepared(
  req: Request,
  res: Response,
  response: PreparedResponse,
  max_age_s: number,
): Promise<void> {
  const { content_type, etag } = response;
  const encoding = negotiateEncoding(req, res, content_type, response.bytes.length);
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', `private, max-age=${max_age_s}`);
  if (names(req.headers['if-none-match'], etag)) return void res.writeHead(304).end();
  const bytes = encoding === undefined ? response.bytes : await response.bytesIn(encoding);
  if (encoding !== undefined) res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Type', content_type);
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

/** A weak or strong entity tag (RFC 9110 §8.8.3). The tag itself may contain commas. */
const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether `If-None-Match` lists the tag, by weak comparison: a `W/` prefix is ignored. */
function names(if_none_match: string | undefined, etag: string): boolean {
  if (if_none_match === undefined) return false;
  if (if_none_match.trim() === '*') return true;
  return [...if_none_match.matchAll(ENTITY_TAG)].some(([, tag]) => tag === etag);
}
