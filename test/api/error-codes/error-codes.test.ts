import { CONTRACT, OUTSIDE, PLAIN } from '../../support/contract-errors';
import { createDatabase, type TestDatabase } from '../../support/database';
import { startService, type Service } from '../../support/service';
import { DOCUMENTS } from './document-cases';
import { AUTHENTICATION, BEYOND, GENERAL } from './general-cases';
import { MASTER_DATA } from './master-data-cases';
import { aScene } from './steps';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const CASES = { ...GENERAL, ...AUTHENTICATION, ...DOCUMENTS, ...MASTER_DATA, ...BEYOND };
const ROWS = Object.entries(CASES).flatMap(([error, conditions]) =>
  Object.entries(conditions).map(([condition, reach]) => ({ error, condition, reach })),
);

describe('over HTTP', () => {
  test.each(ROWS)('the answer is $error: $condition', async ({ error, reach }) => {
    const { status, body } = await reach(await aScene(service));
    expect([body.error?.code, status].join(' ').trim()).toBe(error);
  });

  test('every code of the contract occurs with its status, and no other', () => {
    const due = [...CONTRACT, ...OUTSIDE].map(([code, status]) => `${code} ${status}`);
    expect(Object.keys(CASES).sort()).toEqual([...due, ...PLAIN.map(String)].sort());
  });
});
