import { randomUUID } from 'node:crypto';
import type { Request, Response } from '../request';
import { DomainError } from '../../../domain/errors';
import { sendContinue } from '../connections/expect-continue';
import { EVENT_LOOP_TURNS } from '../../event-loop-turns';
import { companyOfRequest } from '../request-scope';
import { MemoryBudget } from './memory-budget';
import { INEXACT } from './parse';
import { PlainStatus } from '../connections/plain-status';

export const MAX_JSON_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;
/**
 * In milliseconds. A body that is not complete by then is answered with 408. A JSON body is small, so only a stalled
 * one takes as long.
 */
const DEADLINE_MS = 10_000;

/** For the bodies of all requests in progress, but those with a budget of their own. */
const BUDGET = new MemoryBudget(256 * 1024 * 1024);

/** Rejects a request by its `Content-Length`, before its body is read. @throws PlainStatus 413 */
export function assertDeclaredSize(req: Request, max_bytes: number): void {
  if (Number(req.headers['content-length'] ?? 0) > max_bytes) throw new PlainStatus(413);
}

/** Limits of a body. The defaults are those of a JSON body. */
interface BodyBounds {
  readonly max_bytes?: number;
  /** In milliseconds, from the start of reading. */
  readonly deadline_ms?: number;
  /** The share of the memory for bodies that this one uses; by default that of the company, or of management. */
  readonly share?: string;
  readonly budget?: MemoryBudget;
}

/**
 * Reads a body into memory; at most 1 MiB by default. After a rejection the rest of the body is read and dropped, so
 * that the caller can read the response.
 *
 * @throws BodyError; PlainStatus 413 or 408, or 400 when the caller disconnected; DomainError internal_error
 */
export async function readBytes(req: Request, res: Response, bounds: BodyBounds = {}): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const share = bounds.share ?? companyOfRequest() ?? 'management';
  await readChunks(req, res, { ...bounds, share }, chunks);
  // Not in a listener of the request, where an error would end the process.
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  // Several bodies may be complete in one iteration of the event loop.
  const turn = EVENT_LOOP_TURNS.next(share);
  if (turn) await turn;
  EVENT_LOOP_TURNS.take(bytes.length);
  return bytes;
}

/**
 * Reads a body that is not JSON.
 *
 * @throws PlainStatus 415 for a Content-Encoding, else as `readBytes`
 */
export async function readPlainBytes(req: Request, res: Response, bounds?: BodyBounds): Promise<Buffer> {
  try {
    return await readBytes(req, res, bounds);
  } catch (error) {
    if (error instanceof BodyError) throw new PlainStatus(415);
    throw error;
  }
}

function readChunks(
  req: Request,
  res: Response,
  {
    max_bytes = MAX_JSON_BYTES,
    deadline_ms = DEADLINE_MS,
    share,
    budget = BUDGET,
  }: BodyBounds & { readonly share: string },
  chunks: Buffer[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { 'content-encoding': encoding = 'identity' } = req.headers;
    if (encoding.toLowerCase() !== 'identity') throw new BodyError('Content-Encoding is not supported');
    assertDeclaredSize(req, max_bytes);
    if (res.closed) throw new PlainStatus(400);
    sendContinue(res);
    let size = 0;
    const memory = budget.open(share);
    res.once('close', () => memory.release());
    const settle = (error?: Error) => {
      clearTimeout(deadline);
      req.off('data', append).off('end', done).off('close', disconnected).off('error', disconnected);
      if (error === undefined) return resolve();
      req.resume();
      reject(error);
    };
    const deadline = setTimeout(() => {
      res.setHeader('Connection', 'close');
      settle(new PlainStatus(408));
    }, req.app.body_ms ?? deadline_ms);
    const done = () => settle();
    const disconnected = () => settle(new PlainStatus(400));
    const append = (chunk: Buffer) => {
      size += chunk.length;
      if (size > max_bytes) return settle(new PlainStatus(413));
      try {
        memory.add(chunk.length);
      } catch (error) {
        return settle(error as DomainError);
      }
      chunks.push(chunk);
    };
    req.on('data', append).on('end', done).on('close', disconnected).on('error', disconnected);
  });
}

