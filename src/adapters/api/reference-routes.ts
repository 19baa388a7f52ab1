import { z } from 'zod';
import { described } from '../http/schemas/described';
import { COUNTRIES, EU_MEMBER_STATES } from '../../domain/code-lists/countries';
import { type Language, LANGUAGES } from '../../domain/master-data/company';
import { CURRENCIES, minorUnits } from '../../domain/values/currency';
import { countryName, currencyName } from '../../domain/master-data/shown-names';
import { UNITS_OF_MEASURE } from '../../domain/master-data/units-of-measure';
import { filter } from '../http/requests/parse';
import { PreparedResponse } from '../http/responses/prepared-response';
import { route, type Route } from '../http/route';
import { language } from '../http/schemas/schemas';

const A_DAY_S = 86_400;

const inLanguage = z.strictObject({
  language: filter(language.default('en').describe('The language of the names; by default `en`.')),
});

const currencyBody = z
  .object(
    described(
      { code: z.string(), name: z.string(), minor_units: z.int() },
      {
        code: 'The ISO 4217 code.',
        name: 'The name in the requested language.',
        minor_units: 'How many decimals its amounts have: 2 for `EUR`, 0 for `JPY`.',
      },
    ),
  )
  .meta({ id: 'Currency' });
const countryBody = z
  .object(
    described(
      { code: z.string(), name: z.string(), eu_member: z.boolean() },
      {
        code: 'The ISO 3166-1 alpha-2 code.',
        name: 'The name in the requested language.',
        eu_member: 'Whether the country is a member of the European Union.',
      },
    ),
  )
  .meta({ id: 'Country' });
const unitBody = z
  .object(
    described(
      { code: z.string(), name: z.string(), symbol: z.string().nullable() },
      {
        code: 'The code of UN/ECE Recommendation 20 or 21, for `unit` of a line (BT-130).',
        name: 'The name in the requested language.',
        symbol: 'The symbol, such as `kg`. `null` when there is none.',
      },
    ),
  )
  .meta({ id: 'UnitOfMeasure' });

/**
 * Reference lists, the same for every caller. Names are in four languages; the lists are ordered by code, so that the
 * order does not depend on the language.
 */
export function referenceRoutes(): Route[] {
  return [
    referenceList('/currencies', { id: 'listCurrencies', what: 'currencies' }, currencyBody, (language) =>
      CURRENCIES.map((code) => ({
        code,
        name: currencyName(code, language),
        minor_units: minorUnits(code),
      })),
    ),
    referenceList('/countries', { id: 'listCountries', what: 'countries' }, countryBody, (language) =>
      [...COUNTRIES].map((code) => ({
        code,
        name: countryName(code, language),
        eu_member: EU_MEMBER_STATES.has(code),
      })),
    ),
    referenceList(
      '/units-of-measure',
      { id: 'listUnitsOfMeasure', what: 'units of measure' },
      unitBody,
      (language) =>
        UNITS_OF_MEASURE.map(({ code, names, symbol }) => ({ code, name: names[language], symbol })),
    ),
  ];
}

function referenceList<T extends z.ZodType>(
  path: string,
  { id, what }: { readonly id: string; readonly what: string },
  entry: T,
  entries: (language: Language) => z.input<T>[],
): Route {
  const response = z.object({ data: z.array(entry).describe('All entries, by code.') });
  const answers = Object.fromEntries(
    LANGUAGES.map((language) => [language, PreparedResponse.json(response, { data: entries(language) })]),
  ) as Record<Language, PreparedResponse>;
  return route({
    method: 'get',
    path,
    operation: {
      id,
      tag: 'Reference lists',
      summary: `List ${what}`,
      description: 'The whole list in one response, the same for every caller; it can be cached for a day.',
    },
    access: 'token',
    query: inLanguage,
    response,
    max_age_s: A_DAY_S,
    handle: async ({ query }) => answers[query.language],
  });
}
