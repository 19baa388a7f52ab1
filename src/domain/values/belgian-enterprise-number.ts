/**
 * A Belgian enterprise number: ten digits, of which the last two are 97 minus the first eight modulo 97
 * (PEPPOL-COMMON-R043).
 */
export function isBelgianEnterpriseNumber(text: string): boolean {
  return /^\d{10}$/.test(text) && 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8));
}
