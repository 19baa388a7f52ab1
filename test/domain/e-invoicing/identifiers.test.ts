import { claimsPeppol, networkIdentifiers, participantId } from '../../../src/domain/e-invoicing/identifiers';

const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0';
const UBL = 'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd';

describe('The identifiers of a document on the network', () => {
  test.each([
    ['invoice', BILLING, 'billing', `${UBL}:Invoice-2::Invoice##${BILLING}::2.1`],
    ['credit_note', BILLING, 'billing', `${UBL}:CreditNote-2::CreditNote##${BILLING}::2.1`],
    ['purchase_invoice', SELF_BILLING, 'selfbilling', `${UBL}:Invoice-2::Invoice##${SELF_BILLING}::2.1`],
    [
      'purchase_credit_note',
      SELF_BILLING,
      'selfbilling',
      `${UBL}:CreditNote-2::CreditNote##${SELF_BILLING}::2.1`,
    ],
  ] as const)(
    'of type %s are those of its specification',
    (type, customization_id, process, document_type) => {
      expect(networkIdentifiers(type)).toEqual({
        customization_id,
        profile_id: `urn:fdc:peppol.eu:2017:poacc:${process}:01:1.0`,
        document_type,
        process: `cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:${process}:01:1.0`,
      });
    },
  );

  test.each(['proforma', 'quote'] as const)('of type %s do not exist', (type) => {
    expect(networkIdentifiers(type)).toBeNull();
  });
});

test('A participant is an electronic address with the scheme of participants', () => {
  expect(participantId('0208:0123456749')).toBe('iso6523-actorid-upis::0208:0123456749');
});

test.each([
  [null, false],
  ['', false],
  ['urn:cen.eu:en16931:2017', false],
  ['urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0', true],
  ['urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0', true],
])('The specification %p is a Peppol BIS: %p', (customization_id, expected) => {
  expect(claimsPeppol(customization_id)).toBe(expected);
});
