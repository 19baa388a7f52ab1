import { assertVatCategories, vatPartyFault, type VatParties } from '../../../src/domain/amounts/vat-parties';
import type { VatCategory } from '../../../src/domain/amounts/vat-category';
import { refusal } from '../refusal';

function parties(
  relation: Partial<VatParties['relation']>,
  delivery_country_code: string | null = null,
  company: Partial<VatParties['company']> = {},
): VatParties {
  return {
    company: { vat: 'BE0123456749', country_code: 'BE', ...company },
    relation: { vat: null, country_code: 'BE', ...relation },
    delivery_country_code,
  };
}

const fits = (vat_category: VatCategory, given: VatParties) =>
  vatPartyFault([{ vat_category }], given) === null;

describe('a VAT category and the parties', () => {
  test.each<[VatCategory, string, VatParties]>([
    ['S', 'anyone', parties({})],
    ['Z', 'anyone', parties({})],
    ['E', 'anyone', parties({})],
    ['O', 'anyone', parties({})],
    ['AE', 'a VAT number of the same country', parties({ vat: 'BE0411905847' })],
    ['AE', 'a VAT number from outside the EU', parties({ vat: 'GB123456789' })],
    ['K', 'a VAT number of another member state', parties({ vat: 'NL123456789B01' })],
    ['K', 'a Greek VAT number', parties({ vat: 'EL123456789' })],
    ['K', 'a number of Northern Ireland', parties({ vat: 'XI123456789', country_code: 'GB' })],
    [
      'K',
      'a member state number at an address outside',
      parties({ vat: 'FR12345678901', country_code: 'US' }),
    ],
    [
      'K',
      'a relation in the country where the company only sits',
      parties({ vat: 'BE0411905847' }, null, { vat: 'NL123456789B01' }),
    ],
    ['G', 'a relation outside the EU', parties({ country_code: 'US' })],
    ['G', 'a relation in Great Britain', parties({ country_code: 'GB' })],
    ['G', 'a delivery outside the EU', parties({ country_code: 'BE' }, 'CH')],
  ])('%s fits %s', (category, _case, given) => {
    expect(fits(category, given)).toBe(true);
  });

  test.each<[VatCategory, string, VatParties]>([
    ['AE', 'no VAT number', parties({})],
    ['K', 'no VAT number', parties({ country_code: 'NL' })],
    ['K', "a VAT number of the company's country", parties({ vat: 'BE0411905847', country_code: 'NL' })],
    [
      'K',
      'a Greek number for a Greek company without a VAT number',
      parties({ vat: 'EL123456789' }, null, { vat: null, country_code: 'GR' }),
    ],
    ['K', 'a British number', parties({ vat: 'GB123456789' })],
    ['G', 'a relation inside the EU', parties({ country_code: 'GR' })],
    ['G', 'a delivery inside the EU', parties({ country_code: 'US' }, 'DE')],
    ['G', 'no country at all', parties({ country_code: null })],
  ])('%s does not fit %s', (category, _case, given) => {
    expect(fits(category, given)).toBe(false);
  });

  test.each<[VatCategory, string]>([
    ['AE', 'needs a relation with a VAT number'],
    ['K', 'needs a relation with a VAT number of another EU member state'],
    ['G', 'needs a destination outside the EU'],
  ])('that do not fit are an error of the line with %s', (vat_category, reason) => {
    const lines = [{ vat_category: null }, { vat_category: 'S' as const }, { vat_category }];

    expect(vatPartyFault(lines, parties({}))).toEqual({ line: 2, reason });
    expect(() => {
      assertVatCategories(lines, parties({}));
    }).toThrow(refusal('validation_error', `lines.2.vat_category: ${reason}`));
    expect(() => {
      assertVatCategories(lines, parties({}), { stored: true });
    }).toThrow(refusal('invalid_document_lines', /^Stored line 2 /));
  });

  test('are accepted for lines that fit, stored or sent', () => {
    const lines = [{ vat_category: 'S' }, { vat_category: null }, {}] as const;
    expect(() => assertVatCategories(lines, parties({}))).not.toThrow();
    expect(() => assertVatCategories(lines, parties({}), { stored: true })).not.toThrow();
  });
});
