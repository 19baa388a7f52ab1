import { groupThousands, MINUS } from '../../domain/values/money';

/** `-1234567.50` → `−1,234,567.50`; formatted as text, because amounts are never converted to numbers. */
export function amount(decimal: string): string {
  const sign = decimal.startsWith('-') ? MINUS : ''; // one character, as the other
  const [whole = '', fraction] = decimal.slice(sign.length).split('.');
  const grouped = sign + groupThousands(whole, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

export const count = (number: number) => number.toLocaleString('en');

/** `2026-07-01 10:00 UTC` */
export function instant(time: Date | string): string {
  return `${iso(time).slice(0, 16).replace('T', ' ')} UTC`;
}

/** `2026-07-01 10:00:05 UTC` */
export function exact(time: Date | string): string {
  return `${iso(time).slice(0, 19).replace('T', ' ')} UTC`;
}

/** For the `datetime` attribute of `time`. */
export function iso(time: Date | string): string {
  return new Date(time).toISOString();
}

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `2026-07-01` → `Jul 1` */
export const day = (date: string) => DAY.format(new Date(date));

/** `credit_note` → `Credit note` */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `3 hours ago`; the present is that of the process, since it is a text of the page only */
export function ago(time: Date, now_ms = Date.now()): string {
  const seconds = Math.round((now_ms - time.getTime()) / 1000);
  const unit = UNITS.find(([, length]) => seconds >= length);
  return unit ? RELATIVE.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now';
}
