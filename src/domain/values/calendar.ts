/** Dates without a time are `YYYY-MM-DD` strings: they compare as text, and no time zone shifts them. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether the text is a valid date in the years 0001 to 9999. */
export function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return year >= 1 && day >= 1 && day <= daysOfMonth(year, month);
}

/** 0 for a month that does not exist. */
function daysOfMonth(year: number, month: number): number {
  if (month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) return 29;
  return DAYS_OF_MONTH[month - 1] ?? 0;
}

/** The last day of the month, `month` as `YYYY-MM`. */
export function lastDayOfMonth(month: string): string {
  return `${month}-${daysOfMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))}`;
}

/** The first and last day of the month before that of the date. */
export function monthBefore(date: string): { readonly from: string; readonly to: string } {
  const to = addDays(`${date.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** The date `days` days later, or earlier when negative; at most 9999-12-31. */
export function addDays(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return instant.getUTCFullYear() > 9999 ? '9999-12-31' : instant.toISOString().slice(0, 10);
}

interface LocalDate {
  readonly format: Intl.DateTimeFormat;
  /** The second since 1970 of the latest call, and its date. Local days begin with a second in every time zone. */
  second: number;
  date: string;
}

/** One per time zone, because creating a formatter takes fifty times as long as using it. */
const LOCAL_DATES = new Map<string, LocalDate>();

/**
 * The local date in the time zone at `now`.
 *
 * @param time_zone - an IANA name such as `Europe/Brussels` that `isTimeZone` accepts
 */
export function today(now: Date, time_zone: string): string {
  let local = LOCAL_DATES.get(time_zone);
  if (!local) LOCAL_DATES.set(time_zone, (local = { format: formatOf(time_zone), second: NaN, date: '' }));
  const second = Math.floor(now.getTime() / 1000);
  if (second !== local.second) {
    const part = Object.fromEntries(local.format.formatToParts(now).map(({ type, value }) => [type, value]));
    local.date = `${part['year']?.padStart(4, '0')}-${part['month']}-${part['day']}`;
    local.second = second;
  }
  return local.date;
}

function formatOf(time_zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone: time_zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
}

export function isTimeZone(name: string): boolean {
  try {
    // Unlike `Intl.supportedValuesOf`, the constructor also accepts links such as Europe/Kyiv and UTC.
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
