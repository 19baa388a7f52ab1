import { LANGUAGES, type Language } from './company';

/**
 * Names of currencies that CLDR, or an edition of it that is still in use, lacks in some language; in the order of
 * `LANGUAGES`. XXX and XTS are listed because CLDR names them "unknown currency" and the like.
 */
const CURRENCY_NAMES: ReadonlyMap<string, readonly [en: string, nl: string, fr: string, de: string]> =
  new Map([
    [
      'UYW',
      [
        'Uruguayan Nominal Wage Index Unit',
        'Uruguayaanse nominale salarisindexeenheid',
        'unité uruguayenne indexée sur le salaire nominal',
        'Uruguayische Einheit des Nominallohnindex',
      ],
    ],
    ['VED', ['Digital Bolívar', 'Digitale bolivar', 'bolivar numérique', 'Digitaler Bolívar']],
    [
      'XAD',
      ['Arab Accounting Dinar', 'Arabische rekendinar', 'dinar comptable arabe', 'Arabischer Rechnungsdinar'],
    ],
    ['XCG', ['Caribbean Guilder', 'Caribische gulden', 'florin caribéen', 'Karibischer Gulden']],
    ['XSU', ['Sucre', 'Sucre', 'sucre', 'Sucre']],
    ['XTS', ['Code for Testing', 'Code voor tests', 'code réservé aux tests', 'Code für Testzwecke']],
    [
      'XUA',
      [
        'ADB Unit of Account',
        'Rekeneenheid van de Afrikaanse Ontwikkelingsbank',
        'unité de compte de la BAD',
        'Rechnungseinheit der AfEB',
      ],
    ],
    ['XXX', ['No Currency', 'Geen valuta', 'aucune devise', 'Keine Währung']],
    ['ZWG', ['Zimbabwe Gold', 'Zimbabwaans goud', 'or du Zimbabwe', 'Simbabwe-Gold']],
  ]);

/** @param code - of ISO 4217 */
export function currencyName(code: string, language: Language): string {
  return CURRENCY_NAMES.get(code)?.[LANGUAGES.indexOf(language)] ?? CLDR[language].currencies.of(code)!;
}

/** @param code - of ISO 3166-1 alpha-2 */
export function countryName(code: string, language: Language): string {
  return CLDR[language].countries.of(code)!;
}

/**
 * The names of CLDR in the ICU data of the runtime. Official builds of Node have all languages (`full-icu`). A build
 * without them would return English names or the code, which the tests of the lists detect.
 */
const CLDR = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    {
      currencies: new Intl.DisplayNames(language, { type: 'currency' }),
      countries: new Intl.DisplayNames(language, { type: 'region' }),
    },
  ]),
) as Record<Language, { readonly currencies: Intl.DisplayNames; readonly countries: Intl.DisplayNames }>;
