import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { projection } from './projection';

/** An answer that is the same for every caller: serialised once, so that a request costs next to nothing. */
export class PreparedAnswer {
  readonly json: Buffer;
  /** Strong: a digest of the bytes, so that all nodes that answer the same agree on it. */
  readonly etag: string;

  /** @param response - the route's: what leaves */
  constructor(response: z.ZodType, value: unknown) {
    this.json = Buffer.from(JSON.stringify(projection(response)(value)));
    this.etag = `"${createHash('sha256').update(this.json).digest('base64url')}"`;
  }
}

/** `304` without a body for a caller that has it already (RFC 9110 §13.1.2). */
export function sendPrepared(
  req: Request,
  res: Response,
  { json, etag }: PreparedAnswer,
  max_age_s: number,
): void {
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', `private, max-age=${max_age_s}`);
  if (names(req.headers['if-none-match'], etag)) return void res.writeHead(304).end();
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', json.length);
  res.end(json);
}

/** An entity tag, weak or strong (RFC 9110 §8.8.3); a comma in it is its own. */
const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether `If-None-Match` names the tag: compared weakly, so `W/` makes no difference. */
function names(if_none_match: string | undefined, etag: string): boolean {
  if (if_none_match === undefined) return false;
  if (if_none_match.trim() === '*') return true;
  return [...if_none_match.matchAll(ENTITY_TAG)].some(([, tag]) => tag === etag);
}
