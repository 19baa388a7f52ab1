import {
  isAddressedTo,
  isSelfBilled,
  listedKeys,
  partyKeys,
  relationOfSender,
  senderAndReceiver,
} from '../../../src/domain/e-invoicing/addressing';
import { aStatedParty, aStatement } from '../../support/parsed-e-invoices';

const NOBODY = { electronic_address: null, vat: null, identifiers: [] };
const company = (members: Partial<Parameters<typeof isAddressedTo>[0]>) => ({
  ...{ electronic_address: null, vat: null, identifier: null },
  ...members,
});

describe('A document is self-billed', () => {
  const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
  const SELF_BILLING = BILLING.replace(':billing:', ':selfbilling:');

  test.each([
    ['389', null, true],
    ['527', null, true],
    ['261', null, true],
    ['380', null, false],
    ['381', BILLING, false],
    ['380', SELF_BILLING, true],
    ['389', BILLING, true],
    ['', null, false],
  ])('by its type or its specification: %s, %s: %s', (type_code, customization_id, expected) => {
    expect(isSelfBilled(aStatement({ type_code, customization_id }))).toBe(expected);
  });
});

describe('A document is addressed to the company', () => {
  test.each([
    [
      'electronic address',
      { electronic_address: '9925:BE0123456749' },
      { electronic_address: '9925:be0123456749' },
    ],
    ['VAT number', { vat: 'BE0123456749' }, { vat: 'BE 0123.456.749' }],
    ['Greek VAT number', { vat: 'EL094259216' }, { vat: 'GR094259216' }],
    [
      'identifier',
      { identifier: '0123.456.749' },
      { identifiers: [{ scheme: '0208', value: '0123456749' }] },
    ],
    [
      'identifier with its scheme',
      { identifier: '0208:0123456749' },
      { identifiers: [{ scheme: '0208', value: '0123456749' }] },
    ],
    [
      'any of several identifiers',
      { identifier: 'X 9' },
      {
        identifiers: [
          { scheme: null, value: '1' },
          { scheme: null, value: 'x9' },
        ],
      },
    ],
  ])('by %s', (_by, members, stated) => {
    const party = aStatedParty({ ...NOBODY, ...stated });
    const other = aStatedParty(NOBODY);
    const isFor = (statement: Parameters<typeof aStatement>[0]) =>
      isAddressedTo(company(members), aStatement({ seller: other, buyer: other, ...statement }));
    expect(isFor({ buyer: party })).toBe(true);
    expect(isFor({ seller: party })).toBe(false);
    // A self-billed document is addressed to the seller.
    expect(isFor({ seller: party, type_code: '389' })).toBe(true);
    expect(isFor({ buyer: party, type_code: '389' })).toBe(false);
  });

  test.each([
    [
      'another kind of number',
      { vat: 'BE0123456749' },
      { identifiers: [{ scheme: null, value: 'BE0123456749' }] },
    ],
    ['an identity that the document does not state', { vat: 'BE0123456749' }, {}],
    ['an identity that the company does not have', {}, { vat: 'BE0123456749' }],
    [
      'a value without comparable characters',
      { identifier: '-' },
      { identifiers: [{ scheme: null, value: '.' }] },
    ],
    ['an electronic address without a character', { electronic_address: '-' }, { electronic_address: '.' }],
    ['a VAT number without a character', { vat: '-' }, { vat: '.' }],
    ['another VAT number', { vat: 'BE0123456749' }, { vat: 'BE0876543270' }],
    [
      'another electronic address',
      { electronic_address: '0208:0123456749' },
      { electronic_address: '0208:0876543270' },
    ],
    [
      'another identifier',
      { identifier: '0123456749' },
      { identifiers: [{ scheme: '0208', value: '0876543270' }] },
    ],
  ])('not by %s', (_by, members, stated) => {
    const buyer = aStatedParty({ ...NOBODY, ...stated });
    expect(isAddressedTo(company(members), aStatement({ buyer }))).toBe(false);
  });
});

test('A party is not looked up by values that no relation can have', () => {
  const long = 'x'.repeat(256);
  const identifiers = [long, ...Array.from({ length: 200 }, (_, n) => `id${n}`)].map((value) => ({
    ...{ scheme: null, value },
  }));
  const keys = partyKeys(aStatedParty({ electronic_address: `0208:${long}`, vat: long, identifiers }));
  expect(keys).toMatchObject({ electronic_address: null, vat: null });
  expect(keys.identifiers).toHaveLength(99); // of the first 100
});

test('A party is looked up by values as long as a relation can have', () => {
  const longest = 'X'.repeat(255);
  const stated = {
    electronic_address: longest,
    vat: longest,
    identifiers: [{ scheme: null, value: longest }],
  };
  expect(partyKeys(aStatedParty(stated))).toEqual({
    ...{ electronic_address: longest, vat: longest, identifiers: [longest] },
  });
});

test('The keys of a party are those by which relations are looked up', () => {
  expect(
    partyKeys(
      aStatedParty({
        identifiers: [
          { scheme: '0208', value: '0123.456.749' },
          { scheme: null, value: 'kvk 1' },
        ],
      }),
    ),
  ).toEqual({
    electronic_address: '0208:0123456749',
    vat: 'BE0123456749',
    identifiers: ['0123456749', '0208:0123456749', 'KVK1'],
  });
});

