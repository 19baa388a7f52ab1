import express, { type Request, type Response } from 'express';
import { DomainError } from '../../domain/errors';
import { PlainStatus } from './plain-status';

export const MAX_JSON_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;
/** A JSON body that has not arrived by then is answered with 408; it is small, so only a stalled one is slower. */
const BODY_DEADLINE_MS = 10_000;

/** Refuses a body by its declared size, before a byte of it is read. */
export function assertDeclaredSize(req: Request, max_bytes: number): void {
  if (Number(req.headers['content-length'] ?? 0) > max_bytes) throw new PlainStatus(413);
}

const raw = express.raw({ limit: MAX_JSON_BYTES, type: () => true, inflate: false });

/**
 * The bytes of a body of at most 1 MiB.
 *
 * @throws PlainStatus 413, 408; whatever the connection dies of
 */
export function readBytes(req: Request, res: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      res.setHeader('Connection', 'close');
      reject(new PlainStatus(408));
    }, BODY_DEADLINE_MS);
    if (req.headers.expect) res.writeContinue();
    raw(req, res, (error?: unknown) => {
      clearTimeout(deadline);
      if (!error) return resolve(Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0));
      const { type } = error as { type?: string };
      if (type === 'entity.too.large') return reject(new PlainStatus(413));
      if (type === 'encoding.unsupported') return reject(new BodyError('Content-Encoding is not supported'));
      if (type === 'request.aborted' || type === 'request.size.invalid') return reject(new PlainStatus(400));
      reject(error as Error);
    });
  });
}

/** Why a body is not the JSON that was due; each reader turns it into its own error shape. */
export class BodyError extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON body: `application/json`, strict UTF-8, at most 32 levels deep.
 *
 * @throws BodyError
 */
export function parseJson(req: Request, bytes: Buffer): unknown {
  assertJsonType(req.headers['content-type']);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new BodyError('not valid UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(markUnsafeNumbers(text));
  } catch {
    throw new BodyError('not valid JSON');
  }
  if (isDeeperThan(value, MAX_DEPTH)) throw new BodyError(`nested over ${MAX_DEPTH} levels`);
  return value;
}

/** @throws DomainError validation_error `body: …` */
export async function readJson(req: Request, res: Response): Promise<{ value: unknown; bytes: Buffer }> {
  try {
    const bytes = await readBytes(req, res);
    return { value: parseJson(req, bytes), bytes };
  } catch (error) {
    if (error instanceof BodyError) throw new DomainError('validation_error', `body: ${error.message}`);
    throw error;
  }
}

function assertJsonType(content_type: string | undefined): void {
  const [type, ...parameters] = (content_type ?? '').toLowerCase().split(';');
  if (type?.trim() !== 'application/json') throw new BodyError('must be sent as application/json');
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) throw new BodyError('must be UTF-8');
}

/** What sends a body through the slow look at its numbers: 16 digits in a row, or an exponent. */
const MANY_DIGITS = /\d[\d.]{15}|[:,[]\s*-?[\d.]+[eE]/;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * JSON.parse rounds what does not fit a double, silently. A number of more than 15 significant digits, or out
 * of range, is replaced by a text that no schema takes for a number, so that it is refused where it stands.
 */
function markUnsafeNumbers(text: string): string {
  if (!MANY_DIGITS.test(text)) return text;
  return text.replace(STRING_OR_NUMBER, (token) => {
    if (token.startsWith('"')) return token;
    const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
    const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
    return digits.length > 15 || Math.abs(Number(exponent)) > 30 ? '"a number that is not exact"' : token;
  });
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (isDeeperThan(member, levels - 1)) return true;
  }
  return false;
}
