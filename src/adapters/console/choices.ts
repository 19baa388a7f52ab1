import { COUNTRIES } from '../../domain/code-lists/countries';
import { LANGUAGES } from '../../domain/master-data/company';
import { CURRENCIES } from '../../domain/values/currency';

/** An option of a select field. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

const NAMES = { fallback: 'code' } as const;

function named(codes: Iterable<string>, type: Intl.DisplayNamesType): Choice[] {
  const names = new Intl.DisplayNames('en', { type, ...NAMES });
  return [...codes].map((value) => ({ value, label: names.of(value) ?? value }));
}

const byLabel = (a: Choice, b: Choice) => a.label.localeCompare(b.label, 'en');

export const COUNTRY_CHOICES = named(COUNTRIES, 'region').sort(byLabel);
export const LANGUAGE_CHOICES = named(LANGUAGES, 'language');
export const CURRENCY_CHOICES = named(CURRENCIES, 'currency').map(({ value, label }) => ({
  value,
  label: `${value} · ${label}`,
}));

/** @param current - the current value, which may be an alias of a listed time zone */
export function timeZoneChoices(current: string): Choice[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
