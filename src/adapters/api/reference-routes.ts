import { z } from 'zod';
import { COUNTRIES, EU_MEMBER_STATES } from '../../domain/code-lists/countries';
import { type Language, LANGUAGES } from '../../domain/master-data/company';
import { CURRENCIES, minorUnits } from '../../domain/values/currency';
import { countryName, currencyName } from '../../domain/master-data/shown-names';
import { UNITS_OF_MEASURE } from '../../domain/master-data/units-of-measure';
import { filter } from '../http/requests/parse';
import { PreparedAnswer } from '../http/answers/prepared-answer';
import { route, type Route } from '../http/route';
import { language } from '../http/schemas/schemas';

const A_DAY_S = 86_400;

const inLanguage = z.strictObject({ language: filter(language.default('en')) });

const currencyBody = z
  .object({ code: z.string(), name: z.string(), minor_units: z.int() })
  .meta({ id: 'Currency' });
const countryBody = z
  .object({ code: z.string(), name: z.string(), eu_member: z.boolean() })
  .meta({ id: 'Country' });
const unitBody = z
  .object({ code: z.string(), name: z.string(), symbol: z.string().nullable() })
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
  const response = z.object({ data: z.array(entry) });
  const answers = Object.fromEntries(
    LANGUAGES.map((language) => [language, PreparedAnswer.json(response, { data: entries(language) })]),
  ) as Record<Language, PreparedAnswer>;
  return route({
    method: 'get',
    path,
    operation: { id, tag: 'Reference lists', summary: `List ${what}` },
    access: 'token',
    query: inLanguage,
    response,
    max_age_s: A_DAY_S,
    handle: async ({ query }) => answers[query.language],
  });
}
