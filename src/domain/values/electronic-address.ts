import { isBelgianEnterpriseNumber } from './belgian-enterprise-number';
import { EAS_SCHEMES } from '../code-lists/eas-schemes';
import { isGln } from './gln';

/** Returns the fault of a value, or null. */
type Check = (value: string) => string | null;

/** The schemes whose values are checked; for other schemes only the form is checked. */
const CHECKS: Readonly<Record<string, Check>> = {
  '0088': (value) => (isGln(value) ? null : 'a 0088 address is a GLN: 13 digits, the last a check digit'),
  '0208': (value) =>
    isBelgianEnterpriseNumber(value)
      ? null
      : 'a 0208 address is a Belgian enterprise number: 10 digits without BE, the last two a check',
  '9925': (value) =>
    /^BE[01]/i.test(value) && isBelgianEnterpriseNumber(value.slice(2))
      ? null
      : 'a 9925 address is a Belgian VAT number: BE and 10 digits, the last two a check',
};

/**
 * Checks an electronic address (BT-34, BT-49): `scheme:value` with a scheme of the EAS list. The value is stored as
 * given; the network compares it without case.
 *
 * @returns the fault, or null for a valid address
 */
export function electronicAddressFault(text: string): string | null {
  const [, scheme, value] = /^(\d{4}):(.*)$/s.exec(text) ?? [];
  if (scheme === undefined || value === undefined) return 'must be scheme:value, such as 0208:0123456749';
  if (!EAS_SCHEMES.has(scheme)) return 'its scheme is not on the EAS list';
  if (!/^[!-~]+$/.test(value)) return 'its value must be of ASCII characters without spaces';
  return CHECKS[scheme]?.(value) ?? null;
}
