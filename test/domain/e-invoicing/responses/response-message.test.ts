import {
  NO_RESPONSES,
  responseAddressing,
  responseFaults,
  responseMessage,
} from '../../../../src/domain/e-invoicing/responses/response-message';
import { aDocument, BRUSSELS } from '../../../support/documents';

const COMPANY = {
  ...{
    name: 'Buyer NV',
    electronic_address: '0208:0123456749',
    vat: 'BE0123456749',
    timezone: 'Europe/Brussels',
  },
  address: null,
};
const answered = (electronic_address: string | null, type: 'purchase_invoice' | 'purchase_credit_note') => {
  const document = aDocument({ type, number: 'F-1' });
  return { ...document, seller: { ...document.seller, name: 'Seller BV', electronic_address } };
};
const CONTENT = { status: 'AP', reasons: [], actions: [], note: null, effective_date: null } as const;
const NOW = new Date('2026-09-01T22:30:00Z');

describe('A response to a received document', () => {
  const document = answered('0088:5412345000013', 'purchase_invoice');

  test('has no faults when both have an address of a known scheme', () => {
    expect(responseFaults(COMPANY, document, '380')).toEqual([]);
    expect(responseFaults(COMPANY, document, null)).toEqual([]);
  });

  test.each(['999', 'foo bar', '0380', '', '817'])(
    'has a fault for the type %p, which is not on the list',
    (type_code) => {
      expect(responseFaults(COMPANY, document, type_code)).toMatchObject([
        {
          severity: 'fatal',
          rule: 'PEPPOL-T111-B04201',
          message: expect.stringContaining('UNTDID 1001') as string,
        },
      ]);
    },
  );

  test.each(['1', '326', '381', '389', '998'])('has none for the type %s', (type_code) => {
    expect(responseFaults(COMPANY, document, type_code)).toEqual([]);
  });

  const faultsWith = (company: object, seller: object) =>
    responseFaults(
      { ...COMPANY, ...company },
      { ...document, seller: { ...document.seller, ...seller } },
      '380',
    );

  test.each([
    [
      'the company without an address',
      { electronic_address: null },
      {},
      'The company has no electronic address: an operator can add it.',
    ],
    [
      'the company without a country',
      { vat: null },
      {},
      'The company has neither an address nor a VAT number, which give its country.',
    ],
    [
      'a sender without an address',
      {},
      { electronic_address: null },
      'The document states no electronic address of its sender to respond to.',
    ],
  ])('has one fault with %s', (_what, company, seller, message) => {
    expect(faultsWith(company, seller)).toEqual([{ severity: 'fatal', rule: null, message, pointer: null }]);
  });

  test.each([
    ['9956:1', 'PEPPOL-T111-B00902', 'PEPPOL-T111-B02102', 'has a scheme that is not on the EAS list'],
    ['0208:0123456740', 'PEPPOL-COMMON-R043', 'PEPPOL-COMMON-R043', 'must be a Belgian enterprise number'],
  ])(
    'has a fault for each address such as %s, first for that of the company',
    (address, own, other, reason) => {
      const faults = faultsWith({ electronic_address: address }, { electronic_address: address });
      const fatal = { severity: 'fatal', pointer: null };
      expect(faults).toEqual([
        { ...fatal, rule: own, message: `The electronic address of the company ${reason} (${own}).` },
        {
          ...{ ...fatal, rule: other },
          message: `The electronic address that the document states of its sender ${reason} (${other}).`,
        },
      ]);
    },
  );

  test('has a warning for a number that the network only warns about', () => {
    expect(faultsWith({}, { electronic_address: '0106:x' })).toEqual([
      {
        ...{ severity: 'warning', rule: 'PEPPOL-COMMON-R054', pointer: null },
        message: expect.stringMatching(/ must be a Dutch KVK number \(PEPPOL-COMMON-R054\)\.$/) as string,
      },
    ]);
  });

  test('has a fault when the directory has no registration of the sender for responses', () => {
    expect(NO_RESPONSES).toEqual({
      ...{ severity: 'fatal', rule: null, pointer: null },
      message: 'The sender of the document is not registered on the network for responses.',
    });
  });

  test('repeats number, date and type, and is of the present day of the company', () => {
    const of = (type_code: string | null, type: 'purchase_invoice' | 'purchase_credit_note') =>
      responseMessage(CONTENT, COMPANY, answered('0088:5412345000013', type), {
        id: 'R-1',
        type_code,
        now: NOW,
      });
    expect(of('386', 'purchase_invoice')).toEqual({
      ...CONTENT,
      id: 'R-1',
      issue_date: '2026-09-02',
      sender: { name: 'Buyer NV', endpoint: { scheme: '0208', value: '0123456749' } },
      receiver: { name: 'Seller BV', endpoint: { scheme: '0088', value: '5412345000013' } },
      document: { number: 'F-1', issue_date: document.issue_date, type_code: '386' },
    });
    expect(of(null, 'purchase_invoice').document.type_code).toBe('380');
    expect(of(null, 'purchase_credit_note').document.type_code).toBe('381');
  });

  test('goes from the company to the sender of the document', () => {
    expect(responseAddressing(COMPANY, document)).toEqual({
      sender: '0208:0123456749',
      receiver: '0088:5412345000013',
      document_type:
        'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1',
      process: 'cenbii-procid-ubl::urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
      sender_country: 'BE',
    });
  });

  test.each([
    ['its address', { address: { ...BRUSSELS, country_code: 'NL' } }, 'NL'],
    ['its VAT number without an address', { address: null, vat: 'EL094259216' }, 'GR'],
    ['its address without a VAT number', { address: BRUSSELS, vat: null }, 'BE'],
  ])('names the country of the company by %s', (_, members, country) => {
    expect(responseFaults({ ...COMPANY, ...members }, document, null)).toEqual([]);
    expect(responseAddressing({ ...COMPANY, ...members }, document).sender_country).toBe(country);
  });
});
