import { addressCountry, taxCountry, whereSeller } from './national-rules';
import { fatal, partyNeeds, unless, warning, type NetworkRule } from './network-rule';
import type { PeppolDocument, PeppolParty } from '../peppol-document';

type FindViolations = NetworkRule['violations'];

const isGreek = (party: PeppolParty) => taxCountry(party) === 'GR';
const fromGreece = (violations: FindViolations) => whereSeller(({ seller }) => isGreek(seller), violations);
const inGreece = (violations: FindViolations) =>
  whereSeller(({ seller, buyer }) => isGreek(seller) && isGreek(buyer), violations);
/** Rules on the mark of the tax authority apply to Greek sellers with an address in Greece. */
const establishedInGreece = (violations: FindViolations) =>
  whereSeller(({ seller }) => isGreek(seller) && addressCountry(seller) === 'GR', violations);

/** Parts of the number of a Greek seller's document: `123456789|31/12/2026|0|1.1|A|1`. */
type Parts = readonly string[];

const DOCUMENT_TYPES: ReadonlySet<string> = new Set(['1.1', '1.6', '2.1', '2.4', '5.1', '5.2']);

/**
 * Greece (GR-R, GR-S). The number and the mark of a Greek seller's document come from the tax authority's system, to
 * which this service is not connected. These rules refuse the document before the access point does.
 */
export const GREEK_RULES: readonly NetworkRule[] = [
  numberRule('1', 'have six parts, separated by |', (parts) => parts.length === 6),
  numberRule(
    '2',
    "begin with the seller's VAT number without EL",
    ([tin = ''], { seller }) => tin.trim().length === 9 && isTin(tin) && tin === seller.vat?.slice(2, 11),
  ),
  numberRule(
    '3',
    'have the issue date, such as 31/12/2026, as its second part',
    ([, date = ''], { source }) => date === source.issue_date.split('-').reverse().join('/'),
  ),
  numberRule('4', 'have a whole number as its third part', ([, , branch = '']) => /^\d+$/.test(branch)),
  numberRule('5', 'have a Greek document type as its fourth part', ([, , , type = '']) =>
    DOCUMENT_TYPES.has(type),
  ),
  numberRule('6', 'have a fifth part', ([, , , , series = '']) => series !== ''),
  numberRule('7', 'have a sixth part', ([, , , , , serial = '']) => serial !== ''),
  fatal(
    'GR-R-003',
    fromGreece(({ seller }) =>
      partyNeeds(seller.vat === null || isGreekVat(seller.vat), seller, 'vat', GREEK_VAT),
    ),
  ),
  warning(
    'GR-S-011',
    fromGreece(({ seller }) => partyNeeds(isGreekVat(seller.vat), seller, 'vat', GREEK_VAT)),
  ),
  fatal(
    'GR-R-004-1',
    establishedInGreece(() =>
      unless(
        false,
        '/seller/address',
        "A Greek seller's document must have a MARK of the tax authority, which this service cannot obtain.",
      ),
    ),
  ),
  warning(
    'GR-S-008-1',
    establishedInGreece(() =>
      unless(
        false,
        '/seller/address',
        "A Greek seller's document must have a verification URL of the tax authority, which this service cannot obtain.",
      ),
    ),
  ),
  fatal(
    'GR-R-009',
    fromGreece(({ seller }) => needsGreekEndpoint(seller)),
  ),
  fatal(
    'GR-R-006',
    inGreece(({ buyer }) => partyNeeds(isGreekVat(buyer.vat), buyer, 'vat', GREEK_VAT)),
  ),
  fatal(
    'GR-R-010',
    inGreece(({ buyer }) => needsGreekEndpoint(buyer)),
  ),
];

const GREEK_VAT = 'a VAT number of EL and nine digits';

/** A rule on one part of the number. It is not checked before the document is numbered. */
function numberRule(
  part: string,
  requirement: string,
  holds: (parts: Parts, document: PeppolDocument) => boolean,
): NetworkRule {
  return fatal(
    `GR-R-001-${part}`,
    fromGreece((document) => {
      const { number } = document.source;
      return unless(
        number == null || holds(number.split('|'), document),
        '/journal_id',
        `The number of a Greek seller's document must ${requirement}.`,
      );
    }),
  );
}

function needsGreekEndpoint(party: PeppolParty) {
  const { endpoint } = party;
  return partyNeeds(
    endpoint === null || (endpoint.scheme === '9933' && isTin(endpoint.value)),
    party,
    'electronic_address',
    'its tax number under scheme 9933 as its electronic address',
  );
}

function isGreekVat(vat: string | null): boolean {
  return vat !== null && vat.startsWith('EL') && isTin(vat.slice(2));
}

/** A Greek tax number: the ninth digit is the sum of the others, weighted 256 to 2, modulo 11, modulo 10. */
function isTin(text: string): boolean {
  if (!/^\d{9}/.test(text)) return false;
  const digits = [...text].map(Number);
  const sum = digits.slice(0, 8).reduce((total, digit, index) => total + digit * 2 ** (8 - index), 0);
  return (sum % 11) % 10 === digits[8];
}