/** A body that is not the expected JSON. Each reader turns it into its own error shape. */
export class BodyError extends Error {}

/** A body that is an HTML form instead of JSON. */
export class FormBodyError extends BodyError {}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON body: `application/json`, strict UTF-8, at most 32 levels deep. A number that JSON.parse would
 * round is replaced by a symbol, which every schema rejects; one with over two decimals that ends with 0, by a symbol
 * of its text, which schemas of decimals take.
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
    value = JSON.parse(text);
  } catch {
    throw new BodyError('not valid JSON');
  }
  if (isDeeperThan(value, MAX_DEPTH)) throw new BodyError(`nested over ${MAX_DEPTH} levels`);
  return MAY_LOSE_DIGITS.test(text) ? withMarkedNumbers(text, value) : value;
}

/** A parsed body, and the bytes that it was parsed from. */
export interface JsonBody {
  readonly value: unknown;
  readonly bytes: Buffer;
}

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * @returns the body before it is checked; an empty object for one that may be missing, and is
 * @throws DomainError validation_error `body: …`
 */
export function readBody(
  req: Request,
  res: Response,
  may_be_missing: boolean,
): Promise<JsonBody> | Partial<JsonBody> {
  return may_be_missing && !hasBody(req) ? { value: {} } : readJson(req, res, may_be_missing);
}

/** @param may_be_empty - whether an empty body is `{}` */
async function readJson(req: Request, res: Response, may_be_empty = false): Promise<JsonBody> {
  try {
    const bytes = await readBytes(req, res);
    return { value: may_be_empty && bytes.length === 0 ? {} : parseJson(req, bytes), bytes };
  } catch (error) {
    if (error instanceof BodyError) throw new DomainError('validation_error', `body: ${error.message}`);
    throw error;
  }
}

const FORM_TYPE = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\s*$/;

function assertJsonType(content_type: string | undefined): void {
  const [type, ...parameters] = (content_type ?? '').toLowerCase().split(';');
  if (type?.trim() !== 'application/json') {
    const fault = 'must be sent as application/json';
    throw FORM_TYPE.test(type ?? '') ? new FormBodyError(`${fault}, not as a form`) : new BodyError(fault);
  }
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) throw new BodyError('must be UTF-8');
}

/**
 * Finds bodies that may contain numbers of which a double keeps too little: 16 digits in a row, an exponent, or over
 * two decimals that end with 0. Only these are scanned number by number.
 */
const MAY_LOSE_DIGITS = /\d[\d.]{15}|[:,[]\s*-?[\d.]+[eE]|\.\d\d+0(?!\d)/;
/** Amounts have two decimals in most currencies; a zero behind them is not allowed there. */
const ENDS_IN_ZERO = /\.\d\d+0$/;
/** A string or number token of valid JSON. Every string is closed, so that matching takes linear time. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const MARK = randomUUID();

function withMarkedNumbers(text: string, value: unknown): unknown {
  let found = false;
  const marked = text.replace(STRING_OR_NUMBER, (token) => {
    if (token.startsWith('"')) return token;
    const is_exact = isExact(token);
    if (is_exact && !ENDS_IN_ZERO.test(token)) return token;
    found = true;
    return `"${MARK}${is_exact ? token : ''}"`;
  });
  return found ? JSON.parse(marked, (_name, member: unknown) => unmarked(member)) : value;
}

function unmarked(member: unknown): unknown {
  if (typeof member !== 'string' || !member.startsWith(MARK)) return member;
  return member === MARK ? INEXACT : Symbol(member.slice(MARK.length));
}

/** Whether a double represents the number exactly: at most 15 significant digits, and an exponent of at most 30. */
function isExact(number: string): boolean {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  return digits.length <= 15 && mantissa.length <= 60 && Math.abs(Number(exponent)) <= 30;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (isDeeperThan(member, levels - 1)) return true;
  }
  return false;
}