test.each([
  [
    'a repeated identifier',
    [
      { scheme: null, value: 'kvk 1' },
      { scheme: null, value: 'KVK-1' },
    ],
    ['KVK1'],
  ],
  ['an identifier without characters to compare', [{ scheme: null, value: '-' }], []],
  [
    'an identifier that is too long with its scheme',
    [{ scheme: '0208', value: 'X'.repeat(251) }],
    ['X'.repeat(251)],
  ],
])('A party is looked up once by each key, with %s', (_, identifiers, keys) => {
  expect(partyKeys(aStatedParty({ identifiers })).identifiers).toEqual(keys);
});

test.each([
  ['be 0123.456.749', 'BE0123456749'],
  ['GR 094259216', 'EL094259216'],
  ['no. 12', 'NO12'],
  ['12-34/x', '1234/X'],
  ['.', null],
  [null, null],
])('A party that states the VAT number %j is looked up by %j', (vat, key) => {
  expect(partyKeys(aStatedParty({ vat })).vat).toBe(key);
});

describe('The listed keys of a party', () => {
  test('are the electronic address, then the identifiers, then the VAT number', () => {
    expect(listedKeys({ electronic_address: '0208:1', vat: 'BE1', identifiers: ['1', '0208:1'] })).toEqual([
      { kind: 'electronic_address', value: '0208:1' },
      { kind: 'identifier', value: '1' },
      { kind: 'identifier', value: '0208:1' },
      { kind: 'vat', value: 'BE1' },
    ]);
  });

  test('are none for a party that states no identity', () => {
    expect(listedKeys(NOBODY)).toEqual([]);
  });
});

test.each([
  ['380', 'the seller', 'the buyer'],
  ['389', 'the buyer', 'the seller'],
])('An e-invoice of the type %s is sent by %s to %s', (type_code, from, to) => {
  const parties = {
    seller: aStatedParty({ name: 'the seller' }),
    buyer: aStatedParty({ name: 'the buyer' }),
  };
  const { sender, receiver } = senderAndReceiver(aStatement({ type_code, ...parties }));
  expect([sender.name, receiver.name]).toEqual([from, to]);
});

describe('The relation that a sender becomes', () => {
  const relationOf = (members: Parameters<typeof aStatedParty>[0]) =>
    relationOfSender(aStatement({ seller: aStatedParty(members) }));

  test('has its VAT number in the stored spelling', () => {
    expect(relationOfSender(aStatement({ seller: aStatedParty({ vat: 'gr 094.259.216' }) })).vat).toBe(
      'EL094259216',
    );
    expect(relationOfSender(aStatement({ seller: aStatedParty({ vat: '094259216' }) })).vat).toBeNull();
  });

  test('has no value that a relation cannot have', () => {
    const long = 'x'.repeat(300);
    const seller = aStatedParty({
      ...{ name: long, email: 'nobody', phone: long, electronic_address: `0088:${long}` },
      identifiers: [{ scheme: null, value: long }],
    });
    expect(relationOfSender(aStatement({ seller }))).toMatchObject({
      ...{ name: long.slice(0, 255), email: null, phone: null, electronic_address: null, identifier: null },
    });
  });

  test('is the buyer of a self-billed document', () => {
    expect(relationOfSender(aStatement({ type_code: '389' })).name).toBe('Buyer SRL');
  });

  test('has no address when none with a country is stated, as every relation with an address has', () => {
    const stated = { street: 'Wetstraat 1', street_number: null, box: null, postal_code: null, region: null };
    expect(relationOf({ address: { ...stated, city: 'Brussel', country_code: null } }).address).toBeNull();
  });

  test.each([
    ['UK', 'GB'],
    ['EL', 'GR'],
    ['XI', 'GB'],
    ['BE', 'BE'],
  ])('has the ISO code of its country: %s is %s', (country_code, expected) => {
    const stated = { street: null, street_number: null, box: null, postal_code: null, region: null };
    const { address } = relationOf({ address: { ...stated, city: 'London', country_code } });
    expect(address).toEqual({ ...stated, city: 'London', country_code: expected });
  });

  test.each(['ZZ', '1A'])(
    'has no address when the stated country is not in ISO 3166-1: %s',
    (country_code) => {
      const stated = { street: null, street_number: null, box: null, postal_code: null, region: null };
      expect(relationOf({ address: { ...stated, city: 'Prishtina', country_code } }).address).toBeNull();
    },
  );

  test('has an address that is cut off where a relation has no longer texts', () => {
    const address = (text: string) => ({
      ...{ country_code: 'BE', street: text, street_number: text, box: text },
      ...{ postal_code: text, city: text, region: text },
    });
    const long = relationOf({ address: address('x'.repeat(300)) });
    expect(long.address).toEqual(address('x'.repeat(255)));
    expect(relationOf({ address: null }).address).toBeNull();
  });

  test('is a company with the stated values', () => {
    const stated = { name: 'Afzender', email: 'a@b.example', phone: '1', vat: 'be 0123.456.749' };
    expect(relationOf({ ...stated, identifiers: [{ scheme: null, value: 'X 1' }] })).toMatchObject({
      ...{ type: 'company', name: 'Afzender', email: 'a@b.example', phone: '1' },
      ...{ vat: 'BE0123456749', identifier: 'X 1' },
    });
  });

  test.each([
    ['phone', 'x'.repeat(255), 'x'.repeat(255)],
    ['phone', 'x'.repeat(256), null],
    ['phone', null, null],
    ['email', 'no email', null],
    ['email', null, null],
    ['vat', 'ZZ123456', null],
    ['vat', null, null],
  ])('has no %s that a relation cannot have: %p', (member, stated, expected) => {
    expect(relationOf({ identifiers: [], [member]: stated })).toMatchObject({
      [member]: expected,
      identifier: null,
    });
  });
});
