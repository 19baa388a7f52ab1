import { createHash } from 'node:crypto';
import type { Request } from '../request';
import { DomainError } from '../../../domain/errors';
import type { Access, RouteSpec } from '../route';
import { occurrences } from './occurrences';

/** Printable ASCII. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** Whether a route takes an Idempotency-Key: every POST of the public API with an effect does. */
export function isKeyed({
  method,
  access,
  has_effect = true,
}: RouteSpec<Access, unknown, unknown, unknown>): boolean {
  return method === 'post' && has_effect && access !== 'management';
}

/** @throws DomainError validation_error */
export function idempotencyKey(req: Request): string | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (occurrences(req, 'idempotency-key') === 1 && typeof key === 'string' && KEY.test(key)) return key;
  throw new DomainError('validation_error', 'Idempotency-Key: must have 1 to 255 printable ASCII characters');
}

/**
 * A digest of method, address and body, in hexadecimal. Two requests under one key are the same request when their
 * fingerprints match.
 */
export function fingerprint(req: Request, body: Uint8Array | undefined): string {
  const hash = createHash('sha256').update(`${req.method}\n${req.originalUrl}\n`);
  if (body) hash.update(body);
  return hash.digest('hex');
}
