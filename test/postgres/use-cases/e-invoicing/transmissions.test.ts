import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import {
  CLOCK,
  DATABASE,
  get,
  NETWORK,
  OUTGOING_UBL,
  TRANSMISSIONS,
  UNITS_OF_WORK,
} from '../../../../src/composition/keys';
import type { DB } from '../../../../src/adapters/postgres/database';
import { PEPPOL_STATUS_ROWS, PEPPOL_STATUSES } from '../../../../src/domain/documents/lifecycle';
import type { NetworkAnswer } from '../../../../src/domain/e-invoicing/settlement';
import { ATTEMPT_OUTCOMES, isTakenOver } from '../../../../src/domain/e-invoicing/transmission';
import type { TakenJob } from '../../../../src/ports/job-queue';
import type { UnitOfWork, UnitsOfWork } from '../../../../src/ports/unit-of-work';
import type { OutgoingUbl } from '../../../../src/use-cases/e-invoicing/outgoing-ubl';
import { Transmissions } from '../../../../src/use-cases/e-invoicing/transmissions';
import { createDatabase, type TestDatabase } from '../../../support/database';
import {
  anInvoice,
  anInvoiceTo,
  aSender,
  DELIVERS,
  put,
  ScriptedNetwork,
  transmissionsOf,
} from '../../../support/sending';
import { startService, type Service, type Tenant } from '../../../support/service';
import { until } from '../../../support/until';

/** Takes jobs, and leaves them for the test to do. */
class Held extends Transmissions {
  readonly jobs: TakenJob[] = [];

  override async work(_unit: UnitOfWork, job: TakenJob): Promise<void> {
    this.jobs.push(job);
  }
}

let database: TestDatabase;
let service: Service;
let held: Held;
let db: Kysely<DB>;
let units: UnitsOfWork;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, (container) => {
    held = new Held(get(container, CLOCK), get(container, NETWORK), get(container, OUTGOING_UBL));
    put(container, TRANSMISSIONS, () => held);
  });
  db = get(service.container, DATABASE);
  units = get(service.container, UNITS_OF_WORK);
  tenant = await aSender(service);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** A worker of a node of its own. */
const worker = (
  network: ScriptedNetwork,
  ubl: Pick<OutgoingUbl, 'withPdf'> = get(service.container, OUTGOING_UBL),
) => new Transmissions(get(service.container, CLOCK), network, ubl, 0);

const nextJob = (message_id: string) =>
  until(async () => {
    const index = held.jobs.findIndex((job) => job.message_id === message_id);
    return index >= 0 && held.jobs.splice(index, 1)[0];
  });

/** An accepted send, and the job that is due for it. */
async function accepted() {
  const { id, number } = await anInvoice(tenant, DELIVERS);
  await tenant.post(`/documents/${id}/send`).expect(202);
  const [{ message_id }] = await transmissionsOf(tenant, id);
  return { id, number: number as string, message_id: message_id as string, job: await nextJob(message_id) };
}

/** As `accepted`, of a document that was created to be sent: its PDF is still to be made. */
async function acceptedWithoutPdf() {
  const body = await anInvoiceTo(tenant, DELIVERS);
  const { id } = (await tenant.post('/documents?send_peppol=true', body).expect(201)).body;
  const [{ message_id }] = await transmissionsOf(tenant, id);
  return { id: id as string, message_id: message_id as string, job: await nextJob(message_id) };
}

const read = async (id: string) => (await tenant.get(`/documents/${id}`)).body;

