import type { Address } from '../address';
import { ZERO, decimal, isNegative } from '../money';
import { fatal, partyNeeds, unless, warning, type Complaint, type NetworkRule } from './network-rule';
import type { PeppolDocument, PeppolParty } from './peppol-document';

type Complaints = NetworkRule['complaints'];

/** Country of a party's address; null without one. */
export function addressCountry({ party }: PeppolParty): string | null {
  return party.address?.country_code ?? null;
}

/** Where a party is registered for VAT, else where it sits: how some of the rules tell a national seller. */
export function taxCountry(party: PeppolParty): string | null {
  return party.vat?.slice(0, 2).toUpperCase() ?? addressCountry(party);
}

/** National rules look at documents of a national seller; those of self-billing have none. */
export function whereSeller(
  applies: (document: PeppolDocument) => boolean,
  complaints: Complaints,
): Complaints {
  return (document) => (!document.self_billed && applies(document) ? complaints(document) : []);
}

const isItalian = ({ seller }: PeppolDocument) => taxCountry(seller) === 'IT';
const isDutch = ({ seller }: PeppolDocument) => addressCountry(seller) === 'NL';
const isDutchInland = (document: PeppolDocument) =>
  isDutch(document) && addressCountry(document.buyer) === 'NL';
const isGermanInland = ({ seller, buyer }: PeppolDocument) =>
  addressCountry(seller) === 'DE' && addressCountry(buyer) === 'DE';

const inItaly = (complaints: Complaints) => whereSeller(isItalian, complaints);
const fromNetherlands = (complaints: Complaints) => whereSeller(isDutch, complaints);
const inNetherlands = (complaints: Complaints) => whereSeller(isDutchInland, complaints);
const inGermany = (complaints: Complaints) => whereSeller(isGermanInland, complaints);

