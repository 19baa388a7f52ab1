import { randomUUID } from 'node:crypto';
import { managedBankAccountRoutes } from '../../src/adapters/management/bank-account-routes';
import { PostgresCompanyRepository } from '../../src/adapters/postgres/master-data/company-repository';
import { BankAccounts } from '../../src/use-cases/master-data/bank-accounts';
import { aCompany } from '../support/companies';
import { anIban } from '../support/master-data';
import { type Management, startManagement } from '../support/management';

const company = aCompany();
let accounts: BankAccounts;
let management: Management;
beforeAll(async () => {
  management = await startManagement(({ clock, ids }) => {
    accounts = new BankAccounts(clock, ids);
    return managedBankAccountRoutes(accounts);
  });
  await new PostgresCompanyRepository(management.db).insert(company);
});
afterAll(() => management.end());

const path = (id: string) => `/management/companies/${id}/bank-accounts`;
const post = (body: object, id = company.id) => management.call('post', path(id)).send(body);

describe('POST /management/companies/{id}/bank-accounts', () => {
  test('stores an account that is not manual, and makes the first one the default (201)', async () => {
    const response = await post({ reference: 'be68 5390 0754 7034', bic: 'gkccbebb', name: 'Main' });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      reference: 'BE68539007547034',
      bic: 'GKCCBEBB',
      name: 'Main',
      default: true,
      manual: false,
      external_id: null,
      metadata: {},
      created_at: '2026-07-01T10:00:00.000Z',
      updated_at: '2026-07-01T10:00:00.000Z',
    });
    expect(response.headers['location']).toBe(`/bank-accounts/${String(response.body.id)}`);
    expect(await accounts.get(management.units.open(), company.id, response.body.id)).toMatchObject({
      manual: false,
    });
  });

  test.each([
    [409, 'duplicate_bank_account', { reference: 'BE68539007547034' }, company.id],
    [404, 'not_found', { reference: anIban(2) }, randomUUID()],
    [422, 'validation_error', { reference: anIban(2) }, 'no-uuid'],
    [422, 'validation_error', { reference: 'BE00' }, company.id],
    [422, 'validation_error', {}, company.id],
    [422, 'validation_error', { reference: anIban(2), manual: true }, company.id],
  ])('answers %i %s to %j', async (status, code, body, id) => {
    const response = await post(body, id);
    expect([response.status, response.body.error.code]).toEqual([status, code]);
  });

  test('refuses a request without the management token (401 invalid_token)', async () => {
    const response = await management.call('post', path(company.id), { Authorization: 'Bearer x' }).send({});
    expect([response.status, response.body.error.code]).toEqual([401, 'invalid_token']);
  });
});