async function jobsOf(message_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pgboss.job where data ->> 'message_id' = ${message_id}`.execute(
    db,
  );
  return rows[0]!.count;
}

const SILENCE: NetworkAnswer = { kind: 'unknown', reason: 'No answer.' };
const REFUSAL: NetworkAnswer = { kind: 'permanent_failure', code: 'invalid_document', reason: 'No.' };

describe('a worker', () => {
  test('hands the kept bytes to the network, outside of any transaction, and takes the job away', async () => {
    const { id, message_id, job } = await accepted();
    const seen: unknown[] = [];
    const network = new ScriptedNetwork({
      async send() {
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer as count from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`.execute(db);
        seen.push(rows[0]!.count, (await read(id)).peppol_status);
        return { kind: 'delivered' };
      },
    });
    await worker(network).work(units.open(), job);
    expect(seen).toEqual([0, 'pending']);
    const [message] = network.sent;
    expect(message).toMatchObject({ message_id, receiver: DELIVERS, sender_country: 'BE' });
    expect(Buffer.from(message!.xml).toString()).toMatch(/^<\?xml/);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
    expect(await jobsOf(message_id)).toBe(0);
  });

  test('asks for a message whose answer was lost, and does not send it twice', async () => {
    const { id, message_id, job } = await accepted();
    const network = new ScriptedNetwork({ send: () => SILENCE, statusOf: () => ({ kind: 'delivered' }) });
    await worker(network).work(units.open(), job);
    expect(await read(id)).toMatchObject({
      ...{ status: 'sent', peppol_status: 'pending', sent_at: null },
      peppol_error: { code: 'outcome_unknown', message: 'No answer.' },
    });
    await worker(network).work(units.open(), await nextJob(message_id));
    expect(network.sent).toHaveLength(1);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered', peppol_error: null });
  });

  test('sends again what the network says it never had, the same bytes under the same id', async () => {
    const { id, message_id, job } = await accepted();
    const network = new ScriptedNetwork({
      send: (_, nth) => (nth === 1 ? SILENCE : { kind: 'duplicate' }),
      statusOf: () => null,
    });
    await worker(network).work(units.open(), job);
    await worker(network).work(units.open(), await nextJob(message_id));
    expect(network.sent).toHaveLength(2);
    expect(network.sent[1]).toEqual(network.sent[0]);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
    const [{ attempts }] = await transmissionsOf(tenant, id);
    expect(attempts).toMatchObject([{ outcome: 'unknown' }, { outcome: 'duplicate' }]);
  });

  test('leaves it open when the network can neither take the message nor be asked', async () => {
    const { id, message_id, job } = await accepted();
    const network = new ScriptedNetwork({ send: () => SILENCE, statusOf: () => SILENCE });
    await worker(network).work(units.open(), job);
    for (let n = 0; n < 3; n++) await worker(network).work(units.open(), await nextJob(message_id));
    expect(network.sent).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'sent', peppol_status: 'pending' });
  });

  test('never sends again what the network said it has, even when it forgot it', async () => {
    const { id, message_id, job } = await accepted();
    const network = new ScriptedNetwork({ send: () => ({ kind: 'accepted' }), statusOf: () => null });
    await worker(network).work(units.open(), job);
    expect(await read(id)).toMatchObject({ peppol_status: 'pending', peppol_error: null });
    for (let n = 0; n < 3; n++) await worker(network).work(units.open(), await nextJob(message_id));
    expect(network.sent).toHaveLength(1);
    expect(await read(id)).toMatchObject({
      peppol_status: 'pending',
      peppol_error: { code: 'outcome_unknown' },
    });
  });

  test('takes over from one that died, and notes both attempts', async () => {
    const { id, job } = await accepted();
    const dead = new ScriptedNetwork({ send: () => new Promise(() => undefined) });
    void worker(dead).work(units.open(), job);
    await until(async () => dead.sent.length === 1);
    const network = new ScriptedNetwork({ statusOf: () => null });
    await worker(network).work(units.open(), job);
    expect(network.asked).toHaveLength(1);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
    const [{ attempts }] = await transmissionsOf(tenant, id);
    expect(attempts).toMatchObject([
      { outcome: 'unknown', message: expect.stringContaining('process ended') },
      { outcome: 'delivered' },
    ]);
  });

  test('settles a document that was changed while the network was asked, and keeps that change', async () => {
    const { id, message_id, job } = await accepted();
    const network = new ScriptedNetwork({
      async send() {
        await service
          .manage('post', `/management/companies/${tenant.company_id}/links`)
          .send({ target: 'document', target_id: id, kind: 'reconciliation', amount: '1.00' })
          .expect(201);
        return { kind: 'delivered' };
      },
    });
    await worker(network).work(units.open(), job);
    expect(await read(id)).toMatchObject({ payment_status: 'partial', peppol_status: 'delivered' });
    expect(await jobsOf(message_id)).toBe(0);
  });

  test('takes what is open, and notes an attempt unless the network has the message', async () => {
    const { message_id } = await accepted();
    const { company_id } = tenant;
    for (const state of PEPPOL_STATUSES) {
      for (const outcome of ATTEMPT_OUTCOMES) {
        const attempts = [{ at: new Date().toISOString(), outcome, message: null }];
        await sql`update transmission set state = ${state}, attempts = ${JSON.stringify(attempts)}
          where company_id = ${company_id} and message_id = ${message_id}`.execute(db);
        const before = await units
          .open()
          .read(({ transmissions }) => transmissions.find(company_id, message_id));
        const taken = await units
          .open()
          .statement(({ transmissions }) => transmissions.take(company_id, message_id, new Date()));
        const is_open = PEPPOL_STATUS_ROWS[state].next.length > 0;
        const noted = isTakenOver(before!) ? [] : [expect.objectContaining({ outcome: 'started' })];
        expect(taken?.attempts).toEqual(is_open ? [...attempts, ...noted] : undefined);
      }
    }
  });

  test('that wakes up after another took over finishes nothing', async () => {
    const { id, message_id, job } = await accepted();
    let wake!: (answer: NetworkAnswer) => void;
    const zombies = new ScriptedNetwork({ send: () => new Promise((resolve) => (wake = resolve)) });
    const zombie = worker(zombies).work(units.open(), job);
    await until(async () => zombies.sent.length === 1);
    const network = new ScriptedNetwork({ send: () => ({ kind: 'sent' }), statusOf: () => null });
    await worker(network).work(units.open(), job);
    const before = await read(id);
    wake(REFUSAL);
    await zombie;
    expect(await read(id)).toEqual(before);
    expect(before).toMatchObject({ status: 'sent', peppol_status: 'sent' });
    expect(await jobsOf(message_id)).toBe(1); // that of the one who took over: it asks what came of it
  });

  test('sends nothing when its lease was over before', async () => {
    const { id, job } = await accepted();
    const network = new ScriptedNetwork();
    await worker(network).work(units.open(), { ...job, isLeased: () => false });
    expect(network.sent).toEqual([]);
    expect(await read(id)).toMatchObject({ peppol_status: 'pending', peppol_error: null });
  });

  test('makes the PDF once, keeps it, and sends the same again', async () => {
    const { id, message_id, job } = await acceptedWithoutPdf();
    let made = 0;
    const ubl = {
      async withPdf(...given: Parameters<OutgoingUbl['withPdf']>) {
        made++;
        return get(service.container, OUTGOING_UBL).withPdf(...given);
      },
    };
    const network = new ScriptedNetwork({
      send: (_, nth) => (nth === 1 ? SILENCE : { kind: 'delivered' }),
      statusOf: () => null,
    });
    await worker(network, ubl).work(units.open(), job);
    await worker(network, ubl).work(units.open(), await nextJob(message_id));
    expect(made).toBe(1);
    expect(network.sent).toHaveLength(2);
    expect(network.sent[1]).toEqual(network.sent[0]);
    expect(Buffer.from(network.sent[0]!.xml).toString()).toContain('mimeCode="application/pdf"');
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
  });

  test('sends nothing when another took the transmission while its PDF was made', async () => {
    const { id, job } = await acceptedWithoutPdf();
    const late = new ScriptedNetwork();
    const network = new ScriptedNetwork();
    await worker(late, {
      async withPdf() {
        await worker(network).work(units.open(), job);
        return Buffer.from('<Other/>');
      },
    }).work(units.open(), job);
    expect(late.sent).toEqual([]);
    expect(network.sent).toHaveLength(1);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
    const [{ attempts }] = await transmissionsOf(tenant, id);
    expect(attempts).toMatchObject([{ outcome: 'unknown' }, { outcome: 'delivered' }]);
  });

  test('hands nothing over without its PDF, asks nobody, and tells the log why', async () => {
    const { id, message_id, job } = await acceptedWithoutPdf();
    const network = new ScriptedNetwork();
    const reason = new Error('Out of ink.');
    const blocked = worker(network, { withPdf: () => Promise.reject(reason) });
    await expect(blocked.work(units.open(), job)).rejects.toBe(reason);
    await expect(blocked.work(units.open(), await nextJob(message_id))).rejects.toBe(reason);
    expect([network.sent, network.asked]).toEqual([[], []]);
    expect(await read(id)).toMatchObject({
      peppol_status: 'pending',
      peppol_error: { code: 'pdf_not_made' },
    });
    expect(await jobsOf(message_id)).toBe(1);
  });

  test('drops the job of a transmission that is over, or gone', async () => {
    const { id, message_id, job } = await accepted();
    await worker(new ScriptedNetwork({ send: () => REFUSAL })).work(units.open(), job);
    await sql`insert into pgboss.job (name, data) values ('transmissions', ${JSON.stringify(job)})`.execute(
      db,
    );
    const network = new ScriptedNetwork();
    await worker(network).work(units.open(), await nextJob(message_id));
    await tenant.delete(`/documents/${id}`).expect(204);
    await sql`insert into pgboss.job (name, data) values ('transmissions', ${JSON.stringify(job)})`.execute(
      db,
    );
    await worker(network).work(units.open(), await nextJob(message_id));
    expect(network).toMatchObject({ sent: [], asked: [] });
    expect(await jobsOf(message_id)).toBe(0);
  });
});

