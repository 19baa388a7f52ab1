import {
  changedCompany,
  COMPANY_READ_ONLY,
  isNamedTimeZone,
  newCompany,
} from '../../../src/domain/master-data/company';
import { refusal } from '../refusal';
import { aCompany } from '../../support/companies';

const THEN = new Date('2026-07-01T10:00:00.000Z');
const NOW = new Date('2026-07-02T10:00:00.000Z');

describe('a new company', () => {
  test('has defaults for fields that are omitted or null', () => {
    expect(newCompany({ name: 'X', currency: null, timezone: null }, 'id', NOW)).toMatchObject({
      currency: 'EUR',
      language: 'en',
      timezone: 'Europe/Brussels',
      self_billing_enabled: false,
      embed_pdf: true,
      books_closed_until: null,
      version: 1,
    });
  });
});

const PARTICULARS = {
  vat: 'BE0123456749',
  identifier: '0123.456.749',
  electronic_address: '0208:0123456749',
  email: 'info@janssens.example',
  phone: '+32 2 555 01 01',
  website: 'https://janssens.example',
  contact_name: 'Accounts',
  legal_information: 'RPR Brussel',
  books_closed_until: '2026-05-31',
};
const SETTINGS = {
  currency: 'USD',
  language: 'nl',
  timezone: 'UTC',
  self_billing_enabled: true,
  embed_pdf: false,
} as const;
const NOTHING = Object.fromEntries(Object.keys(PARTICULARS).map((member) => [member, null]));

describe('the fields of a company', () => {
  test('are stored when it is created', () => {
    expect(newCompany({ name: 'X', ...PARTICULARS, ...SETTINGS }, 'id', NOW)).toEqual({
      ...{ id: 'id', name: 'X', address: null, ...PARTICULARS, ...SETTINGS },
      ...{ version: 1, created_at: NOW, updated_at: NOW },
    });
    expect(newCompany({ name: 'X' }, 'id', NOW)).toMatchObject(NOTHING);
  });

  test('are set, kept and cleared by a change', () => {
    const bare = newCompany({ name: 'X' }, 'id', THEN);
    const full = changedCompany(bare, { ...PARTICULARS, ...SETTINGS }, NOW);
    expect(full).toEqual({ ...bare, ...PARTICULARS, ...SETTINGS, version: 2, updated_at: NOW });
    expect(changedCompany(full, { name: 'Y' }, NOW)).toEqual({ ...full, name: 'Y', version: 3 });
    expect(changedCompany(full, NOTHING, NOW)).toEqual({ ...full, ...NOTHING, version: 3 });
  });

  test.each(COMPANY_READ_ONLY)('that are set once cannot change: %s', (member) => {
    const company = newCompany({ name: 'X' }, 'id', THEN);
    expect(() => changedCompany(company, { name: 'Y', [member]: null }, NOW)).toThrow(
      refusal('field_not_editable', `${member}: cannot be changed`),
    );
  });
});

describe('a changed company', () => {
  const company = aCompany({ vat: 'BE0123456749', self_billing_enabled: true, updated_at: THEN });

  test.each([
    ['clears fields with null', { vat: null }, { vat: null }],
    ['keeps omitted fields', { email: 'a@b.example' }, { vat: 'BE0123456749', self_billing_enabled: true }],
    ['accepts a flag that is off', { self_billing_enabled: false }, { self_billing_enabled: false }],
    ['accepts a flag that was on', { embed_pdf: false }, { embed_pdf: false }],
    ['is a version further', { name: 'New' }, { name: 'New', version: 2, updated_at: NOW }],
  ])('%s', (_, patch, expected) => {
    expect(changedCompany(company, patch, NOW)).toMatchObject(expected);
  });

  test('is the same object when no field is given', () => {
    expect(changedCompany(company, { name: undefined }, NOW)).toBe(company);
  });

  test('is the same object when every field has its present value', () => {
    const address = { country_code: 'BE', city: 'Ghent' };
    const housed = changedCompany(company, { address }, NOW);
    expect(housed).not.toBe(company);
    const { name, vat, self_billing_enabled, books_closed_until } = housed;
    const same = { name, vat, self_billing_enabled, books_closed_until, address };
    expect(changedCompany(housed, same, NOW)).toBe(housed);
  });

  test.each([
    ['invalid_address', { address: {} }],
    ['invalid_address', { address: { country_code: 'BE', street_number: '1' } }],
  ])('is refused: %s', (code, patch) => {
    expect(() => changedCompany(company, patch, NOW)).toThrow(expect.objectContaining({ code }));
  });
});

describe('the time zone of a company', () => {
  test.each([
    'Europe/Brussels',
    'Europe/Kyiv',
    'Asia/Ho_Chi_Minh',
    'America/Port-au-Prince',
    'Etc/GMT+2',
    'UTC',
  ])('may be %s', (name) => expect(isNamedTimeZone(name)).toBe(true));

  test.each([
    '',
    'Europe/Gent',
    'europe/brussels',
    'EUROPE/BRUSSELS',
    'utc',
    '+02:00',
    '+0200',
    'Europe/',
    ' UTC',
    'UTC ',
    '/UTC',
  ])('may not be %j', (name) => expect(isNamedTimeZone(name)).toBe(false));
});
