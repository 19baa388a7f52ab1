import { PostgresUnitsOfWork } from '../../../src/adapters/postgres/units/units-of-work';
import type { ParsedEInvoice } from '../../../src/domain/e-invoicing/parsed-e-invoice';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
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

/** A message of a sender with that VAT number. @returns the id of its document */
let turn = 0;
async function deliver(message_id: string, vat: string, members: Partial<Omit<ParsedEInvoice, 'totals'>>) {
  const unit = nodes[turn++ % 2]!.open();
  const { company } = business;
  const buyer = aStatedParty({ name: 'Janssens BV', vat: company.vat, identifiers: [] });
  const seller = aStatedParty({ name: `Sender ${vat}`, electronic_address: null, vat, identifiers: [] });
  const parsed = aStatement({ buyer, seller, ...members });
  const files = [{ filename: 'plan.pdf', content_type: 'application/pdf', bytes: PDF }] as const;
  const invoice = { parsed, discrepancy: null, files };
  const incoming = await intake.prepare(unit, company, invoice, { bytes: XML, form: 'xml' }, []);
  return intake.deliver(unit, incoming, message_id);
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
