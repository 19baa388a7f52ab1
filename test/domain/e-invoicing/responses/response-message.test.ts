import {
  responseAddressing,
  responseFaults,
  responseMessage,
} from '../../../../src/domain/e-invoicing/responses/response-message';
import { aDocument } from '../../../support/documents';

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
    expect(responseFaults(COMPANY, document)).toEqual([]);
  });

  test.each([
    ['the company without an address', { electronic_address: null }, {}, null],
    ['the company without a country', { vat: null }, {}, null],
    ['a sender without an address', {}, { electronic_address: null }, null],
    ['a sender with an unknown scheme', {}, { electronic_address: '9956:0123456749' }, 'PEPPOL-T111-B02102'],
    ['a sender with a wrong number', {}, { electronic_address: '0208:0123456740' }, 'PEPPOL-COMMON-R043'],
  ])('has one fault with %s', (_what, company, seller, rule) => {
    const faults = responseFaults(
      { ...COMPANY, ...company },
      { ...document, seller: { ...document.seller, ...seller } },
    );
    expect(faults).toMatchObject([{ severity: 'fatal', rule }]);
  });

  test('repeats number, date and type, and is of the present day of the company', () => {
    const of = (type_code: string | null, type: 'purchase_invoice' | 'purchase_credit_note') =>
      responseMessage(CONTENT, COMPANY, answered('0088:5412345000013', type), {
        id: 'R-1',
        type_code,
        now: NOW,
      });
    expect(of('386', 'purchase_invoice')).toMatchObject({
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
});