describe('a status message', () => {
  const mls = { kind: 'message_level_status', code: 'RE', reason: 'No such participant.' } as const;
  const response = { kind: 'invoice_response', code: 'RE', reason: 'Wrong amount.' } as const;

  const tell = (
    company_id: string,
    reference: Parameters<Transmissions['statusMessage']>[2],
    message: Parameters<Transmissions['statusMessage']>[3],
    inbound_id: string = randomUUID(),
  ) => held.statusMessage(units.open(), company_id, reference, message, inbound_id);

  async function delivered() {
    const { job, ...send } = await accepted();
    await worker(new ScriptedNetwork()).work(units.open(), job);
    return send;
  }

  test('of the access point says that the document was not delivered', async () => {
    const { id, message_id } = await delivered();
    expect(await tell(tenant.company_id, { message_id }, mls)).toEqual({ document_id: id, is_new: true });
    expect(await read(id)).toMatchObject({
      ...{ status: 'draft', peppol_status: 'failed', sent_at: null },
      peppol_error: { code: 'not_delivered', message: 'No such participant.' },
    });
  });

  test('of the receiver rejects the document, by its number', async () => {
    const { id, number } = await delivered();
    const reference = { number, receiver: DELIVERS };
    expect(await tell(tenant.company_id, reference, response)).toEqual({ document_id: id, is_new: true });
    const rejected = await read(id);
    expect(rejected).toMatchObject({ status: 'sent', peppol_status: 'rejected' });
    expect(await tell(tenant.company_id, reference, { ...response, code: 'AP' })).toEqual({
      document_id: id,
      is_new: true,
    });
    expect(await read(id)).toEqual(rejected);
  });

  test('is nobody else’s to send', async () => {
    const { id, number, message_id } = await delivered();
    const before = await read(id);
    const other = await aSender(service);
    const [company_id, reference] = [tenant.company_id, { number, receiver: '0088:5412345000020' }];
    expect(await tell(company_id, reference, response)).toBeUndefined();
    expect(await tell(other.company_id, { message_id }, mls)).toBeUndefined();
    expect(await tell(company_id, { number: 'NO-1', receiver: DELIVERS }, response)).toBeUndefined();
    expect(await read(id)).toEqual(before);
  });

  test('about an earlier transmission changes nothing', async () => {
    const { id, message_id, job } = await accepted();
    await worker(new ScriptedNetwork({ send: () => REFUSAL })).work(units.open(), job);
    await tenant.post(`/documents/${id}/send`).expect(202);
    const before = await read(id);
    await tell(tenant.company_id, { message_id }, { ...mls, code: 'AP' });
    await tell(tenant.company_id, { message_id }, response);
    expect(await read(id)).toEqual(before);
  });

  test('that is brought again says nothing of the transmission that came after it', async () => {
    const { id, number } = await delivered();
    const [reference, inbound_id] = [{ number, receiver: DELIVERS }, randomUUID()];
    await tell(tenant.company_id, reference, response, inbound_id);
    await tenant.post(`/documents/${id}/send`).expect(202);
    const before = await read(id);
    const again = await tell(tenant.company_id, reference, response, inbound_id);
    expect(again).toEqual({ document_id: id, is_new: false });
    expect(await read(id)).toEqual(before);
  });

  test('that comes while the message is being sent is not undone by the answer', async () => {
    const { id, message_id, job } = await accepted();
    const network = new ScriptedNetwork({
      async send() {
        await tell(tenant.company_id, { message_id }, response);
        return { kind: 'delivered' };
      },
    });
    await worker(network).work(units.open(), job);
    expect(await read(id)).toMatchObject({ peppol_status: 'rejected' });
  });
});
