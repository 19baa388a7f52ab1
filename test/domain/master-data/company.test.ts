import { changedCompany, isNamedTimeZone, newCompany } from '../../../src/domain/master-data/company';
import { aCompany } from '../../support/companies';

const THEN = new Date('2026-07-01T10:00:00.000Z');
const NOW = new Date('2026-07-02T10:00:00.000Z');

describe('a new company', () => {
  test('has defaults for what is left out or null', () => {
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

describe('a changed company', () => {
  const company = aCompany({ vat: 'BE0123456749', self_billing_enabled: true, updated_at: THEN });

  test.each([
    ['clears what is null', { vat: null }, { vat: null }],
    ['keeps what is left out', { email: 'a@b.example' }, { vat: 'BE0123456749', self_billing_enabled: true }],
    ['takes a flag that is off', { self_billing_enabled: false }, { self_billing_enabled: false }],
    ['takes a flag that was on', { embed_pdf: false }, { embed_pdf: false }],
    ['is a version further', { name: 'New' }, { name: 'New', version: 2, updated_at: NOW }],
  ])('%s', (_, patch, expected) => {
    expect(changedCompany(company, patch, NOW)).toMatchObject(expected);
  });

  test('is the very same one when nothing is named', () => {
    expect(changedCompany(company, { name: undefined }, NOW)).toBe(company);
  });

  test('is the very same one when every member is named as it is', () => {
    const address = { country_code: 'BE', city: 'Ghent' };
    const housed = changedCompany(company, { address }, NOW);
    expect(housed).not.toBe(company);
    const { name, vat, self_billing_enabled, books_closed_until } = housed;
    const same = { name, vat, self_billing_enabled, books_closed_until, address };
    expect(changedCompany(housed, same, NOW)).toBe(housed);
  });

  test.each([
    ['field_not_editable', { default_journals: false }],
    ['field_not_editable', { name: 'New', created_at: null }],
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
  ])('may not be %j', (name) => expect(isNamedTimeZone(name)).toBe(false));
});
