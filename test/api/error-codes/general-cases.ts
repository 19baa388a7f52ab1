import { isFree } from '../../../src/adapters/postgres/idempotency/keyed-write';
import request from 'supertest';
import { DATABASE, get } from '../../../src/composition/keys';
import { createDatabase } from '../../support/database';
import { NO_ID, tokenFor } from '../../support/every-route';
import { anIban } from '../../support/master-data';
import { aRelation, aTenant, startService } from '../../support/service';
import {
  aDocument,
  aJournal,
  create,
  type Cases,
  made,
  manage,
  salesJournal,
  type Scene,
  token,
} from './steps';

const patchJournal = async (t: Scene, change: object) =>
  t.patch(`/journals/${await salesJournal(t)}`, change);
const patchDocument = async (t: Scene, change: object) => t.patch(`/documents/${await aDocument(t)}`, change);

export const GENERAL: Cases = {
  'validation_error 422': {
    body: (t) => t.post('/relations', { type: 'company' }),
    parameter: (t) => t.get('/relations?limit=1000'),
  },
  'invalid_filter 400': {
    filter: (t) => t.get('/relations?type=person'),
    'language of a reference list': (t) => t.get('/currencies?language=it'),
    'format of a file': async (t) => t.get(`/documents/${await aDocument(t)}/file?format=docx`),
  },
  'invalid_parameter 422': {
    'ignore_duplicate on a contact': (t) =>
      t.post('/relations?ignore_duplicate=true', { type: 'contact', last_name: 'Peeters' }),
  },
  'field_not_editable 422': {
    'reference of a non-manual bank account': async (t) => {
      const id = await made(manage(t, 'bank-accounts', { reference: anIban(1) }));
      return t.patch(`/bank-accounts/${id}`, { reference: anIban(2) });
    },
    'bic of a non-manual bank account': async (t) => {
      const id = await made(manage(t, 'bank-accounts', { reference: anIban(1) }));
      return t.patch(`/bank-accounts/${id}`, { bic: 'KREDBEBB' });
    },
    'code of a journal': (t) => patchJournal(t, { code: 'X' }),
    'category of a journal': (t) => patchJournal(t, { category: 'quote' }),
    'sequence_scope of a journal': (t) => patchJournal(t, { sequence_scope: 'monthly' }),
    'type of a document': (t) => patchDocument(t, { type: 'quote' }),
    'journal_id of a document': (t) => patchDocument(t, { journal_id: NO_ID }),
    'a field of the other type of relation': async (t) =>
      t.patch(`/relations/${await aRelation(t)}`, { last_name: 'Peeters' }),
  },
  'not_found 404': {
    'unknown route': (t) => t.get('/nothing'),
    'unknown id': (t) => t.get(`/relations/${NO_ID}`),
    "another company's id": async (t) => {
      const other = await aTenant(t.service);
      return t.get(`/relations/${await aRelation(other)}`);
    },
  },
  'internal_error 500': {
    'the database is gone': async () => {
      const doomed = await createDatabase();
      const node = await startService(doomed.url);
      const tenant = await aTenant(node);
      await doomed.drop();
      const answer = await tenant.get('/relations');
      await node.close();
      return answer;
    },
  },
};

const credentials = ({ client_id, client_secret }: Scene, members: object = {}) => ({
  grant_type: 'client_credentials',
  client_id,
  client_secret,
  ...members,
});
const refresh = (t: Scene, refresh_token?: string) =>
  token(t, { grant_type: 'refresh_token', refresh_token });
const newRefreshToken = async (t: Scene): Promise<string> =>
  (await token(t, credentials(t))).body.refresh_token;

export const AUTHENTICATION: Cases = {
  'invalid_request 400': {
    'no secret': (t) => token(t, credentials(t, { client_secret: null })),
    'no refresh token': (t) => refresh(t),
  },
  'invalid_credentials 401': {
    'unknown client': (t) => token(t, credentials(t, { client_id: 'nobody' })),
    'wrong secret': (t) => token(t, credentials(t, { client_secret: 'wrong' })),
  },
  'invalid_grant 401': {
    unknown: (t) => refresh(t, 'unknown'),
    'already used': async (t) => {
      const used = await newRefreshToken(t);
      await refresh(t, used).expect(200);
      return refresh(t, used);
    },
    replaced: async (t) => {
      const replaced = await newRefreshToken(t);
      await newRefreshToken(t);
      return refresh(t, replaced);
    },
    revoked: async (t) => {
      const revoked = await newRefreshToken(t);
      await t.service.manage('delete', `/management/clients/${t.client_id}/refresh-token`).expect(204);
      return refresh(t, revoked);
    },
  },
  'client_inactive 401': {
    deactivated: async (t) => {
      const path = `/management/clients/${t.client_id}`;
      await t.service.manage('patch', path).send({ active: false }).expect(200);
      return token(t, credentials(t));
    },
  },
  'invalid_token 401': {
    missing: (t) => request(t.service.api).get('/relations'),
    malformed: (t) => request(t.service.api).get('/relations').set('Authorization', 'Bearer nonsense'),
  },
  'insufficient_permissions 403': {
    'another permission': (t) =>
      request(t.service.api)
        .get('/relations')
        .set('Authorization', `Bearer ${tokenFor(t.service, t, ['relation:create'])}`),
  },
  'too_many_requests 429': {
    'ten wrong secrets, then the right one': async (t) => {
      for (let i = 0; i < 10; i++) await token(t, credentials(t, { client_secret: 'wrong' })).expect(401);
      return token(t, credentials(t));
    },
  },
};

const withKey = (t: Scene, name: string) => t.post('/brandings', { name }).set('Idempotency-Key', 'a key');

/** Codes that the contract does not define. */
export const BEYOND: Cases = {
  'idempotency_key_reused 422': {
    'another body': async (t) => {
      await withKey(t, 'House style').expect(201);
      return withKey(t, 'Another');
    },
  },
  'idempotency_in_progress 409': {
    'the first has not ended': (t) =>
      get(t.service.container, DATABASE)
        .transaction()
        .execute(async (trx) => {
          // As a node holds the key while it works on the first request.
          const { company_id, client_id } = t;
          await isFree(trx, { company_id, client_id, key: 'a key' }, new Date(0));
          return withKey(t, 'House style');
        }),
  },
  'precondition_failed 412': {
    'another version': async (t) => t.delete(`/relations/${await aRelation(t)}`).set('If-Match', '"7"'),
  },
  'journal_in_use 409': {
    document: async (t) => {
      const journal_id = await aJournal(t);
      await aDocument(t, { journal_id });
      return t.delete(`/journals/${journal_id}`);
    },
  },
  'external_id_in_use 409': {
    'of another document': async (t) => {
      await aDocument(t, { external_id: 'order-1' });
      return create(t, { external_id: 'order-1' });
    },
    'of another relation': async (t) => {
      await aRelation(t, { external_id: 'customer-1' });
      return t.put(`/relations/${await aRelation(t)}/own-data`).send({ external_id: 'customer-1' });
    },
  },
};
