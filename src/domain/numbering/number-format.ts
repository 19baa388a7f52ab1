import { lastDayOfMonth } from '../values/calendar';
import { DomainError } from '../errors';

/** When the numbers of a journal restart: never, each year or each month. */
export const SEQUENCE_SCOPES = ['continuous', 'yearly', 'monthly'] as const;
export type SequenceScope = (typeof SEQUENCE_SCOPES)[number];

export const DEFAULT_NUMBER_FORMAT: Readonly<Record<SequenceScope, string>> = {
  continuous: '{code}-{seq:5}',
  yearly: '{code}-{yyyy}-{seq:5}',
  monthly: '{code}-{yyyy}-{mm}-{seq:5}',
};

/** Limit of the length of the first number. Later numbers may be longer. */
const MAX_NUMBER_LENGTH = 30;

type Part =
  | { readonly token: 'literal'; readonly text: string }
  | { readonly token: 'code' }
  | { readonly token: 'yyyy' | 'yy' | 'mm' }
  /** Padded with zeros to `digits` digits; a larger number has more digits. */
  | { readonly token: 'seq'; readonly digits: number };

const PART = /\{(code|yyyy|yy|mm|seq)\}|\{seq:([1-9]\d?)\}|([A-Za-z0-9._/-]+)/y;

/** @returns null when the format has anything but tokens and allowed characters */
function parts(format: string): Part[] | null {
  const found: Part[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < format.length) {
    const match = PART.exec(format);
    if (!match) return null;
    const [, token, digits, text] = match;
    if (text !== undefined) found.push({ token: 'literal', text });
    else if (digits !== undefined) found.push({ token: 'seq', digits: Number(digits) });
    else if (token === 'seq') found.push({ token, digits: 1 });
    else found.push({ token: token as 'code' | 'yyyy' | 'yy' | 'mm' });
  }
  return found;
}

/** The parts of a stored format, which was validated when it was stored. */
function knownParts(format: string): Part[] {
  const known = parts(format);
  if (!known) throw new Error('A stored number_format is not valid.');
  return known;
}

export type NumberPart = Exclude<Part, { token: 'code' }>;

/** The parts of a journal's number format, with its code as a literal. */
export function partsOf({ code, number_format }: NumberFormat): NumberPart[] {
  return knownParts(number_format).map((part) =>
    part.token === 'code' ? { token: 'literal', text: code } : part,
  );
}

/** The fields of a journal that determine the text of its numbers. */
export interface NumberFormat {
  readonly code: string;
  readonly number_format: string;
}

/**
 * Checks that the format has exactly one `{seq}`, that numbers of different periods differ, and that the first number,
 * with code and padding, has at most 30 characters. Digits that later numbers add are not counted.
 *
 * @throws DomainError validation_error
 */
export function assertNumberFormat(
  journal: NumberFormat & { readonly sequence_scope: SequenceScope; readonly first_number: number },
): void {
  const { number_format, sequence_scope } = journal;
  const all = parts(number_format);
  if (!all) {
    fault('must consist of {code} {yyyy} {yy} {mm} {seq} {seq:n} and of A-Z a-z 0-9 . _ / -');
  }
  const has = (...tokens: Part['token'][]) => all.some(({ token }) => tokens.includes(token));

  if (all.filter(({ token }) => token === 'seq').length !== 1) fault('must contain {seq} once');
  if (sequence_scope === 'continuous') {
    if (has('yyyy', 'yy', 'mm')) fault('must not contain a year or a month when the scope is continuous');
  } else {
    if (!has('yyyy', 'yy')) fault(`must contain {yyyy} or {yy} when the scope is ${sequence_scope}`);
    if (sequence_scope === 'monthly' && !has('mm')) fault('must contain {mm} when the scope is monthly');
    if (sequence_scope === 'yearly' && has('mm')) fault('must not contain {mm} when the scope is yearly');
  }

  const first = formatNumber(journal, '2000-01-01', journal.first_number);
  if (first.length > MAX_NUMBER_LENGTH) fault(`must give at most ${MAX_NUMBER_LENGTH} characters`);
}

function fault(reason: string): never {
  throw new DomainError('validation_error', `number_format: ${reason}`);
}

/** The text before and after the running number, which is padded to `digits` digits. */
export interface NumberFrame {
  readonly before: string;
  readonly digits: number;
  readonly after: string;
}

/** The common text of all numbers in the period of an issue date. */
export function numberFrame({ code, number_format }: NumberFormat, issue_date: string): NumberFrame {
  const frame = { before: '', digits: 0, after: '' };
  for (const part of knownParts(number_format)) {
    if (part.token === 'seq') frame.digits = part.digits;
    else frame[frame.digits === 0 ? 'before' : 'after'] += written(part, code, issue_date);
  }
  return frame;
}

function written(part: Exclude<Part, { token: 'seq' }>, code: string, issue_date: string): string {
  switch (part.token) {
    case 'literal':
      return part.text;
    case 'code':
      return code;
    case 'yyyy':
      return issue_date.slice(0, 4);
    case 'yy':
      return issue_date.slice(2, 4);
    case 'mm':
      return issue_date.slice(5, 7);
  }
}

/** The number of a document: `INV-2026-00012`. */
export function formatNumber(format: NumberFormat, issue_date: string, seq: number): string {
  const { before, digits, after } = numberFrame(format, issue_date);
  return before + String(seq).padStart(digits, '0') + after;
}

/**
 * The format with the journal's code inserted. Journals with equal patterns give equal numbers, so the pattern is
 * unique in a company. `commonNumber` finds different patterns that give an equal number.
 */
export function numberPattern({ code, number_format }: NumberFormat): string {
  return number_format.replaceAll('{code}', code);
}

/**
 * The period of an issue date: `2026`, `2026-07`, or for a continuous sequence the empty text, since the period is part
 * of a primary key. Responses have null instead of the empty text.
 */
export function periodOf(scope: SequenceScope, issue_date: string): string {
  return issue_date.slice(0, { continuous: 0, yearly: 4, monthly: 7 }[scope]);
}

/**
 * The issue dates whose numbers differ. The years of a format with `{yy}` alone are those of one century: 1926 and 2026
 * have the same numbers.
 */
export function distinctDates({ number_format }: Pick<NumberFormat, 'number_format'>): {
  readonly min: string | null;
  readonly max: string | null;
} {
  const tokens = new Set(knownParts(number_format).map(({ token }) => token));
  if (!tokens.has('yy') || tokens.has('yyyy')) return { min: null, max: null };
  return { min: '2000-01-01', max: '2099-12-31' };
}

/** First and last day of a period (a result of `periodOf`); null: no bound. */
export function periodBounds(period: string): { readonly min: string | null; readonly max: string | null } {
  if (period === '') return { min: null, max: null };
  return period.length === 4
    ? { min: `${period}-01-01`, max: `${period}-12-31` }
    : { min: `${period}-01`, max: lastDayOfMonth(period) };
}

/** The first number of a sequence: the journal's `first_number` in the period of its creation, else 1. */
export function firstNumberOf(
  period: string,
  { first_number, first_period }: { readonly first_number: number; readonly first_period: string },
): number {
  return period === first_period ? first_number : 1;
}
