import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Kysely } from 'kysely';
import request from 'supertest';
import { authMeRoute } from '../../../src/adapters/api/access/auth-me-route';
import { createApp } from '../../../src/adapters/http/app';
import { PostgresCompanyRepository } from '../../../src/adapters/postgres/master-data/company-repository';
import { connect } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import { PostgresUnitsOfWork } from '../../../src/adapters/postgres/units/units-of-work';
import { DomainError } from '../../../src/domain/errors';
import type { Caller } from '../../../src/ports/access/access-tokens';
import { Companies } from '../../../src/use-cases/master-data/companies';
import { aCompany } from '../../support/companies';
import { createDatabase, type TestDatabase } from '../../support/database';
import { documented } from '../../support/documented-answers';
import { SettableClock } from '../../support/settable-clock';
import { SilentLog } from '../../support/silent-log';
import { eventRecorder } from '../../support/event-recorder';

const company = aCompany({ name: 'Janssens BV' });
let database: TestDatabase;
let db: Kysely<DB>;
let app: RequestListener;
let caller: Caller | undefined;

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 2 });
  await new PostgresCompanyRepository(db).insert(company);
  const companies = new Companies(new SettableClock(), { next: randomUUID });
  const authenticate = () => {
    if (!caller) throw new DomainError('invalid_token', 'A valid access token is needed.');
    return caller;
  };
  const routes = [authMeRoute(companies)];
  app = documented(
    createApp({
      routes,
      authenticate,
      log: new SilentLog(),
      units: new PostgresUnitsOfWork(db, eventRecorder()),
    }),
    () => routes,
  );
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const someone = (given: Partial<Caller> = {}): Caller => ({
  client_id: 'webshop',
  company_id: company.id,
  scope: new Set(['journal:read', 'document:read', 'document:create']),
  expires_at: new Date('2026-07-01T11:00:00.000Z'),
  ...given,
});

describe('GET /auth/me', () => {
  test('names the client of the token, with all five resources (200)', async () => {
    caller = someone();
    const response = await request(app).get('/auth/me');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      client_id: 'webshop',
      company: { id: company.id, name: 'Janssens BV' },
      permissions: {
        document: ['create', 'read'],
        relation: [],
        bank_account: [],
        journal: ['read'],
        branding: [],
      },
      expires_at: '2026-07-01T11:00:00.000Z',
    });
  });

  test('needs no permission (200)', async () => {
    caller = someone({ scope: new Set() });
    const response = await request(app).get('/auth/me');
    expect(response.body.permissions).toEqual({
      document: [],
      relation: [],
      bank_account: [],
      journal: [],
      branding: [],
    });
  });

  test('refuses a request without a token, and a token of an unknown company (401 invalid_token)', async () => {
    for (const bearer of [undefined, someone({ company_id: randomUUID() })]) {
      caller = bearer;
      const response = await request(app).get('/auth/me');
      expect([response.status, response.body.error.code]).toEqual([401, 'invalid_token']);
    }
  });

  test('refuses an unknown query parameter (422 validation_error)', async () => {
    caller = someone();
    const response = await request(app).get('/auth/me?verbose=true');
    expect([response.status, response.body.error.code]).toEqual([422, 'validation_error']);
  });

  test('supports no other method (404 not_found)', async () => {
    const response = await request(app).post('/auth/me');
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
    expect(response.headers['allow']).toBe('GET, HEAD');
  });
});
