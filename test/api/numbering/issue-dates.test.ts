import type request from 'supertest';
import type { Response } from 'supertest';
import { addDays } from '../../../src/domain/values/calendar';
import { createDatabase, type TestDatabase } from '../../support/database';
import { A_LINE } from '../../support/sending';
import { aRelation, aTenant, startService, type Service, type Tenant } from '../../support/service';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let relation_id: string;
const TODAY = new Date().toISOString().slice(0, 10);
const YEAR = Number(TODAY.slice(0, 4));

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  tenant = await aTenant(service, { timezone: 'UTC' });
  relation_id = await aRelation(tenant);
});

const invoice = (members: object) => ({ type: 'invoice', relation_id, lines: [A_LINE], ...members });
const create = (members: object) => tenant.post('/documents', invoice(members));
const close = (books_closed_until: string) =>
  service
    .manage('patch', `/management/companies/${tenant.company_id}`)
    .send({ books_closed_until })
    .expect(200);

interface Ends {
  readonly min: string | null;
  readonly max: string | null;
}
/** @returns the bounds in the refusal of a date, after checking that each is accepted */
async function acceptedEnds(refused: Response, attempt: (date: string) => request.Test): Promise<Ends> {
  expect([refused.status, refused.body.error.code]).toEqual([422, 'invalid_issue_date']);
  const [ends] = refused.body.error.details as [Ends];
  for (const end of [ends.min, ends.max]) {
    if (end === null) continue;
    const { status, body } = await attempt(end);
    expect([end, body.error]).toEqual([end, undefined]);
    expect(status).toBeLessThan(300);
  }
  return ends;
}

describe('The dates that a refused creation names are accepted', () => {
  test('after a date too far ahead, with documents in the period', async () => {
    await create({ issue_date: TODAY }).expect(201);
    const ends = await acceptedEnds(await create({ issue_date: `${YEAR + 5}-03-01` }), (issue_date) =>
      create({ issue_date }),
    );
    expect(ends.max).toBe(addDays(TODAY, 31));
  });

  test('after a date in closed books that are older than the last document', async () => {
    await create({ issue_date: `${YEAR - 1}-11-20` }).expect(201);
    await close(`${YEAR - 1}-06-30`);
    const ends = await acceptedEnds(await create({ issue_date: `${YEAR - 3}-01-01` }), (issue_date) =>
      create({ issue_date }),
    );
    expect(ends).toEqual({ min: `${YEAR - 1}-11-20`, max: `${YEAR - 1}-12-31` });
  });

  test('after a date before the last document', async () => {
    await create({ issue_date: `${YEAR - 1}-03-10` }).expect(201);
    const ends = await acceptedEnds(await create({ issue_date: `${YEAR - 1}-03-09` }), (issue_date) =>
      create({ issue_date }),
    );
    expect(ends).toEqual({ min: `${YEAR - 1}-03-10`, max: `${YEAR - 1}-12-31` });
  });

  test('in a sequence without periods', async () => {
    const { body: journal } = await tenant
      .post('/journals', { code: 'C', name: 'C', category: 'sales', sequence_scope: 'continuous' })
      .expect(201);
    const of = { journal_id: journal.id };
    await create({ ...of, issue_date: '2020-05-05' }).expect(201);
    const ends = await acceptedEnds(await create({ ...of, issue_date: '2020-05-04' }), (issue_date) =>
      create({ ...of, issue_date }),
    );
    expect(ends).toEqual({ min: '2020-05-05', max: addDays(TODAY, 31) });
  });

  test('with a requested due date', async () => {
    const due_date = addDays(TODAY, 60);
    const early = { due_date: addDays(TODAY, 3) };
    await create({ issue_date: TODAY }).expect(201);
    const far = await create({ issue_date: addDays(TODAY, 50), due_date });
    expect(far.body.error.details[0].max).toBe(addDays(TODAY, 31));
    if (addDays(TODAY, -1).startsWith(String(YEAR))) {
      const ends = await acceptedEnds(
        await create({ ...early, issue_date: addDays(TODAY, -1) }),
        (issue_date) => create({ ...early, issue_date }),
      );
      expect(ends).toEqual({ min: TODAY, max: early.due_date });
    }
  });

  test('and a preview returns the same', async () => {
    await create({ issue_date: `${YEAR - 1}-11-20` }).expect(201);
    await close(`${YEAR - 1}-06-30`);
    for (const issue_date of [`${YEAR - 3}-01-01`, `${YEAR - 1}-11-19`, `${YEAR + 3}-01-01`]) {
      const { body } = await tenant.post('/documents/preview', invoice({ issue_date }));
      const refused = await create({ issue_date });
      expect(refused.status).toBe(422);
      const { code, message } = refused.body.error;
      expect(body.checks[0]).toMatchObject({ code, message, pointer: '/issue_date', blocks: 'creation' });
      expect(body.checks[1]).not.toMatchObject({ blocks: 'creation' });
    }
  });
});

describe('The dates that a refused PATCH names are accepted', () => {
  const patching = (id: string) => (issue_date: string) => tenant.patch(`/documents/${id}`, { issue_date });

  test('with neighbours, closed books and period', async () => {
    const dates = ['02-01', '02-10', '02-20'].map((day) => `${YEAR - 1}-${day}`);
    const documents = [];
    for (const issue_date of dates) documents.push((await create({ issue_date }).expect(201)).body);
    await close(`${YEAR - 1}-02-04`);
    const patch = patching(documents[1].id);
    for (const far of [`${YEAR - 2}-01-01`, `${YEAR + 9}-01-01`, `${YEAR - 1}-03-01`]) {
      expect(await acceptedEnds(await patch(far), patch)).toEqual({
        ...{ min: `${YEAR - 1}-02-05`, max: `${YEAR - 1}-02-20` },
      });
    }
  });

  test('with a due date that is not changed', async () => {
    const { body } = await create({ issue_date: TODAY }).expect(201);
    const ends = await acceptedEnds(await patching(body.id)(addDays(TODAY, 60)), patching(body.id));
    expect(ends.max! <= body.due_date).toBe(true);
  });

  test('and are absent when no date is accepted', async () => {
    const { body } = await create({ issue_date: `${YEAR - 1}-02-10` }).expect(201);
    await close(`${YEAR - 1}-12-31`);
    const refused = await patching(body.id)(TODAY);
    expect(refused.body.error.code).toBe('invalid_issue_date');
    expect(refused.body.error.details).toBeUndefined();
  });
});
