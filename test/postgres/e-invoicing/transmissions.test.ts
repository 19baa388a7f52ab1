import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PEPPOL_STATUS_ROWS, PEPPOL_STATUSES } from '../../../src/domain/documents/document-status';
import { sendAccepted } from '../../../src/domain/e-invoicing/network-transitions';
import {
  ATTEMPT_OUTCOMES,
  isAcceptedByNetwork,
  newTransmission,
} from '../../../src/domain/e-invoicing/transmission';
import type { CreationRequest } from '../../../src/ports/unit-of-work';
import { TransmissionWorker } from '../../../src/use-cases/e-invoicing/transmission-worker';
import { aBusiness, type Business } from '../../support/business';
import { onPostgres } from '../../support/on-postgres';
import { LEASED } from '../../support/leased';
import { ScriptedNetwork } from '../../support/scripted-network';

const ADDRESSING = {
  ...{ sender: '0208:0123456749', receiver: '0208:0876543270', sender_country: 'BE' },
  ...{ document_type: 'an-invoice', process: 'billing' },
};
const PAYLOAD = Buffer.from('<Invoice/>');

const unitsOf = onPostgres();
let business: Business;
beforeAll(async () => {
  business = await aBusiness(unitsOf());
});

async function accepted() {
  const { company_id, clock } = business;
  const ids = { message_id: randomUUID(), document_id: (await business.issued()).id };
  await unitsOf()
    .open()
    .transaction(async ({ documents, transmissions }) => {
      const document = (await documents.lock(company_id, ids.document_id))!;
      await documents.save(company_id, document, sendAccepted(document, document, clock.now()));
      await transmissions.insert(company_id, newTransmission(ADDRESSING, ids, clock.now()), PAYLOAD);
    });
  return ids;
}

describe('documents that are created and sent at once', () => {
  async function requested(count: number) {
    const { ids, clock } = business;
    const journal_id = await business.journal('sales');
    const requests = await Promise.all(Array.from({ length: count }, () => business.request({ journal_id })));
    return requests.map((request): CreationRequest => {
      const addressed = { message_id: ids.next(), document_id: request.draft.id };
      const transmission = newTransmission(ADDRESSING, addressed, clock.now());
      return {
        ...request,
        send: { transmission, payload: [Buffer.from('<ID>'), Buffer.from('</ID>')] },
      };
    });
  }
  const jobsOf = async ({ send }: CreationRequest) =>
    (
      await sql`select from pgboss.job where data ->> 'message_id' = ${send!.transmission.message_id}`.execute(
        unitsOf().db,
      )
    ).rows.length;
  const payloadOf = async (company_id: string, { send }: CreationRequest) => {
    const { message_id } = send!.transmission;
    const found = await unitsOf()
      .open()
      .read(({ transmissions }) => transmissions.findPayload(company_id, message_id));
    return found && Buffer.from(found).toString();
  };

  test('have their own number in their payload, and one job each, also when they are the first of a sequence', async () => {
    business = await aBusiness(unitsOf());
    const { company_id } = business;
    const requests = await requested(20);
    const documents = await Promise.all(
      requests.map((request) =>
        unitsOf()
          .open()
          .createDocument(company_id, request, (issued) => issued),
      ),
    );
    const numbers = documents.map((document) => document!.number);
    expect(new Set(numbers).size).toBe(20);
    const payloads = await Promise.all(requests.map((request) => payloadOf(company_id, request)));
    expect(payloads).toEqual(numbers.map((number) => `<ID>${number}</ID>`));
    expect(await Promise.all(requests.map(jobsOf))).toEqual(numbers.map(() => 1));
  });

  test('have one job each when the sequence refuses another document of the batch', async () => {
    business = await aBusiness(unitsOf());
    const { company_id, clock } = business;
    const [late, unsent] = [(await requested(1))[0]!, await business.request()];
    clock.advance(24 * 60 * 60 * 1000);
    await business.issued();
    const sent = await requested(3);
    const create = (request: CreationRequest) =>
      unitsOf()
        .open()
        .createDocument(company_id, request, (issued) => issued);
    const documents = await Promise.all([late, unsent, ...sent].map(create));
    expect(documents.map((document) => document !== undefined)).toEqual([false, false, true, true, true]);
    expect(await Promise.all([late, ...sent].map(jobsOf))).toEqual([0, 1, 1, 1]);
    const payloads = await Promise.all(sent.map((request) => payloadOf(company_id, request)));
    expect(payloads).toEqual(documents.slice(2).map((document) => `<ID>${document!.number}</ID>`));
  });

  test('are neither created nor sent when the sequence refuses their date', async () => {
    const { company_id, clock } = business;
    const requests = await requested(2);
    clock.advance(24 * 60 * 60 * 1000);
    await business.issued();
    const documents = await Promise.all(
      requests.map((request) =>
        unitsOf()
          .open()
          .createDocument(company_id, request, (issued) => issued),
      ),
    );
    expect(documents).toEqual([undefined, undefined]);
    for (const request of requests) {
      expect(await payloadOf(company_id, request)).toBeUndefined();
      expect(await jobsOf(request)).toBe(0);
    }
  });
});

