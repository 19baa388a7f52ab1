import { NO_ID } from '../../support/every-route';
import { anIban } from '../../support/master-data';
import { aRelation, BELGIAN_ADDRESS } from '../../support/service';
import { aDocument, aJournal, aLocation, type Cases, made, manage, salesJournal, type Scene } from './steps';

const createTwice = async (t: Scene, members: object) => {
  await aRelation(t, members);
  return t.post('/relations', { type: 'company', name: 'Another', ...members });
};
const removeLinked = async (t: Scene, kind: string) => {
  const target_id = await aRelation(t);
  await manage(t, 'links', { target: 'relation', target_id, kind }).expect(201);
  return t.delete(`/relations/${target_id}`);
};
const createLocation = async (t: Scene, members: object) =>
  t.post(`/relations/${await aRelation(t)}/delivery-locations`, {
    name: 'Depot',
    address: BELGIAN_ADDRESS,
    ...members,
  });
const createJournal = async (t: Scene, members: object) =>
  t.post('/journals', { code: 'EXTRA', name: 'Extra', category: 'sales', ...members });
const patchJournal = async (t: Scene, change: object) =>
  t.patch(`/journals/${await salesJournal(t)}`, change);

export const MASTER_DATA: Cases = {
  'duplicate_relation 409': {
    vat: (t) => createTwice(t, { vat: 'BE0428759497' }),
    identifier: (t) => createTwice(t, { identifier: '0428.759.497' }),
    electronic_address: (t) => createTwice(t, { electronic_address: '0208:0428759497' }),
  },
  'invalid_address 422': {
    'of a relation, without country_code': (t) =>
      t.post('/relations', { type: 'company', name: 'A', address: { city: 'Gent' } }),
    'of a delivery location, street_number without street': (t) =>
      createLocation(t, { address: { country_code: 'BE', street_number: '1' } }),
  },
  'relation_in_use 409': {
    document: async (t) => {
      const relation_id = await aRelation(t);
      await aDocument(t, { relation_id });
      return t.delete(`/relations/${relation_id}`);
    },
    subscription: (t) => removeLinked(t, 'subscription'),
    project: (t) => removeLinked(t, 'project'),
    'timesheet line': (t) => removeLinked(t, 'timesheet_line'),
    'accounting match': (t) => removeLinked(t, 'accounting_match'),
  },
  'invalid_identifier 422': {
    'scheme alone': (t) => createLocation(t, { identifier_scheme: '0088' }),
    'identifier alone': (t) => createLocation(t, { identifier: '5412345000013' }),
  },
  'delivery_location_in_use 409': {
    document: async (t) => {
      const relation_id = await aRelation(t);
      const delivery_location_id = await aLocation(t, relation_id);
      await aDocument(t, { relation_id, delivery_location_id });
      return t.delete(`/relations/${relation_id}/delivery-locations/${delivery_location_id}`);
    },
  },
  'duplicate_bank_account 409': {
    'the same IBAN': async (t) => {
      await t.post('/bank-accounts', { reference: anIban(1) }).expect(201);
      return t.post('/bank-accounts', { reference: anIban(1).toLowerCase() });
    },
  },
  'default_account_required 422': {
    demoted: async (t) => {
      const id = await made(t.post('/bank-accounts', { reference: anIban(1) }));
      return t.patch(`/bank-accounts/${id}`, { default: false });
    },
  },
  'duplicate_journal_code 409': {
    'the same code': async (t) => {
      await aJournal(t);
      return createJournal(t, { category: 'quote' });
    },
  },
  'default_journal_required 422': {
    demoted: (t) => patchJournal(t, { default: false }),
    'left inactive': (t) => patchJournal(t, { active: false }),
    'created inactive': (t) => createJournal(t, { default: true, active: false }),
  },
  'invalid_bank_account 422': {
    unknown: (t) => createJournal(t, { bank_account_id: NO_ID }),
  },
  'default_branding_required 422': {
    demoted: async (t) => {
      const id = await made(t.post('/brandings', { name: 'House style' }));
      return t.patch(`/brandings/${id}`, { default: false });
    },
  },
};
