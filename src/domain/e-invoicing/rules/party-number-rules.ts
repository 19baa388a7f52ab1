import { isBelgianEnterpriseNumber } from '../../values/belgian-enterprise-number';
import { hasGs1CheckDigit } from '../../values/gln';
import type { SchemedIdentifier } from '../party-identifiers';
import type { NetworkRule, Severity } from './network-rule';
import { partyNeeds } from './network-rule';
import type { PeppolDocument, PeppolParty } from '../peppol-document';

interface NumberRow {
  readonly scheme: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly form: string;
  readonly holds: (value: string) => boolean;
}

/** The registers whose numbers Peppol BIS checks, in electronic addresses and in legal registrations. */
const NUMBERS: readonly NumberRow[] = [
  // The rule requires no particular length.
  row('0088', 'PEPPOL-COMMON-R040', 'fatal', 'a GLN with its check digit', hasGs1CheckDigit),
  row('0192', 'PEPPOL-COMMON-R041', 'fatal', 'a Norwegian organisation number', isNorwegian),
  row('0184', 'PEPPOL-COMMON-R042', 'fatal', 'a Danish CVR number', matches(/^(DK)?\d{8}$/)),
  row('0208', 'PEPPOL-COMMON-R043', 'fatal', 'a Belgian enterprise number', isBelgianEnterpriseNumber),
  row('0201', 'PEPPOL-COMMON-R044', 'warning', 'an Italian IPA code', matches(/^[A-Za-z0-9]{6}$/)),
  row('0210', 'PEPPOL-COMMON-R045', 'warning', 'an Italian tax code', isItalianTaxCode),
  row('0211', 'PEPPOL-COMMON-R047', 'warning', 'an Italian VAT number', isItalianVatNumber),
  row('0007', 'PEPPOL-COMMON-R049', 'fatal', 'a Swedish organisation number', isSwedish),
  row('0151', 'PEPPOL-COMMON-R050', 'fatal', 'an Australian business number', isAustralian),
  row('0096', 'PEPPOL-COMMON-R052', 'fatal', 'a Danish P number', matches(/^\d{10}$/)),
  row('0198', 'PEPPOL-COMMON-R053', 'fatal', 'a Danish SE number', matches(/^DK\d{8}$/)),
  row('0106', 'PEPPOL-COMMON-R054', 'warning', 'a Dutch KVK number', matches(/^\d{8}$/)),
  row('0190', 'PEPPOL-COMMON-R055', 'warning', 'a Dutch OIN', matches(/^\d{20}$/)),
  row('9944', 'PEPPOL-COMMON-R056-1', 'warning', 'a Dutch VAT number', isDutchVatNumber),
];

export const PARTY_NUMBER_RULES: readonly NetworkRule[] = [
  ...NUMBERS.map(({ scheme, rule, severity, form, holds }): NetworkRule => {
    const isRight = (identifier: { scheme: string | null; value: string } | null) =>
      identifier === null || identifier.scheme !== scheme || holds(identifier.value.trim());
    const violations = (party: PeppolParty) => [
      ...partyNeeds(isRight(party.endpoint), party, 'electronic_address', `${form} under scheme ${scheme}`),
      ...partyNeeds(isRight(party.legal), party, 'identifier', `${form} under scheme ${scheme}`),
    ];
    return { rule, severity, violations: ofBoth(violations) };
  }),
  {
    rule: 'PEPPOL-COMMON-R056-2',
    severity: 'warning',
    violations: ofBoth((party) =>
      partyNeeds(
        !party.vat?.startsWith('NL') || isDutchVatNumber(party.vat),
        party,
        'vat',
        'a Dutch VAT number of the form NL123456789B12',
      ),
    ),
  },
];

/** The rule that a number violates. Each scheme has at most one. */
export function numberFault({
  scheme,
  value,
}: SchemedIdentifier): Omit<NumberRow, 'scheme' | 'holds'> | null {
  return NUMBERS.find((known) => known.scheme === scheme && !known.holds(value.trim())) ?? null;
}

function row(
  scheme: SchemedIdentifier['scheme'],
  rule: string,
  severity: Severity,
  form: string,
  holds: NumberRow['holds'],
): NumberRow {
  return { scheme, rule, severity, form, holds };
}

function ofBoth(violations: (party: PeppolParty) => ReturnType<NetworkRule['violations']>) {
  return ({ seller, buyer }: PeppolDocument) => [...violations(seller), ...violations(buyer)];
}

function matches(form: RegExp) {
  return (value: string): boolean => form.test(value);
}

function digits(text: string): number[] {
  return [...text].map(Number);
}

export function isNorwegian(value: string): boolean {
  if (!/^\d{9}$/.test(value) || Number(value) === 0) return false;
  const [check, ...others] = digits(value).reverse();
  const sum = others.reduce((total, digit, index) => total + digit * ((index % 6) + 2), 0);
  return (11 - (sum % 11)) % 11 === check;
}

/** Ten digits with a Luhn check digit. */
export function isSwedish(value: string): boolean {
  return /^\d{10}$/.test(value) && luhnSum(value) % 10 === 0;
}

/** Luhn sum: every second digit from the right is doubled, and the digits of all results are added. */
function luhnSum(value: string): number {
  return digits(value)
    .reverse()
    .reduce(
      (total, digit, index) => total + (index % 2 === 0 ? digit : ((digit * 2) % 10) + (digit > 4 ? 1 : 0)),
      0,
    );
}

function isAustralian(value: string): boolean {
  if (!/^\d{11}$/.test(value)) return false;
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  const sum = digits(value).reduce(
    (total, digit, index) => total + (index === 0 ? digit - 1 : digit) * (weights[index] ?? 0),
    0,
  );
  return sum % 89 === 0;
}

/** Eleven digits for a company, sixteen letters and digits for a person. */
function isItalianTaxCode(value: string): boolean {
  return /^\d{11}$/.test(value) || /^[A-Z]{6}\d{2}[A-Z]\d{2}.{3}\d[A-Z]$/i.test(value);
}

/** Accepts every number that does not begin with IT. */
function isItalianVatNumber(value: string): boolean {
  if (!/^IT/i.test(value)) return true;
  const number = value.slice(2);
  return /^\d{11}$/.test(number) && luhnSum(number) % 10 === 0;
}

function isDutchVatNumber(value: string): boolean {
  return /^NL\d{9}B\d{2}$/.test(value);
}