/** Italy (IT-R), the Netherlands (NL-R) and Germany (DE-R). Belgium has no rules of its own. */
export const NATIONAL_RULES: readonly NetworkRule[] = [
  fatal(
    'IT-R-002',
    inItaly(({ seller }) => needsAddressMember(seller, 'street')),
  ),
  fatal(
    'IT-R-003',
    inItaly(({ seller }) => needsAddressMember(seller, 'city')),
  ),
  fatal(
    'IT-R-004',
    inItaly(({ seller }) => needsAddressMember(seller, 'postal_code')),
  ),

  fatal(
    'NL-R-001',
    fromNetherlands(({ is_credit_note, source }) =>
      unless(
        !is_credit_note || source.preceding_document !== null,
        '/preceding_document',
        'A credit note of a Dutch seller names the invoice that it credits.',
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
        'A Dutch seller says how to pay: give the company, or the journal, a bank account.',
      ),
    ),
  ),
  fatal(
    'NL-R-008',
    inNetherlands(({ payment }) =>
      unless(
        payment === null || payment.code !== '1',
        '/journal_id',
        'A payment reference needs an account to pay to: give the company, or the journal, a bank account.',
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
              'Of a Dutch seller it needs the order_reference of the document.',
            ),
          ),
    ),
  ),

  fatal(
    'DE-R-001',
    inGermany(({ payment }) =>
      unless(
        payment !== null,
        '/journal_id',
        'Within Germany a document says how to pay: give the company, or the journal, a bank account.',
      ),
    ),
  ),
  fatal(
    'DE-R-015',
    inGermany(({ buyer_reference }) =>
      unless(buyer_reference !== null, '/buyer_reference', 'Within Germany a buyer_reference is required.'),
    ),
  ),
  fatal(
    'DE-R-016',
    inGermany(({ seller, lines }) =>
      partyNeeds(
        seller.vat !== null || lines.every(({ line }) => line.vat_category === 'O'),
        seller,
        'vat',
        'a VAT number',
      ),
    ),
  ),
  fatal(
    'DE-R-002',
    inGermany(({ seller }) => partyNeeds(hasContact(seller), seller, 'email', 'a phone and an email')),
  ),
  fatal(
    'DE-R-003',
    inGermany(({ seller }) => needsAddressMember(seller, 'city')),
  ),
  fatal(
    'DE-R-004',
    inGermany(({ seller }) => needsAddressMember(seller, 'postal_code')),
  ),
  fatal(
    'DE-R-006',
    inGermany(({ seller }) =>
      partyNeeds(!hasContact(seller) || seller.party.phone !== null, seller, 'phone', 'a phone'),
    ),
  ),
  fatal(
    'DE-R-007',
    inGermany(({ seller }) =>
      partyNeeds(!hasContact(seller) || seller.party.email !== null, seller, 'email', 'an email'),
    ),
  ),
  warning(
    'DE-R-027',
    inGermany(({ seller }) =>
      partyNeeds(
        seller.party.phone === null || /(\d.*){3}/.test(seller.party.phone),
        seller,
        'phone',
        'a phone of at least three digits',
      ),
    ),
  ),
  warning(
    'DE-R-028',
    inGermany(({ seller }) =>
      partyNeeds(
        seller.party.email === null || /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/.test(seller.party.email),
        seller,
        'email',
        'an email address with a domain',
      ),
    ),
  ),
  fatal(
    'DE-R-008',
    inGermany(({ buyer }) => needsAddressMember(buyer, 'city')),
  ),
  fatal(
    'DE-R-009',
    inGermany(({ buyer }) => needsAddressMember(buyer, 'postal_code')),
  ),
  fatal(
    'DE-R-010',
    inGermany(({ source }) => needsDeliveryMember(source.delivery?.address, 'city')),
  ),
  fatal(
    'DE-R-011',
    inGermany(({ source }) => needsDeliveryMember(source.delivery?.address, 'postal_code')),
  ),
  fatal(
    'DE-R-014',
    inGermany(({ source }) =>
      unless(
        source.vat_breakdown.every(({ category }) => category !== 'O'),
        '/lines',
        'Within Germany each VAT category has a rate, which category O (not subject to VAT) has not.',
      ),
    ),
  ),
  fatal(
    'DE-R-022',
    inGermany(({ attachments }) =>
      attachments.flatMap(({ filename }, index) =>
        unless(
          attachments.findIndex((other) => other.filename === filename) === index,
          `/attachments/${index}`,
          'Within Germany two attachments cannot have one name.',
        ),
      ),
    ),
  ),
];

const ADDRESS_MEMBERS = { street: 'a street', city: 'a city', postal_code: 'a postal code' } as const;

export function needsAddressMember(
  party: PeppolParty,
  member: keyof typeof ADDRESS_MEMBERS,
): readonly Complaint[] {
  const { address } = party.party;
  // A party without an address is another rule's matter.
  const holds = address === null || address[member] !== null;
  return partyNeeds(holds, party, `address/${member}`, `${ADDRESS_MEMBERS[member]} in its address`);
}

function needsFullAddress(party: PeppolParty): readonly Complaint[] {
  return (['street', 'city', 'postal_code'] as const).flatMap((member) => needsAddressMember(party, member));
}

function needsDeliveryMember(
  address: Address | undefined,
  member: 'city' | 'postal_code',
): readonly Complaint[] {
  return unless(
    address === undefined || address[member] !== null,
    '/delivery_location_id',
    `The delivery location needs ${ADDRESS_MEMBERS[member]} in its address.`,
  );
}

/** Whether money goes from the buyer to the seller. */
function isToBePaid({ is_credit_note, source }: PeppolDocument): boolean {
  const payable = decimal(source.totals.payable);
  return is_credit_note ? isNegative(payable) : payable.gt(ZERO);
}

function needsDutchRegister(party: PeppolParty): readonly Complaint[] {
  const { legal } = party;
  return partyNeeds(
    legal === null || legal.scheme === '0106' || legal.scheme === '0190',
    party,
    'identifier',
    'a KVK number (8 digits) or an OIN (20 digits) as its identifier, if any',
  );
}

/** Whether a contact (BG-6) is written at all. */
function hasContact({ party }: PeppolParty): boolean {
  return party.phone !== null || party.email !== null;
}
