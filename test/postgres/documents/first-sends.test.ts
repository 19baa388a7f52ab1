import { sql } from 'kysely';
import { DATABASE, get } from '../../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../../support/database';
import { anInvoiceTo, aSender, DELIVERS, hurry, refusal } from '../../support/sending';
import { startService, type Service, type Tenant } from '../../support/service';
import { until } from '../../support/until';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, hurry);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const dateAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Creates and sends an invoice while another transaction creates the counter of its sequence. */
async function sendBeside(tenant: Tenant, last_number: number, last_issue_date: string | null) {
  const body = await anInvoiceTo(tenant, DELIVERS);
  const db = get(service.container, DATABASE);
  return db.transaction().execute(async (other) => {
    await sql`
      insert into numbering_sequence (company_id, journal_id, period, last_number, last_issue_date)
      select company_id, id, to_char(now(), 'YYYY'), ${last_number}, ${last_issue_date}::date
      from journal where company_id = ${tenant.company_id} and category = 'sales'
    `.execute(other);
    const sent = tenant.post('/documents?send_peppol=true', body).then((answer) => answer);
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await waiting.execute(db)).rows.length > 0);
    return { sent };
  });
}

describe('A document that is created and sent while another transaction creates its counter', () => {
  test('gets the next number', async () => {
    const { sent } = await sendBeside(await aSender(service), 1, dateAfter(0));
    const { status, body } = await sent;
    expect([status, body.number]).toEqual([201, expect.stringMatching(/-00002$/)]);
  });

  test('is refused when the other document has a later date', async () => {
    const { sent } = await sendBeside(await aSender(service), 1, dateAfter(3));
    expect(refusal(await sent)).toEqual([422, 'invalid_issue_date']);
  });
});
