/**
 * Short names of the most common units, by code of UN/ECE Recommendation 20; a list is en, nl, fr, de. A piece (C62)
 * has none.
 */
const UNITS: Readonly<Record<string, string | readonly [string, string, string, string]>> = {
  C62: '',
  H87: ['pcs', 'st.', 'pces', 'Stk.'],
  EA: ['pcs', 'st.', 'pces', 'Stk.'],
  XPP: ['pcs', 'st.', 'pces', 'Stk.'],
  NAR: ['pcs', 'st.', 'pces', 'Stk.'],
  SEC: 's',
  MIN: 'min',
  HUR: ['h', 'u', 'h', 'Std.'],
  DAY: ['days', 'dagen', 'jours', 'Tage'],
  E49: ['working days', 'werkdagen', 'jours ouvrés', 'Arbeitstage'],
  WEE: ['weeks', 'weken', 'semaines', 'Wochen'],
  MON: ['months', 'maanden', 'mois', 'Monate'],
  QAN: ['quarters', 'kwartalen', 'trimestres', 'Quartale'],
  ANN: ['years', 'jaar', 'ans', 'Jahre'],
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
  SET: ['sets', 'sets', 'jeux', 'Sätze'],
  PR: ['pairs', 'paar', 'paires', 'Paar'],
  DZN: ['dozen', 'dozijn', 'douzaines', 'Dutzend'],
  XBX: ['boxes', 'dozen', 'boîtes', 'Kartons'],
  XPK: ['packs', 'pakken', 'paquets', 'Pakete'],
  XPX: ['pallets', 'paletten', 'palettes', 'Paletten'],
  XBG: ['bags', 'zakken', 'sacs', 'Säcke'],
  XBO: ['bottles', 'flessen', 'bouteilles', 'Flaschen'],
  AD: 'byte',
  E34: 'GB',
  E35: 'TB',
  ZZ: '',
};

const ORDER = ['en', 'nl', 'fr', 'de'] as const;

/** @returns the code itself for a unit without a name */
export function unitLabel(unit: string, language: (typeof ORDER)[number]): string {
  const names = UNITS[unit] ?? unit;
  return typeof names === 'string' ? names : (names[ORDER.indexOf(language)] ?? unit);
}
