import { isBelgianEnterpriseNumber } from './belgian-enterprise-number';
import { EAS_SCHEMES } from '../code-lists/eas-schemes';

/** What is wrong with a value of the scheme, or null. */
type Check = (value: string) => string | null;

/** Schemes whose values can be told from mistakes; of the others only their form is looked at. */
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
 * What keeps a text from being an electronic address (BT-34, BT-49): `scheme:value`, the scheme from the EAS list.
 * A value is kept as it was given; the network does not tell upper from lower case.
 *
 * @returns the reason, or null when there is none
 */
export function electronicAddressFault(text: string): string | null {
  const [, scheme, value] = /^(\d{4}):(.*)$/s.exec(text) ?? [];
  if (scheme === undefined || value === undefined) return 'must be scheme:value, such as 0208:0123456749';
  if (!EAS_SCHEMES.has(scheme)) return 'its scheme is not on the EAS list';
  if (!/^[!-~]+$/.test(value)) return 'its value must be of ASCII characters without spaces';
  return CHECKS[scheme]?.(value) ?? null;
}

/** A Global Location Number: the last digit fills the weighted sum (3, 1, 3 … from the right) up to a ten. */
function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
