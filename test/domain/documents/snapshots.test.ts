import { DOCUMENT_TYPE_NAMES } from '../../../src/domain/documents/document-type';
import {
  appearanceOf,
  companyParty,
  deliveryTo,
  parties,
  paymentAccount,
  relationParty,
  companyAndRelation,
} from '../../../src/domain/documents/snapshots';
import { newRelation } from '../../../src/domain/master-data/relation';
import { aCompany } from '../../support/companies';
import { BRUSSELS } from '../../support/documents';
import { aCompanyRelation, aDeliveryLocation, NOW } from './builders';

const COMPANY = aCompany({
  name: 'Janssens BV',
  vat: 'BE0123456749',
  identifier: '0123.456.749',
  electronic_address: '0208:0123456749',
  address: BRUSSELS,
  email: 'info@janssens.example',
  phone: '+32 2 555 01 01',
  website: 'https://janssens.example',
  contact_name: 'Accounts',
  legal_information: 'RPR Brussel',
});

/** The role of the company in a document of each type. */
const ROLES = [
  ['invoice', 'seller'],
  ['credit_note', 'seller'],
  ['proforma', 'seller'],
  ['quote', 'seller'],
  ['purchase_invoice', 'buyer'],
  ['purchase_credit_note', 'buyer'],
] as const;

describe('The parties of a document', () => {
  const company = companyParty(COMPANY);
  const relation = relationParty(aCompanyRelation());

  test('are known for each type', () => {
    expect(ROLES.map(([type]) => type)).toEqual(DOCUMENT_TYPE_NAMES);
  });

  test.each(ROLES)('of type %s have the company as %s, and can be recognised again', (type, role) => {
    const kept = parties(type, company, relation);
    expect(kept).toEqual(
      role === 'seller' ? { seller: company, buyer: relation } : { seller: relation, buyer: company },
    );
    expect(companyAndRelation({ type, ...kept })).toEqual({ company, relation });
  });

  test('contain all fields of the company that documents show', () => {
    expect(company).toEqual({
      name: 'Janssens BV',
      vat: 'BE0123456749',
      identifier: '0123.456.749',
      electronic_address: '0208:0123456749',
      address: BRUSSELS,
      email: 'info@janssens.example',
      phone: '+32 2 555 01 01',
      website: 'https://janssens.example',
      contact_name: 'Accounts',
      legal_information: 'RPR Brussel',
    });
  });

  test('contain no website of a relation that is a company', () => {
    expect(relation).toEqual({
      name: 'Peeters NV',
      vat: 'BE0876543270',
      identifier: '0876.543.270',
      electronic_address: '0208:0876543270',
      address: { ...BRUSSELS, street: 'Dokstraat', street_number: '7' },
      email: 'books@peeters.example',
      phone: '+32 2 555 01 02',
      website: null,
      contact_name: null,
      legal_information: null,
    });
  });

  test('contain the full name of a person, and no identifiers', () => {
    const person = newRelation(
      {
        type: 'contact',
        first_name: 'An',
        last_name: 'Maes',
        email: 'an@maes.example',
        phone: '+32 2 555 01 03',
        address: BRUSSELS,
      },
      'relation-2',
      NOW,
    );
    expect(relationParty(person)).toEqual({
      name: 'An Maes',
      vat: null,
      identifier: null,
      electronic_address: null,
      address: BRUSSELS,
      email: 'an@maes.example',
      phone: '+32 2 555 01 03',
      website: null,
      contact_name: null,
      legal_information: null,
    });
  });
});

describe('The account to pay to', () => {
  const account = { reference: 'BE68539007547034', bic: 'KREDBEBB' };
  const relation = { iban: 'BE62510007547061', bic: 'GEBABEBB' };

  test.each(ROLES)('of type %s is that of the seller, the company being the %s', (type, role) => {
    expect(paymentAccount(type, account, relation)).toEqual(
      role === 'seller' ? { iban: 'BE68539007547034', bic: 'KREDBEBB' } : relation,
    );
  });

  test.each(ROLES)(
    'of type %s is absent when the seller has none, the company being the %s',
    (type, role) => {
      const seller_has_none =
        role === 'seller'
          ? paymentAccount(type, null, relation)
          : paymentAccount(type, account, { iban: null, bic: 'GEBABEBB' });
      expect(seller_has_none).toBeNull();
    },
  );
});

describe('A snapshot', () => {
  test('of a delivery location has the fields that UBL states', () => {
    const location = aDeliveryLocation();
    expect(deliveryTo(location)).toEqual({
      name: 'Warehouse',
      identifier: '0123456749',
      identifier_scheme: '0208',
      address: location.address,
    });
    expect(deliveryTo(null)).toBeNull();
  });

  test('of a branding has its colours, texts and logo', () => {
    const look = {
      name: 'House style',
      primary_color: '#003366',
      header: 'Head',
      footer: 'Foot',
      logo_sha256: 'ab'.repeat(32),
    };
    expect(appearanceOf({ id: 'b1', address_position: 'left', ...look })).toEqual(look);
    expect(appearanceOf(null)).toBeNull();
    const right = { ...look, address_position: 'right' as const };
    expect(appearanceOf({ id: 'b1', ...right })).toEqual(right);
  });
});
