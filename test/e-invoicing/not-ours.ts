/**
 * Official rules that no document of the service can violate, with reasons; they have no predicate. This is verified
 * by writing documents of every kind and validating them with the official rules.
 */
export const NOT_OURS: readonly (readonly [rules: RegExp, reason: string])[] = [
  [/^BR-(0[1-79]|1[1-6]|2[1-8])$/, 'a document has these, and an address has its country'],
  [/^BR-(1[7-9]|20|56)$/, 'neither payee nor tax representative is written'],
  [/^BR-(30|CO-20)$|^PEPPOL-EN16931-R11[01]$/, 'lines have no period'],
  [
    /^BR-(3[1-8]|4[1-8])$/,
    'allowances, charges and the VAT breakdown are computed, and an entry has its reason',
  ],
  [/^BR-(49|50|51|61)$/, 'payment means have their code, an account where it asks for one, and no card'],
  [/^BR-(5[2-57]|6[2-5])$/, 'what is written has its identifier, scheme or country'],
  [/^BR-(AF|AG|B)-/, 'categories L, M and B are those of received documents alone'],
  [
    /^BR-(S|Z|E|AE|IC|G|O)-0[156789]$/,
    'the breakdown is computed from the lines, with the rate of their category',
  ],
  [/^BR-(S|Z)-10$/, 'creation refuses a reason in these categories'],
  [/^BR-CO-(0[3-8]|1[0-689]|2[1-4])$/, 'sums are computed; every entry has a reason; a period has a date'],
  [/^BR-CO-25$/, 'is no rule any more'],
  [/^BR-DEC-/, 'UBL-DT-01 tells of the same decimals'],
  [/^BR-CL-(0[1267]|1[0-35-9]|2[0-5])$/, 'codes are ours or from the lists, which creation checks'],
  [/^BR-CL-03$|^PEPPOL-EN16931-CL007$/, 'BR-CL-04 and BR-CL-05 tell of the same currencies'],
  [/^UBL-(CR|SR)-|^UBL-DT-(0[2-9]|[12]\d)$/, 'the writer knows the structure'],
  [
    /^PEPPOL-EN16931-R00[1-8]$/,
    'identifiers are fixed, NA stands for a reference, and nothing empty is written',
  ],
  [/^PEPPOL-EN16931-R04[0-6]$/, 'a percentage is written with its base, and where it leads to the amount'],
  [
    /^PEPPOL-EN16931-R(051|053|054|055|061|080|100|101|121|130)$/,
    'the writer knows currencies and structure',
  ],
  [/^PEPPOL-EN16931-(F001|CL00[2-6]|P0\d+)$/, 'dates and codes are checked at creation, or ours'],
  [/^PEPPOL-COMMON-R0(46|57)$/, 'no address has the scheme'],
  [
    /^DE-R-(005|01[789]|02[013-6](-\d)?|03[01]|T02)$/,
    'names are written; no cards, mandates, terms or links are',
  ],
  [
    /^DK-R-(00[3-9]|01[0136])$/,
    'no such codes are written, nor identifiers without scheme; totals are not negative',
  ],
  [/^GR-R-(002|004-2|005|008-[23])$/, 'names are written; no references to the tax authority are'],
  [/^IS-R-(001|00[6-9]|010)$/, 'type and payment codes are ours'],
  [/^(IT-R-001|NL-R-006|SE-R-005)$/, 'neither tax registration (BT-32) nor tax representative is written'],
  [/^SE-R-(00[7-9]|01[0-2])$/, 'payment is to an IBAN by credit transfer'],
];
