import type { StatedAddress } from '../../values/address';
import { ADDRESS_FIELDS, addressCountry, needsAddressField, whereSeller } from './national-rules';
import { fatal, partyNeeds, unless, warning, type Violation, type NetworkRule } from './network-rule';

const inGermany = (violations: NetworkRule['violations']) =>
  whereSeller(
    ({ seller, buyer }) => addressCountry(seller) === 'DE' && addressCountry(buyer) === 'DE',
    violations,
  );

/** Germany (DE-R), where both seller and buyer are in Germany. */
export const GERMAN_RULES: readonly NetworkRule[] = [
  fatal(
    'DE-R-001',
    inGermany(({ payment }) =>
      unless(
        payment !== null,
        '/journal_id',
        'Within Germany a document must state a bank account: add one to the company or the journal.',
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
    inGermany(({ seller }) =>
      partyNeeds(seller.contact !== null, seller, 'phone', 'a phone number and an email address'),
    ),
  ),
  fatal(
    'DE-R-003',
    inGermany(({ seller }) => needsAddressField(seller, 'city')),
  ),
  fatal(
    'DE-R-004',
    inGermany(({ seller }) => needsAddressField(seller, 'postal_code')),
  ),
  fatal(
    'DE-R-006',
    inGermany(({ seller }) => partyNeeds(seller.contact?.phone !== null, seller, 'phone', 'a phone number')),
  ),
  fatal(
    'DE-R-007',
    inGermany(({ seller }) =>
      partyNeeds(seller.contact?.email !== null, seller, 'email', 'an email address'),
    ),
  ),
  warning(
    'DE-R-027',
    inGermany(({ seller }) =>
      partyNeeds(
        seller.contact === null || /(\d.*){3}/.test(seller.contact.phone ?? ''),
        seller,
        'phone',
        'a phone number with at least three digits',
      ),
    ),
  ),
  warning(
    'DE-R-028',
    inGermany(({ seller }) =>
      partyNeeds(
        seller.contact === null || /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/.test(seller.contact.email ?? ''),
        seller,
        'email',
        'an email address with a domain',
      ),
    ),
  ),
  fatal(
    'DE-R-008',
    inGermany(({ buyer }) => needsAddressField(buyer, 'city')),
  ),
  fatal(
    'DE-R-009',
    inGermany(({ buyer }) => needsAddressField(buyer, 'postal_code')),
  ),
  fatal(
    'DE-R-010',
    inGermany(({ source }) => needsDeliveryField(source.delivery?.address, 'city')),
  ),
  fatal(
    'DE-R-011',
    inGermany(({ source }) => needsDeliveryField(source.delivery?.address, 'postal_code')),
  ),
  fatal(
    'DE-R-014',
    inGermany(({ source }) =>
      unless(
        source.vat_breakdown.every(({ category }) => category !== 'O'),
        '/lines',
        'Within Germany VAT category O (not subject to VAT) is not allowed, because it has no rate.',
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
          'Within Germany two attachments must not have the same name.',
        ),
      ),
    ),
  ),
];

function needsDeliveryField(
  address: StatedAddress | null | undefined,
  field: 'city' | 'postal_code',
): readonly Violation[] {
  return unless(
    !address || address[field] !== null,
    '/delivery_location_id',
    `The delivery location needs ${ADDRESS_FIELDS[field]} in its address.`,
  );
}
