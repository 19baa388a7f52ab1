import { lineVat, type VatInput } from '../../../src/domain/amounts/vat-category';
import { decimal } from '../../../src/domain/values/money';
import { refusal } from '../refusal';

const vat = (line: VatInput, rate: string) => lineVat(line, decimal(rate), 'lines.0');

describe("a line's VAT", () => {
  test('is of category S above rate 0 by default', () => {
    expect(vat({}, '6')).toEqual({
      vat_category: 'S',
      vat_exemption_reason: null,
      vat_exemption_code: null,
    });
    expect(vat({ vat_category: null }, '0.01').vat_category).toBe('S');
  });

  test.each([
    ['AE', 'VATEX-EU-AE', 'Reverse charge'],
    ['K', 'VATEX-EU-IC', 'Intra-Community supply'],
    ['G', 'VATEX-EU-G', 'Export outside the EU'],
    ['O', 'VATEX-EU-O', 'Not subject to VAT'],
  ] as const)('of category %s has a default reason', (vat_category, code, reason) => {
    expect(vat({ vat_category }, '0.00')).toEqual({
      vat_category,
      vat_exemption_reason: reason,
      vat_exemption_code: code,
    });
  });

  test('keeps the reason that was given', () => {
    expect(vat({ vat_category: 'AE', vat_exemption_reason: 'Art. 20' }, '0')).toMatchObject({
      vat_exemption_reason: 'Art. 20',
      vat_exemption_code: 'VATEX-EU-AE',
    });
    expect(vat({ vat_category: 'E', vat_exemption_code: 'VATEX-EU-132' }, '0')).toMatchObject({
      vat_exemption_reason: null,
      vat_exemption_code: 'VATEX-EU-132',
    });
  });

  test.each(['E', 'AE', 'K', 'G', 'O'] as const)('of category %s may have another reason', (vat_category) => {
    expect(vat({ vat_category, vat_exemption_reason: 'Art. 20' }, '0').vat_exemption_reason).toBe('Art. 20');
  });

  test.each(['Z', 'E'] as const)('of category %s has no default reason', (vat_category) => {
    expect(vat({ vat_category }, '0')).toEqual({
      vat_category,
      vat_exemption_reason: null,
      vat_exemption_code: null,
    });
  });

  test.each<[string, VatInput, string, string]>([
    ['no category at rate 0', {}, '0', 'vat_category: is required when the rate is 0'],
    ['S at rate 0', { vat_category: 'S' }, '0.00', 'vat_rate: must be above 0 in category S'],
    ['Z above 0', { vat_category: 'Z' }, '6', 'vat_rate: must be 0 in every category but S'],
    ['AE above 0', { vat_category: 'AE' }, '21', 'vat_rate: must be 0 in every category but S'],
    ['O above 0', { vat_category: 'O' }, '0.01', 'vat_rate: must be 0 in every category but S'],
    [
      'a reason on S',
      { vat_exemption_reason: 'x' },
      '21',
      'vat_exemption_reason: does not belong to the categories S and Z',
    ],
    [
      'a code on Z',
      { vat_category: 'Z', vat_exemption_code: 'VATEX-EU-132' },
      '0',
      'vat_exemption_code: does not belong to the categories S and Z',
    ],
    [
      'an unknown code',
      { vat_category: 'E', vat_exemption_code: 'VATEX-EU-999' },
      '0',
      'vat_exemption_code: must be a code of the VATEX list',
    ],
    [
      'the code of another category on E',
      { vat_category: 'E', vat_exemption_code: 'VATEX-EU-AE' },
      '0',
      'vat_exemption_code: belongs to another VAT category',
    ],
    [
      'an exempting code on K',
      { vat_category: 'K', vat_exemption_code: 'VATEX-EU-132' },
      '0',
      'vat_exemption_code: belongs to another VAT category',
    ],
  ])('is refused: %s', (_case, line, rate, message) => {
    expect(() => vat(line, rate)).toThrow(refusal('validation_error', `lines.0.${message}`));
  });
});