describe('a worker', () => {
  test('hands a message to the network outside of any transaction', async () => {
    const { message_id } = await accepted();
    const { company_id, clock } = business;
    const open: number[] = [];
    const network = new ScriptedNetwork({
      async send() {
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer as count from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`.execute(unitsOf().db);
        open.push(rows[0]!.count);
        return { kind: 'delivered' };
      },
    });
    const worker = new TransmissionWorker(clock, network, { withPdf: async () => undefined });
    const job = { id: randomUUID(), company_id, message_id, ...LEASED };
    await worker.work(unitsOf().open(), job);
    expect(open).toEqual([0]);
    expect(
      await unitsOf()
        .open()
        .read(({ transmissions }) => transmissions.find(company_id, message_id)),
    ).toMatchObject({ state: 'delivered' });
  });

  test('stores what became of many at once, with their events; one that cannot be stored fails alone', async () => {
    const { company_id, clock } = business;
    const sent = await Promise.all(Array.from({ length: 12 }, accepted));
    const network = new ScriptedNetwork({
      async send({ message_id }) {
        return message_id === sent[5]!.message_id
          ? { kind: 'transient_failure', reason: 'PostgreSQL stores no \u0000.' }
          : { kind: 'delivered' };
      },
    });
    const worker = new TransmissionWorker(clock, network, { withPdf: async () => undefined });
    const results = await Promise.allSettled(
      sent.map(({ message_id }) =>
        worker.work(unitsOf().open(), { id: randomUUID(), company_id, message_id, ...LEASED }),
      ),
    );
    for (const [index, { document_id, message_id }] of sent.entries()) {
      const unit = unitsOf().open();
      const { state } = (await unit.read(({ transmissions }) => transmissions.find(company_id, message_id)))!;
      const { rows } = await sql<{ type: string }>`
        select type from pending_event
        where company_id = ${company_id} and resource_id = ${document_id} order by sequence`.execute(
        unitsOf().db,
      );
      const is_stored = index !== 5;
      expect(results[index]!.status).toBe(is_stored ? 'fulfilled' : 'rejected');
      expect(state).toBe(is_stored ? 'delivered' : 'pending');
      const verbs = ['created', 'send_accepted', ...(is_stored ? ['delivered'] : [])];
      expect(rows.map(({ type }) => type)).toEqual(verbs.map((verb) => `document.${verb}`));
    }
  });

  test('waits for a document that is locked, and the others do not wait with it', async () => {
    const { company_id, clock } = business;
    const sent = await Promise.all(Array.from({ length: 6 }, accepted));
    const worker = new TransmissionWorker(
      clock,
      new ScriptedNetwork({ send: async () => ({ kind: 'delivered' }) }),
      { withPdf: async () => undefined },
    );
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let works: Promise<void>[] = [];
    await unitsOf()
      .open()
      .transaction(async ({ documents }) => {
        await documents.lock(company_id, sent[2]!.document_id);
        works = sent.map(({ message_id }) =>
          worker.work(unitsOf().open(), { id: randomUUID(), company_id, message_id, ...LEASED }),
        );
        await Promise.all(works.filter((_, index) => index !== 2));
        setTimeout(release, 50);
        expect(await Promise.race([works[2]!.then(() => 'stored'), released.then(() => 'waits')])).toBe(
          'waits',
        );
      });
    await Promise.all(works);
    const unit = unitsOf().open();
    for (const { message_id } of sent) {
      expect(
        await unit.read(({ transmissions }) => transmissions.find(company_id, message_id)),
      ).toMatchObject({ state: 'delivered' });
    }
  });

  test('that takes a transmission twice at once gets two generations, so that one of them is refused', async () => {
    const { message_id } = await accepted();
    const { company_id } = business;
    const taken = await Promise.all(
      [1, 2].map(() =>
        unitsOf()
          .open()
          .statement(({ transmissions }) => transmissions.take(company_id, message_id, new Date())),
      ),
    );
    expect(taken.map((one) => one!.generation).sort()).toEqual([1, 2]);
  });

  test('gets the payload byte for byte, and a large one not yet', async () => {
    const { message_id } = await accepted();
    const { company_id } = business;
    const taken = async (payload: Buffer) => {
      await sql`update transmission set payload = ${payload}
        where company_id = ${company_id} and message_id = ${message_id}`.execute(unitsOf().db);
      return unitsOf()
        .open()
        .statement(({ transmissions }) => transmissions.take(company_id, message_id, new Date()));
    };
    const payload = Buffer.from('\ufeff<Note>Müller & Söhne, 5 €, 𝄞, \\x41\t\r\n</Note>');
    expect(await taken(payload)).toMatchObject({ payload, payload_size: payload.length });
    expect(await taken(Buffer.alloc(200_000, 'é'))).toMatchObject({ payload: null, payload_size: 200_000 });
  });

  test('takes what is open, and notes an attempt unless the network has the message', async () => {
    const { message_id } = await accepted();
    const { company_id } = business;
    for (const state of PEPPOL_STATUSES) {
      for (const outcome of ATTEMPT_OUTCOMES) {
        const attempts = [{ at: new Date().toISOString(), outcome, message: null }];
        await sql`update transmission set state = ${state}, attempts = ${JSON.stringify(attempts)}
          where company_id = ${company_id} and message_id = ${message_id}`.execute(unitsOf().db);
        const unit = unitsOf().open();
        const before = await unit.read(({ transmissions }) => transmissions.find(company_id, message_id));
        const taken = await unit.statement(({ transmissions }) =>
          transmissions.take(company_id, message_id, new Date()),
        );
        const is_open = PEPPOL_STATUS_ROWS[state].next.length > 0;
        const noted = isAcceptedByNetwork(before!) ? [] : [expect.objectContaining({ outcome: 'started' })];
        expect(taken?.attempts).toEqual(is_open ? [...attempts, ...noted] : undefined);
      }
    }
  });
});
