import { ZERO, decimal, isNegative } from '../../values/money';
import { taxTerritory } from '../../values/vat-number';
import { fatal, partyNeeds, unless, type Violation, type NetworkRule } from './network-rule';
import type { PeppolDocument, PeppolParty } from '../peppol-document';

type FindViolations = NetworkRule['violations'];

/** Country of a party's address; null without one. */
export function addressCountry({ party }: PeppolParty): string | null {
  return party.address?.country_code ?? null;
}

/** The country of VAT registration, or else of the address. Some rules define a national seller by this country. */
export function taxCountry(party: PeppolParty): string | null {
  return taxTerritory(party.vat, addressCountry(party));
}

/** Applies a rule to the documents of some sellers. Peppol BIS Self-Billing has no national rules. */
export function whereSeller(
  applies: (document: PeppolDocument) => boolean,
  violations: FindViolations,
): FindViolations {
  return (document) => (!document.self_billed && applies(document) ? violations(document) : []);
}

const isItalian = ({ seller }: PeppolDocument) => taxCountry(seller) === 'IT';
const isDutch = ({ seller }: PeppolDocument) => addressCountry(seller) === 'NL';
const isDutchInland = (document: PeppolDocument) =>
  isDutch(document) && addressCountry(document.buyer) === 'NL';

const inItaly = (violations: FindViolations) => whereSeller(isItalian, violations);
const fromNetherlands = (violations: FindViolations) => whereSeller(isDutch, violations);
const inNetherlands = (violations: FindViolations) => whereSeller(isDutchInland, violations);

/** Italy (IT-R) and the Netherlands (NL-R). Peppol BIS has no rules for Belgium. */
export const NATIONAL_RULES: readonly NetworkRule[] = [
  fatal(
    'IT-R-002',
    inItaly(({ seller }) => needsAddressField(seller, 'street')),
  ),
  fatal(
    'IT-R-003',
    inItaly(({ seller }) => needsAddressField(seller, 'city')),
  ),
  fatal(
    'IT-R-004',
    inItaly(({ seller }) => needsAddressField(seller, 'postal_code')),
  ),

  fatal(
    'NL-R-001',
    fromNetherlands(({ is_credit_note, source }) =>
      unless(
        !is_credit_note || source.preceding_document !== null,
        '/preceding_document',
        'A credit note of a Dutch seller must refer to the credited invoice.',
      ),
    ),
  ),
  fatal(
    'NL-R-002',
    fromNetherlands(({ seller }) => needsFullAddress(seller)),
  ),
  fatal(
    'NL-R-003',
    fromNetherlands(({ seller }) => needsDutchRegister(seller)),
  ),
  fatal(
    'NL-R-004',
    inNetherlands(({ buyer }) => needsFullAddress(buyer)),
  ),
  fatal(
    'NL-R-005',
    inNetherlands(({ buyer }) => needsDutchRegister(buyer)),
  ),
  fatal(
    'NL-R-007',
    fromNetherlands((document) =>
      unless(
        document.payment !== null || !isToBePaid(document),
        '/journal_id',
        'A document of a Dutch seller must state a bank account: add one to the company or the journal.',
      ),
    ),
  ),
  fatal(
    'NL-R-008',
    inNetherlands(({ payment }) =>
      unless(
        payment === null || payment.code !== '1',
        '/journal_id',
        'A document with a payment reference must state a bank account: add one to the company or the journal.',
      ),
    ),
  ),
  fatal(
    'NL-R-009',
    fromNetherlands(({ lines, source }) =>
      source.order_reference !== null
        ? []
        : lines.flatMap(({ line }, index) =>
            unless(
              line.order_line_reference === null,
              `/lines/${index}/order_line_reference`,
              'A document of a Dutch seller with an order_line_reference must have an order_reference.',
            ),
          ),
    ),
  ),
];

export const ADDRESS_FIELDS = { street: 'a street', city: 'a city', postal_code: 'a postal code' } as const;

export function needsAddressField(
  party: PeppolParty,
  field: keyof typeof ADDRESS_FIELDS,
): readonly Violation[] {
  const holds = party.party.address?.[field] != null;
  return partyNeeds(holds, party, `address/${field}`, `${ADDRESS_FIELDS[field]} in its address`);
}

function needsFullAddress(party: PeppolParty): readonly Violation[] {
  return (['street', 'city', 'postal_code'] as const).flatMap((field) => needsAddressField(party, field));
}

/** Whether the buyer pays the seller. */
function isToBePaid({ is_credit_note, source }: PeppolDocument): boolean {
  const payable = decimal(source.totals.payable);
  return is_credit_note ? isNegative(payable) : payable.gt(ZERO);
}

function needsDutchRegister(party: PeppolParty): readonly Violation[] {
  const { legal } = party;
  return partyNeeds(
    legal === null || legal.scheme === '0106' || legal.scheme === '0190',
    party,
    'identifier',
    'a KVK number (8 digits) or an OIN (20 digits) as its identifier, if any',
  );
}
