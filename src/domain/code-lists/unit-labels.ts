/** A pair is singular and plural. */
type Name = string | readonly [singular: string, plural: string];

/**
 * Short names of the most common units, by code of UN/ECE Recommendation 20; a list is en, nl, fr, de. A piece (C62)
 * has none.
 */
const UNITS: Readonly<Record<string, string | readonly [Name, Name, Name, Name]>> = {
  C62: '',
  H87: [['pc', 'pcs'], 'st.', ['pce', 'pces'], 'Stk.'],
  EA: [['pc', 'pcs'], 'st.', ['pce', 'pces'], 'Stk.'],
  XPP: [['pc', 'pcs'], 'st.', ['pce', 'pces'], 'Stk.'],
  NAR: [['pc', 'pcs'], 'st.', ['pce', 'pces'], 'Stk.'],
  SEC: 's',
  MIN: 'min',
  HUR: ['h', 'u', 'h', 'Std.'],
  DAY: [
    ['day', 'days'],
    ['dag', 'dagen'],
    ['jour', 'jours'],
    ['Tag', 'Tage'],
  ],
  E49: [
    ['working day', 'working days'],
    ['werkdag', 'werkdagen'],
    ['jour ouvré', 'jours ouvrés'],
    ['Arbeitstag', 'Arbeitstage'],
  ],
  WEE: [
    ['week', 'weeks'],
    ['week', 'weken'],
    ['semaine', 'semaines'],
    ['Woche', 'Wochen'],
  ],
  MON: [['month', 'months'], ['maand', 'maanden'], 'mois', ['Monat', 'Monate']],
  QAN: [
    ['quarter', 'quarters'],
    ['kwartaal', 'kwartalen'],
    ['trimestre', 'trimestres'],
    ['Quartal', 'Quartale'],
  ],
  ANN: [['year', 'years'], 'jaar', ['an', 'ans'], ['Jahr', 'Jahre']],
  GRM: 'g',
  KGM: 'kg',
  TNE: 't',
  MMT: 'mm',
  CMT: 'cm',
  MTR: 'm',
  KMT: 'km',
  MTK: 'm²',
  H18: 'ha',
  MTQ: 'm³',
  MLT: 'ml',
  CLT: 'cl',
  LTR: 'l',
  HLT: 'hl',
  WHR: 'Wh',
  KWH: 'kWh',
  MWH: 'MWh',
  KWT: 'kW',
  P1: '%',
  LS: ['lump sum', 'forfait', 'forfait', 'pauschal'],
  SET: [
    ['set', 'sets'],
    ['set', 'sets'],
    ['jeu', 'jeux'],
    ['Satz', 'Sätze'],
  ],
  PR: [['pair', 'pairs'], 'paar', ['paire', 'paires'], 'Paar'],
  DZN: ['dozen', 'dozijn', ['douzaine', 'douzaines'], 'Dutzend'],
  XBX: [
    ['box', 'boxes'],
    ['doos', 'dozen'],
    ['boîte', 'boîtes'],
    ['Karton', 'Kartons'],
  ],
  XPK: [
    ['pack', 'packs'],
    ['pak', 'pakken'],
    ['paquet', 'paquets'],
    ['Paket', 'Pakete'],
  ],
  XPX: [
    ['pallet', 'pallets'],
    ['palet', 'paletten'],
    ['palette', 'palettes'],
    ['Palette', 'Paletten'],
  ],
  XBG: [
    ['bag', 'bags'],
    ['zak', 'zakken'],
    ['sac', 'sacs'],
    ['Sack', 'Säcke'],
  ],
  XBO: [
    ['bottle', 'bottles'],
    ['fles', 'flessen'],
    ['bouteille', 'bouteilles'],
    ['Flasche', 'Flaschen'],
  ],
  AD: 'byte',
  E34: 'GB',
  E35: 'TB',
  ZZ: '',
};

const ORDER = ['en', 'nl', 'fr', 'de'] as const;

const ONE = /^-?1(?:\.0+)?$/;
const BELOW_TWO = /^-?[01](?:\.\d+)?$/;

/**
 * The name after a quantity: `1 month`, `2 months`, in French also `1,5 jour`.
 *
 * @param quantity - as in JSON, `-1.5`
 * @returns the code itself for a unit without a name
 */
export function unitLabel(unit: string, quantity: string, language: (typeof ORDER)[number]): string {
  const names = UNITS[unit] ?? unit;
  const name = typeof names === 'string' ? names : (names[ORDER.indexOf(language)] ?? unit);
  if (typeof name === 'string') return name;
  return name[(language === 'fr' ? BELOW_TWO : ONE).test(quantity) ? 0 : 1];
}
