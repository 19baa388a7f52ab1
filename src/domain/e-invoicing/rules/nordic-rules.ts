import { addressCountry, needsAddressField, taxCountry, whereSeller } from './national-rules';
import { fatal, partyNeeds, unless, warning, type Violation, type NetworkRule } from './network-rule';
import { isNorwegian, isSwedish } from './party-number-rules';
import type { PeppolDocument, PeppolParty } from '../peppol-document';

type FindViolations = NetworkRule['violations'];

const isFrom = (country: string) => (document: PeppolDocument) => addressCountry(document.seller) === country;
const isInland = (country: string) => (document: PeppolDocument) =>
  isFrom(country)(document) && addressCountry(document.buyer) === country;

const fromDenmark = (violations: FindViolations) => whereSeller(isFrom('DK'), violations);
const inDenmark = (violations: FindViolations) => whereSeller(isInland('DK'), violations);
const fromIceland = (violations: FindViolations) => whereSeller(isFrom('IS'), violations);
const inIceland = (violations: FindViolations) => whereSeller(isInland('IS'), violations);
const fromSweden = (violations: FindViolations) => whereSeller(isFrom('SE'), violations);
const fromNorway = (violations: FindViolations) =>
  whereSeller(({ seller }) => taxCountry(seller) === 'NO', violations);

/** Denmark (DK-R), Iceland (IS-R), Norway (NO-R) and Sweden (SE-R). */
export const NORDIC_RULES: readonly NetworkRule[] = [
  fatal(
    'DK-R-002',
    fromDenmark(({ seller }) => partyNeeds(seller.legal !== null, seller, 'identifier', CVR)),
  ),
  fatal(
    'DK-R-014',
    fromDenmark(({ seller }) => needsScheme(seller, '0184', CVR)),
  ),
  fatal(
    'DK-R-017',
    inDenmark(({ buyer }) => needsScheme(buyer, '0184', CVR)),
  ),

  fatal(
    'IS-R-002',
    fromIceland(({ seller }) => needsIcelandic(seller)),
  ),
  fatal(
    'IS-R-003',
    fromIceland(({ seller }) => needsStreetAndCode(seller)),
  ),
  fatal(
    'IS-R-004',
    inIceland(({ buyer }) => needsIcelandic(buyer)),
  ),
  fatal(
    'IS-R-005',
    inIceland(({ buyer }) => needsStreetAndCode(buyer)),
  ),

  fatal(
    'NO-R-001',
    fromNorway(({ seller }) =>
      partyNeeds(
        !seller.vat?.startsWith('NO') || isNorwegianVatNumber(seller.vat),
        seller,
        'vat',
        'a VAT number of the form NO123456785MVA',
      ),
    ),
  ),
  warning(
    'NO-R-002',
    // The statement belongs in BT-32, which the UBL writer does not write, so the message names the note instead.
    fromNorway(() =>
      unless(
        false,
        '/note',
        'A Norwegian seller that is registered in Foretaksregisteret must state this: add it to the note.',
      ),
    ),
  ),

  fatal(
    'SE-R-001',
    fromSweden(({ seller }) =>
      partyNeeds(!hasSwedishVat(seller) || seller.vat?.length === 14, seller, 'vat', SWEDISH_VAT),
    ),
  ),
  fatal(
    'SE-R-002',
    fromSweden(({ seller }) =>
      partyNeeds(
        !hasSwedishVat(seller) || /^\d+$/.test(seller.vat?.slice(2, 14) ?? ''),
        seller,
        'vat',
        SWEDISH_VAT,
      ),
    ),
  ),
  fatal(
    'SE-R-003',
    fromSweden(({ seller }) =>
      partyNeeds(
        seller.legal === null || /^\d+$/.test(seller.legal.value),
        seller,
        'identifier',
        SWEDISH_NUMBER,
      ),
    ),
  ),
  fatal(
    'SE-R-004',
    fromSweden(({ seller }) =>
      partyNeeds(
        seller.legal === null || seller.legal.value.length === 10,
        seller,
        'identifier',
        SWEDISH_NUMBER,
      ),
    ),
  ),
  fatal(
    'SE-R-013',
    fromSweden(({ seller }) =>
      partyNeeds(
        seller.legal === null || isSwedish(seller.legal.value),
        seller,
        'identifier',
        SWEDISH_NUMBER,
      ),
    ),
  ),
  fatal(
    'SE-R-006',
    fromSweden(({ seller, lines, source }) =>
      source.vat_breakdown.flatMap(({ category, rate }) =>
        unless(
          !hasSwedishVat(seller) || category !== 'S' || SWEDISH_RATES.has(Number(rate)),
          `/lines/${lines.findIndex(({ line }) => line.vat_rate === rate)}/vat_rate`,
          'The VAT rate of a Swedish seller must be 25, 12 or 6.',
        ),
      ),
    ),
  ),
];

const CVR = 'a CVR number as its identifier';
const SWEDISH_VAT = 'a VAT number of SE and twelve digits';
const SWEDISH_NUMBER = 'an organisation number of ten digits as its identifier';
const SWEDISH_RATES: ReadonlySet<number> = new Set([25, 12, 6]);

function needsScheme(party: PeppolParty, scheme: string, what: string): readonly Violation[] {
  return partyNeeds(party.legal === null || party.legal.scheme === scheme, party, 'identifier', what);
}

function needsIcelandic(party: PeppolParty): readonly Violation[] {
  return partyNeeds(
    party.legal?.scheme === '0196',
    party,
    'identifier',
    'a kennitala (10 digits) as its identifier',
  );
}

function needsStreetAndCode(party: PeppolParty): readonly Violation[] {
  return [...needsAddressField(party, 'street'), ...needsAddressField(party, 'postal_code')];
}

function isNorwegianVatNumber(vat: string): boolean {
  const [, number] = /^NO(\d{9})MVA$/.exec(vat) ?? [];
  return number !== undefined && isNorwegian(number);
}

function hasSwedishVat({ vat }: PeppolParty): boolean {
  return vat?.startsWith('SE') === true;
}
