import { lastDayOfMonth } from '../values/calendar';
import { DomainError } from '../errors';

/** How far a journal's numbers run before they begin again. */
export const SEQUENCE_SCOPES = ['continuous', 'yearly', 'monthly'] as const;
export type SequenceScope = (typeof SEQUENCE_SCOPES)[number];

export const DEFAULT_NUMBER_FORMAT: Readonly<Record<SequenceScope, string>> = {
  continuous: '{code}-{seq:5}',
  yearly: '{code}-{yyyy}-{seq:5}',
  monthly: '{code}-{yyyy}-{mm}-{seq:5}',
};

/** Of the first number; what the sequence later grows by comes on top. */
const MAX_NUMBER_LENGTH = 30;

type Part =
  | { readonly token: 'literal'; readonly text: string }
  | { readonly token: 'code' }
  | { readonly token: 'yyyy' | 'yy' | 'mm' }
  /** At least `digits` digits, padded with zeros, more when the number needs them. */
  | { readonly token: 'seq'; readonly digits: number };

const PART = /\{(code|yyyy|yy|mm|seq)\}|\{seq:([1-9]\d?)\}|([A-Za-z0-9._/-]+)/y;

/** @returns null when the text holds anything but tokens and literals */
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

/** A format that was accepted before; anything else is a broken assumption. */
function knownParts(format: string): Part[] {
  const known = parts(format);
  if (!known) throw new Error('number_format: kept, but not valid');
  return known;
}

export type NumberPart = Exclude<Part, { token: 'code' }>;

/** The parts of a journal's numbers, its code among the literals. */
export function partsOf({ code, number_format }: NumberFormat): NumberPart[] {
  return knownParts(number_format).map((part) =>
    part.token === 'code' ? { token: 'literal', text: code } : part,
  );
}

/** What numbers a journal writes. */
export interface NumberFormat {
  readonly code: string;
  readonly number_format: string;
}

/**
 * The format tells every period of its scope from the others, has one running number, and its first number is at most
 * 30 characters long. That is measured written out, code and padding included; numbers grow beyond their padding, and
 * the few digits that this adds are not counted.
 *
 * @throws DomainError `validation_error`
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

/** A number's text around its running number, which has at least `digits` digits. */
export interface NumberFrame {
  readonly before: string;
  readonly digits: number;
  readonly after: string;
}

/** What the numbers of an issue date's period have in common. */
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
 * The format with the code put in: journals for which it is equal write equal numbers, so it is unique within a
 * company. Formats that differ and yet meet in a single number are refused by `commonNumber`.
 */
export function numberPattern({ code, number_format }: NumberFormat): string {
  return number_format.replaceAll('{code}', code);
}

/**
 * The period whose numbers a document of the date belongs to: `2026`, `2026-07`, and for a continuous sequence the
 * empty text, since the period is part of a primary key. Answers show that one as null.
 */
export function periodOf(scope: SequenceScope, issue_date: string): string {
  return issue_date.slice(0, { continuous: 0, yearly: 4, monthly: 7 }[scope]);
}

/** First and last day of a period as `periodOf` gives it; null: no bound. */
export function periodBounds(period: string): { readonly min: string | null; readonly max: string | null } {
  if (period === '') return { min: null, max: null };
  return period.length === 4
    ? { min: `${period}-01-01`, max: `${period}-12-31` }
    : { min: `${period}-01`, max: lastDayOfMonth(period) };
}

/** A sequence begins at the journal's `first_number` in the period in which the journal was created, else at 1. */
export function firstNumberOf(
  period: string,
  journal: { readonly first_number: number; readonly created_period: string },
): number {
  return period === journal.created_period ? journal.first_number : 1;
}
