import { sql } from 'kysely';
import type { NewEvent } from '../../../src/domain/events/event';
import { PostgresUnitsOfWork } from '../../../src/adapters/postgres/units/units-of-work';
import type { ParsedEInvoice } from '../../../src/domain/e-invoicing/parsed-e-invoice';
import type { UnitOfWork, UnitsOfWork } from '../../../src/ports/unit-of-work';
import { StoredFiles } from '../../../src/use-cases/documents/stored-files';
import { Intake } from '../../../src/use-cases/e-invoicing/intake';
import { aBusiness, type Business } from '../../support/business';
import { eventRecorder } from '../../support/event-recorder';
import { MemoryStorage } from '../../support/memory/storage';
import { onPostgres } from '../../support/on-postgres';
import { aStatedParty, aStatement } from '../../support/parsed-e-invoices';
import { PDF, XML } from '../../support/sample-files';

const unitsOf = onPostgres();

let nodes: readonly [UnitsOfWork, UnitsOfWork];
let business: Business;
let intake: Intake;
beforeEach(async () => {
  nodes = [unitsOf(), new PostgresUnitsOfWork(unitsOf().db, eventRecorder())];
  business = await aBusiness(unitsOf());
  const { clock, ids } = business;
  intake = new Intake(clock, ids, new StoredFiles(clock, new MemoryStorage()));
});

/** An e-invoice of a sender with that VAT number, with a file in it. */
function prepare(unit: UnitOfWork, vat: string, members: Partial<Omit<ParsedEInvoice, 'totals'>>) {
  const { company } = business;
  const buyer = aStatedParty({ name: 'Janssens BV', vat: company.vat, identifiers: [] });
  const seller = aStatedParty({ name: `Sender ${vat}`, electronic_address: null, vat, identifiers: [] });
  const parsed = aStatement({ buyer, seller, ...members });
  const files = [{ filename: 'plan.pdf', content_type: 'application/pdf', bytes: PDF }] as const;
  const invoice = { parsed, discrepancy: null, files };
  return intake.prepare(unit, company, invoice, { bytes: XML, form: 'xml' }, []);
}

/** @returns the id of the message's document */
let turn = 0;
async function deliver(message_id: string, ...statement: [string, Partial<Omit<ParsedEInvoice, 'totals'>>]) {
  const unit = nodes[turn++ % 2]!.open();
  return intake.deliver(unit, await prepare(unit, ...statement), message_id);
}

const count = async (table: 'document' | 'relation' | 'attachment' | 'stray_file') => {
  const { count } = await unitsOf()
    .db.selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', business.company_id)
    .executeTakeFirstOrThrow();
  return Number(count);
};

test('messages that come to two nodes at once are stored once each, with one relation for each sender', async () => {
  const senders = ['BE0403019261', 'BE0403170701', 'BE0876543270'];
  const relations = await count('relation');
  const messages = senders.flatMap((vat) =>
    Array.from({ length: 12 }, (_, n) => ({ vat, number: `F-${n}`, message_id: `${vat} ${n}` })),
  );
  // The relation of the last sender exists already. Each message comes twice.
  const ids = await Promise.all(
    [...messages, ...messages].map(({ message_id, vat, number }) => deliver(message_id, vat, { number })),
  );
  expect(new Set(ids).size).toBe(messages.length);
  expect(ids.slice(0, messages.length)).toEqual(ids.slice(messages.length));
  expect(await count('document')).toBe(messages.length);
  expect(await count('attachment')).toBe(messages.length);
  expect(await count('relation')).toBe(relations + 2);
  const received = await nodes[0]
    .open()
    .read(({ documents }) => documents.findAll(business.company_id, [...new Set(ids)]));
  const named = received.map((document) => document!.seller.vat);
  for (const vat of senders) expect(named.filter((name) => name === vat)).toHaveLength(12);
  expect(new Set(received.map((document) => document!.relation_id)).size).toBe(3);
  // The files of repeated messages are the caller's to discard.
  expect(await count('stray_file')).toBe(2 * messages.length);
});

test('the same document in many messages is stored with each, and all but the first name another one', async () => {
  const names = Array.from({ length: 16 }, (_, n) => `m${n}`);
  const ids = await Promise.all(names.map((name) => deliver(name, 'BE0403019261', { number: 'F-1' })));
  expect(new Set(ids).size).toBe(16);
  const found = await nodes[0].open().read(({ documents }) => documents.findAll(business.company_id, ids));
  const repeated = found.map((document) => document!.duplicate_of);
  expect(repeated.filter((id) => id === null)).toHaveLength(1);
  for (const [index, id] of repeated.entries())
    if (id !== null) expect(ids.filter((other) => other !== ids[index])).toContain(id);
});

describe('messages that come at once, each with a request of its own', () => {
  // None has a relation yet.
  const senders = ['BE0403019261', 'BE0403170701', 'BE0401953350'];
  const originOf = (vat: string) => ({ actor: { kind: 'network', id: null }, request_id: vat }) as const;
  const prepared = () =>
    Promise.all(
      senders.map(async (vat) => {
        const unit = nodes[0].open(originOf(vat));
        return { unit, vat, incoming: await prepare(unit, vat, { number: 'F-1' }) };
      }),
    );
  const deliverAll = (all: Awaited<ReturnType<typeof prepared>>) =>
    Promise.allSettled(all.map(({ unit, vat, incoming }) => intake.deliver(unit, incoming, vat)));

  test('are stored in one transaction, and each event has the origin of its own request', async () => {
    const all = await prepared();
    await deliverAll(all);
    const { rows } = await sql<{ transaction: string; event: string }>`
      select xmin::text as transaction, event from pending_event where company_id = ${business.company_id}::uuid
    `.execute(unitsOf().db);
    const received = rows.map(({ event, ...row }) => ({ ...row, ...(JSON.parse(event) as NewEvent) }));
    for (const { vat, incoming } of all) {
      const events = received.filter(({ request_id }) => request_id === vat);
      expect(events.map(({ type }) => type)).toEqual([
        ...['relation.created', 'document.received', 'attachment.created'],
      ]);
      expect(events[1]!.resource.id).toBe(incoming.document_id);
      expect(events.map(({ actor }) => actor)).toEqual(events.map(() => originOf(vat).actor));
    }
    const transactions = received.filter(({ request_id }) => request_id !== null);
    expect(new Set(transactions.map(({ transaction }) => transaction)).size).toBe(1);
  });

  test('do not fail because the files of one of them were deleted meanwhile', async () => {
    const all = await prepared();
    const lost = all[1]!.incoming.original.key;
    await unitsOf().db.deleteFrom('stray_file').where('key', '=', lost).execute();
    const results = await deliverAll(all);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { error_name: 'internal_error' } });
    const ids = all.map(({ incoming }) => incoming.document_id);
    const stored = await nodes[0].open().read(({ documents }) => documents.findAll(business.company_id, ids));
    expect(stored.map((document) => document?.id)).toEqual([ids[0], undefined, ids[2]]);
  });
});
