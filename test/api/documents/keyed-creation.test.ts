import { sql } from 'kysely';
import type { Response } from 'supertest';
import { DATABASE, get } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import { A_LINE } from '../../support/sending';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../../support/service';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let relation_id: string;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service);
  relation_id = await aRelation(tenant);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

async function aJournal(members: object = {}): Promise<string> {
  const journal = { code: `J${(journals += 1)}`, name: 'J', category: 'sales', sequence_scope: 'yearly' };
  const { status, body } = await tenant.post('/journals', { ...journal, ...members });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}
let journals = 0;

const create = (key: string | undefined, members: object) => {
  const body = { type: 'invoice', relation_id, lines: [A_LINE], ...members };
  const request = tenant.post('/documents', body);
  return key === undefined ? request : request.set('Idempotency-Key', key);
};

const numbersIn = async (journal_id: string): Promise<string[]> => {
  const { body } = await tenant.get(`/documents?journal_id=${journal_id}&limit=200`);
  return body.data.map(({ number }: { number: string }) => number).sort();
};

const replayed = ({ headers }: Response) => headers['idempotency-replayed'] === 'true';

describe('Documents that are created at the same time, each under an Idempotency-Key,', () => {
  test('are answered with their own numbers, and again with the same bytes', async () => {
    const journal_id = await aJournal();
    const keys = Array.from({ length: 30 }, (_, n) => `together ${n}`);
    // The reference is the text that stands for the number of another document while a response is being made.
    const members = { journal_id, order_reference: 'number of "number"', note: '"number":"x"' };
    const first = await Promise.all(keys.map((key) => create(key, members)));
    const again = await Promise.all(keys.map((key) => create(key, members)));
    expect(first.map(({ status }) => status)).toEqual(keys.map(() => 201));
    expect(first.some(replayed)).toBe(false);
    expect(again.every(replayed)).toBe(true);
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(first.map(({ body }) => body.number).sort()).toEqual(await numbersIn(journal_id));
    for (const { body } of first) {
      const { body: found } = await tenant.get(`/documents/${body.id}`);
      expect(body).toEqual({ ...found, allowed_actions: body.allowed_actions });
    }
    expect(await numbersIn(journal_id)).toHaveLength(30);
  });

  test('are each stored once beside documents without a key, refused ones and requests for a known one', async () => {
    const journal_id = await aJournal({ sequence_scope: 'continuous' });
    const known = await create('known', { journal_id });
    const [with_key, without, too_early, invalid, once_more] = await Promise.all([
      create('mixed', { journal_id }),
      create(undefined, { journal_id }),
      create('too early', { journal_id, issue_date: '2020-01-01' }),
      create('invalid', { journal_id, lines: [{ ...A_LINE, vat_rate: '-1' }] }),
      create('known', { journal_id }),
    ]);
    expect([with_key.status, without.status, too_early.status, invalid.status]).toEqual([201, 201, 422, 422]);
    expect([replayed(once_more), once_more.text]).toEqual([true, known.text]);
    expect(await numbersIn(journal_id)).toEqual(
      [known, with_key, without].map(({ body }) => body.number).sort(),
    );
    expect((await create('too early', { journal_id })).status).toBe(201); // a refusal leaves the key free
  });

  test('are created again once the key has expired', async () => {
    const journal_id = await aJournal();
    const first = await create('expired', { journal_id });
    await sql`update idempotency_key set created_at = '2020-01-01T00:00:00Z' where key = 'expired'`.execute(
      get(service.container, DATABASE),
    );
    const [second, beside] = await Promise.all([
      create('expired', { journal_id }),
      create('beside', { journal_id }),
    ]);
    expect([second.status, replayed(second), beside.status]).toEqual([201, false, 201]);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await create('expired', { journal_id })).text).toBe(second.text);
    expect(await numbersIn(journal_id)).toHaveLength(3);
  });
});
