import { changedReferences, type ChangedReferences } from '../../../src/domain/documents/changed-references';
import type { Document } from '../../../src/domain/documents/document';
import type { FoundReferences } from '../../../src/domain/documents/references';
import { relationParty } from '../../../src/domain/documents/snapshots';
import { newRelation } from '../../../src/domain/master-data/relation';
import { aDocument, BRUSSELS } from '../../support/documents';
import { refusal } from '../refusal';
import { aCompanyRelation, aDeliveryLocation, NOW } from './builders';

type Patch = Parameters<typeof changedReferences>[1];

const BRANDING = {
  id: 'branding-1',
  name: 'House style',
  primary_color: null,
  address_position: 'left' as const,
  header: null,
  footer: 'Foot',
  logo_sha256: null,
};
const OTHER = newRelation(
  { type: 'company', name: 'Other NV', address: BRUSSELS, iban: 'BE71096123456769', bic: 'GKCCBEBB' },
  'relation-2',
  NOW,
);
const plain: Document = { ...aDocument(), relation_id: 'relation-1' };
const equipped: Document = {
  ...aDocument({ delivery_location: { name: 'Warehouse' } }),
  relation_id: 'relation-1',
  delivery_location_id: 'location-1',
  branding_id: 'branding-1',
  branding: { name: 'House style', primary_color: null, header: null, footer: 'Foot', logo_sha256: null },
};

const change = (document: Document, patch: Patch, found: Partial<FoundReferences> = {}): ChangedReferences =>
  changedReferences(document, patch, { relation: null, delivery_location: null, branding: null, ...found });

const kept = ({
  relation_id,
  seller,
  buyer,
  payment,
  delivery_location_id,
  delivery,
  branding_id,
  branding,
}: Document): ChangedReferences => ({
  ...{ relation_id, seller, buyer, payment, delivery_location_id, delivery, branding_id, branding },
});

describe('The snapshots of a document', () => {
  test.each([
    ['without references', plain],
    ['with all of them', equipped],
  ])('stay when a PATCH has no reference: %s', (_, document) => {
    const found = { relation: OTHER, delivery_location: aDeliveryLocation(), branding: BRANDING };
    expect(change(document, {}, found)).toEqual(kept(document));
  });

  test.each([
    ['invoice', 'buyer', false],
    ['credit_note', 'buyer', false],
    ['purchase_invoice', 'seller', true],
    ['purchase_credit_note', 'seller', true],
  ] as const)('of the relation of a %s is its %s, and the account: %p', (type, role, has_account) => {
    const document: Document = { ...aDocument({ type }), relation_id: 'relation-1' };
    expect(change(document, { relation_id: 'relation-2' }, { relation: OTHER })).toEqual({
      ...kept(document),
      relation_id: 'relation-2',
      [role]: relationParty(OTHER),
      payment: has_account ? { iban: 'BE71096123456769', bic: 'GKCCBEBB' } : document.payment,
    });
    expect(change(document, {})).toEqual(kept(document));
  });

  test('of the same relation are renewed, unless it cannot be used any more', () => {
    const again = { relation_id: 'relation-1' };
    const renamed = aCompanyRelation({ name: 'Renamed NV' });
    expect(change(plain, again, { relation: renamed })).toMatchObject({
      relation_id: 'relation-1',
      buyer: { name: 'Renamed NV' },
    });
    expect(change(plain, again, { relation: { ...renamed, address: null } })).toEqual(kept(plain));
    expect(change(plain, again)).toEqual(kept(plain));
    // Found, but not in the PATCH.
    expect(change(plain, {}, { relation: renamed })).toEqual(kept(plain));
  });

  test.each([
    ['does not exist', null],
    ['has no address', { ...OTHER, address: null }],
  ])('cannot be taken from another relation that %s', (_, relation) => {
    expect(() => change(plain, { relation_id: 'relation-2' }, { relation })).toThrow(
      refusal('invalid_relation', /./),
    );
  });
});

describe('The delivery location of a document', () => {
  const location = { ...aDeliveryLocation(), name: 'New warehouse' };
  const named = { delivery_location_id: 'location-1' };

  test.each([
    ['is set', plain],
    ['is renewed', equipped],
  ])('%s', (_, document) => {
    expect(change(document, named, { delivery_location: location })).toMatchObject({
      delivery_location_id: 'location-1',
      delivery: { name: 'New warehouse' },
    });
  });

  test('is cleared', () => {
    const cleared = { delivery_location_id: null, delivery: null };
    expect(change(equipped, { delivery_location_id: null })).toMatchObject(cleared);
    expect(change(plain, { delivery_location_id: null })).toMatchObject(cleared);
    // The relation that was found is not the one in the PATCH.
    expect(change(equipped, { delivery_location_id: null }, { delivery_location: location })).toMatchObject(
      cleared,
    );
  });

  test('is kept when the PATCH repeats it and it is deleted', () => {
    expect(change(equipped, named)).toEqual(kept(equipped));
  });

  test('must exist when it is a new one', () => {
    expect(() => change(plain, named)).toThrow(refusal('invalid_delivery_location', /no such/));
    expect(() => change(equipped, { delivery_location_id: 'location-2' })).toThrow(
      refusal('invalid_delivery_location', /no such/),
    );
  });

  test('is cleared or changed with the relation', () => {
    const moved = { relation_id: 'relation-2' };
    const found = { relation: OTHER };
    expect(() => change(equipped, moved, found)).toThrow(
      refusal('invalid_delivery_location', "The document's delivery location is of its former relation."),
    );
    expect(() => change(equipped, { ...moved, ...named }, found)).toThrow(
      refusal('invalid_delivery_location', "The document's delivery location is of its former relation."),
    );
    expect(change(equipped, { ...moved, delivery_location_id: null }, found)).toMatchObject({
      relation_id: 'relation-2',
      delivery_location_id: null,
    });
    expect(
      change(
        equipped,
        { ...moved, delivery_location_id: 'location-2' },
        {
          ...found,
          delivery_location: { ...location, id: 'location-2' },
        },
      ),
    ).toMatchObject({ relation_id: 'relation-2', delivery_location_id: 'location-2' });
    expect(change(plain, moved, found)).toMatchObject({ relation_id: 'relation-2' });
  });
});

describe('The branding of a document', () => {
  const named = { branding_id: 'branding-1' };
  const changed = { ...BRANDING, footer: 'New foot' };

  test.each([
    ['is set', plain],
    ['is renewed', equipped],
  ])('%s', (_, document) => {
    expect(change(document, named, { branding: changed })).toMatchObject({
      branding_id: 'branding-1',
      branding: { footer: 'New foot' },
    });
  });

  test('is cleared, also where a default was found', () => {
    const cleared = { branding_id: null, branding: null };
    expect(change(equipped, { branding_id: null })).toMatchObject(cleared);
    expect(change(equipped, { branding_id: null }, { branding: changed })).toMatchObject(cleared);
  });

  test('is kept when the PATCH repeats it and it is deleted', () => {
    expect(change(equipped, named)).toEqual(kept(equipped));
  });

  test('must exist when it is a new one', () => {
    expect(() => change(equipped, { branding_id: 'branding-2' })).toThrow(
      refusal('validation_error', 'branding_id: no such branding'),
    );
  });
});
