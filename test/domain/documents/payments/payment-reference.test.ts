import fc from 'fast-check';
import {
  MAX_STRUCTURED_BASE,
  needsStructuredReference,
  normalisedPaymentReference,
  structuredReference,
} from '../../../../src/domain/documents/payments/payment-reference';
import { refusal } from '../../refusal';

describe('a structured payment reference', () => {
  test.each([
    [123456789, '+++012/3456/78939+++'],
    [0, '+++000/0000/00097+++'],
    [97, '+++000/0000/09797+++'],
    [98, '+++000/0000/09801+++'],
    [9_999_999_999, '+++999/9999/99948+++'],
  ])('of %i is %s', (base, expected) => {
    expect(structuredReference(base)).toBe(expected);
  });

  test.each(['+++012/3456/78939+++', '***012/3456/78939***', '012345678939'])(
    'given as %s is stored in one spelling',
    (given) => {
      expect(normalisedPaymentReference(given)).toBe('+++012/3456/78939+++');
    },
  );

  test.each([
    '+++012/3456/78938+++',
    '***012/3456/78938***',
    '012345678940',
    '000000000000',
    '+++000/0000/09700+++',
    '+++999/9999/99900+++',
  ])('is refused for its check digits: %s', (given) => {
    expect(() => normalisedPaymentReference(given)).toThrow(
      refusal('validation_error', 'payment_reference: the check digits are wrong'),
    );
  });

  test('is accepted in every spelling', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_STRUCTURED_BASE }), (base) => {
        const reference = structuredReference(base);
        expect(normalisedPaymentReference(reference)).toBe(reference);
        expect(normalisedPaymentReference(reference.replaceAll('+', '*'))).toBe(reference);
        expect(normalisedPaymentReference(reference.replace(/\D/g, ''))).toBe(reference);
      }),
    );
  });

  test.each([-1, 1.5, 10_000_000_000])('is never built from %d', (base) => {
    expect(() => structuredReference(base)).toThrow(Error);
  });

  test.each([
    ['an invoice in euro of a Belgian company', 'invoice', 'EUR', 'BE0123456749', true],
    ['a credit note', 'credit_note', 'EUR', 'BE0123456749', false],
    ['a proforma', 'proforma', 'EUR', 'BE0123456749', false],
    ['a self-billed invoice', 'purchase_invoice', 'EUR', 'BE0123456749', false],
    ['another currency', 'invoice', 'USD', 'BE0123456749', false],
    ['another country', 'invoice', 'EUR', 'NL123456789B01', false],
    ['no VAT number', 'invoice', 'EUR', null, false],
  ] as const)('is made for %s: %#', (_case, type, currency, company_vat, expected) => {
    expect(needsStructuredReference({ type, currency, company_vat })).toBe(expected);
  });
});

describe('any other payment reference', () => {
  test.each(['RF18539007547034', 'Invoice 12', '01234567893', '++012/3456/78939++', '+++012/3456/7893+++'])(
    'is free text: %s',
    (given) => {
      expect(normalisedPaymentReference(given)).toBe(given);
    },
  );
});

test.each([
  'x+++012/3456/78939+++',
  '+++012/3456/78939***',
  '+++012/3456/78939+++x',
  '0123456789390',
  'x012345678939',
  '012345678939x',
])('a reference that only contains a structured one is free text: %s', (given) => {
  expect(normalisedPaymentReference(given)).toBe(given);
});
