/**
 * The active codes of ISO 4217: list one with its amendments up to 180, after which BGN is not active. The rule
 * BR-CL-04 of EN 16931 also accepts CNH (offshore yuan), which is not an ISO code and is left out; it does not accept
 * STN and XAD.
 */
export const CURRENCIES: readonly string[] = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD
  CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL
  GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW
  KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD
  NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP
  SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS
  VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER
  ZAR ZMW ZWG
`
  .trim()
  .split(/\s+/);

/**
 * Minor units of ISO 4217. CLDR and `Intl` have other values, for display and cash (0 for HUF and IQD). Metals, bond
 * units, XDR, XSU, XUA, XTS and XXX have no minor unit in ISO 4217 ("N.A."); they get 2 decimals, the most that EN
 * 16931 allows (UBL-DT-01).
 */
const MINOR_UNITS: ReadonlyMap<string, number> = new Map([
  ...units(2, CURRENCIES.join(' ')), // later entries override this one
  ...units(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...units(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...units(4, 'CLF UYW'),
]);

function units(minor_units: number, currencies: string): (readonly [string, number])[] {
  return currencies.split(' ').map((currency) => [currency, minor_units]);
}

export function isCurrency(code: string): boolean {
  return MINOR_UNITS.has(code);
}

/** Decimals of an amount in the currency: 0 for JPY, 2 for EUR, 3 for KWD. */
export function minorUnits(currency: string): number {
  const minor_units = MINOR_UNITS.get(currency);
  if (minor_units === undefined) throw new Error('minorUnits: not a currency of ISO 4217');
  return minor_units;
}
