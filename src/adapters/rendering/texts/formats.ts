import type { Language } from '../../../domain/master-data/company';
import { groupThousands, MINUS, trimTrailingZeros } from '../../../domain/values/money';

const THIN_SPACE = '\u202f'; // does not break
const SPACE = '\u00a0'; // does not break

interface NumberForm {
  readonly group: string;
  readonly point: string;
  readonly before_percent: string;
  readonly symbol_first: boolean;
}

/**
 * Number formats of CLDR 44. `Intl` is not used, because its data change with the version of Node, and with them the
 * bytes of documents that were issued long ago.
 */
const FORMS: Readonly<Record<Language, NumberForm>> = {
  en: { group: ',', point: '.', before_percent: '', symbol_first: true },
  nl: { group: '.', point: ',', before_percent: '', symbol_first: true },
  fr: { group: THIN_SPACE, point: ',', before_percent: SPACE, symbol_first: false },
  de: { group: '.', point: ',', before_percent: SPACE, symbol_first: false },
};

const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€', GBP: '£' };

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  nl: 'januari februari maart april mei juni juli augustus september oktober november december'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
};

/** @param decimal - as in JSON, `-1234.50`; all its digits are shown */
export function shownNumber(decimal: string, language: Language): string {
  const { group, point } = FORMS[language];
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const grouped = groupThousands(whole, group);
  return `${sign && MINUS}${grouped}${fraction && point + fraction}`;
}

/** A price with at least as many decimals as an amount: `12.5` is shown as `12.50`. */
export function shownPrice(decimal: string, minor_units: number, language: Language): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const padded = fraction.padEnd(minor_units, '0');
  return shownNumber(padded === '' ? whole : `${whole}.${padded}`, language);
}

/** An amount with its currency: `€ 1.234,50`, `1 234,50 €`, `CHF 1,234.50`. */
export function shownMoney(decimal: string, currency: string, language: Language): string {
  const symbol = SYMBOLS[currency];
  const amount = shownNumber(decimal, language);
  if (!FORMS[language].symbol_first) return `${amount}${SPACE}${symbol ?? currency}`;
  if (symbol === undefined || language !== 'en') return `${symbol ?? currency}${SPACE}${amount}`;
  return amount.startsWith(MINUS) ? `${MINUS}${symbol}${amount.slice(1)}` : `${symbol}${amount}`;
}

/** @param decimal - a rate as in JSON, `21.00`; trailing zeros are dropped */
export function shownPercent(decimal: string, language: Language): string {
  return `${shownNumber(trimTrailingZeros(decimal), language)}${FORMS[language].before_percent}%`;
}

/** @param date - `YYYY-MM-DD` */
export function shownDate(date: string, language: Language): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const name = MONTHS[language][Number(month) - 1] ?? month;
  return [shownDay(Number(day), language), name, year].join(SPACE);
}

function shownDay(day: number, language: Language): string {
  if (language === 'de') return `${day}.`;
  return language === 'fr' && day === 1 ? '1er' : String(day);
}
