import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SandboxNetwork } from '../../../../src/adapters/e-invoicing/network/sandbox-network';
import { connect } from '../../../../src/adapters/postgres/connect';
import type { DB } from '../../../../src/adapters/postgres/database';
import { PostgresCompanyRepository } from '../../../../src/adapters/postgres/master-data/company-repository';
import { PostgresSandboxMemory } from '../../../../src/adapters/postgres/e-invoicing/sandbox-memory';
import { networkIdentifiers } from '../../../../src/domain/e-invoicing/identifiers';
import { DomainError } from '../../../../src/domain/errors';
import type { Deliver, NetworkMessage } from '../../../../src/ports/e-invoicing/e-invoice-network';
import { aCompany } from '../../../support/companies';
import { createDatabase, type TestDatabase } from '../../../support/database';
import { SettableClock } from '../../../support/settable-clock';

const COMPANY = '9930:de123456789';

let database: TestDatabase;
let db: Kysely<DB>;
let delivered: NetworkMessage[];

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 4 });
  await new PostgresCompanyRepository(db).insert(aCompany({ electronic_address: COMPANY }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(() => {
  delivered = [];
});

/** One per node, with shared state. */
const aNetwork = (deliver: Deliver = async (message) => void delivered.push(message)) =>
  new SandboxNetwork(new PostgresSandboxMemory(db), new SettableClock(), deliver);

function aMessage(receiver: string): NetworkMessage {
  const { document_type, process } = networkIdentifiers('invoice')!;
  const message_id = randomUUID();
  return {
    ...{ message_id, sender: '0208:0123456749', receiver, document_type, process },
    ...{ sender_country: 'BE', xml: Buffer.from('<Invoice/>') },
  };
}

describe('SandboxNetwork', () => {
  test('delivers to a company of the installation once, however often the message is sent', async () => {
    const message = aMessage('9930:DE123456789');
    expect(await aNetwork().statusOf(message.message_id)).toBeNull();
    expect(await aNetwork().send(message)).toEqual({ kind: 'delivered' });
    expect(await aNetwork().send(message)).toEqual({ kind: 'duplicate' });
    expect(await aNetwork().statusOf(message.message_id)).toEqual({ kind: 'delivered' });
    expect(delivered).toEqual([message]);
  });

  test('delivers each of many messages at once a single time, and none to an address of no company', async () => {
    const network = aNetwork();
    const repeated = aMessage(COMPANY);
    await network.send(repeated);
    delivered = [];
    const companies = ['0208:0731111151', '0208:0731111250'];
    const ids = new Map<string, string>();
    for (const electronic_address of companies) {
      const company = aCompany({ electronic_address });
      await new PostgresCompanyRepository(db).insert(company);
      ids.set(electronic_address, company.id);
    }
    const messages = Array.from({ length: 70 }, (_, n) => aMessage(companies[n % 2]!));
    const answers = await Promise.all(
      [...messages, repeated, aMessage('0208:0731111349')].map((message) => network.send(message)),
    );
    expect(answers.map(({ kind }) => kind)).toEqual([
      ...messages.map(() => 'delivered'),
      ...['duplicate', 'permanent_failure'],
    ]);
    expect(delivered).toHaveLength(messages.length);
    expect(new Set(delivered)).toEqual(new Set(messages));
    const memory = new PostgresSandboxMemory(db);
    const [known, ...found] = await Promise.all([
      memory.findDelivery(repeated.message_id, COMPANY.toUpperCase()),
      ...companies.map((address) => memory.findDelivery(randomUUID(), address)),
    ]);
    expect(known).toEqual({ company_id: expect.any(String), delivered_at: expect.any(Date) });
    expect(found).toEqual(companies.map((address) => ({ company_id: ids.get(address), delivered_at: null })));
  });

  test('accepts each of many messages at once, and a message that comes several times at once a single time', async () => {
    const network = aNetwork();
    const messages = Array.from({ length: 5 }, () => aMessage('0088:5412345000013'));
    const answers = await Promise.all([...messages, ...messages].map((message) => network.send(message)));
    const accepted = { kind: 'delivered', awaits_answer: false };
    expect(answers.filter(({ kind }) => kind === 'delivered')).toEqual(messages.map(() => accepted));
    expect(answers.filter(({ kind }) => kind === 'duplicate')).toHaveLength(5);
  });

  test('does not know a message whose delivery was interrupted', async () => {
    const message = aMessage(COMPANY);
    const cut_off = aNetwork(() => Promise.reject(new Error('The process ends.')));
    await expect(cut_off.send(message)).rejects.toThrow();
    expect(await aNetwork().statusOf(message.message_id)).toBeNull();
    expect(await aNetwork().send(message)).toEqual({ kind: 'delivered' });
  });

  test.each([
    [new DomainError('validation_error', 'body: does not add up'), 'permanent_failure'],
    [new DomainError('internal_error', 'The database is away.'), 'transient_failure'],
  ])('fails with the receiver: %s', async (error, kind) => {
    const message = aMessage(COMPANY);
    const answer = await aNetwork(() => Promise.reject(error)).send(message);
    expect(answer).toMatchObject({ kind, reason: expect.stringContaining(error.message) });
    expect(await aNetwork().statusOf(message.message_id)).toBeNull();
  });

  test('delivers to a test participant after its number of faults, for each message', async () => {
    for (let n = 0; n < 2; n++) {
      const message = aMessage('0088:5412345000020');
      const kinds: string[] = [];
      for (let attempt = 0; attempt < 4; attempt++) kinds.push((await aNetwork().send(message)).kind);
      expect(kinds).toEqual(['transient_failure', 'transient_failure', 'delivered', 'duplicate']);
    }
  });

  test('never delivers to the test participant that fails', async () => {
    const message = aMessage('0088:5412345000037');
    expect(await aNetwork().send(message)).toMatchObject({ kind: 'permanent_failure' });
    expect(await aNetwork().statusOf(message.message_id)).toBeNull();
  });

  test('delivers to the test participant that rejects, and reports the rejection later', async () => {
    const message = aMessage('0088:5412345000044');
    expect(await aNetwork().send(message)).toEqual({ kind: 'delivered', awaits_answer: true });
    expect(await aNetwork().statusOf(message.message_id)).toMatchObject({ kind: 'rejected' });
  });

  test.each(['0088:5412345000051', '0208:0876543270'])('has no participant %s', async (participant) => {
    expect(await aNetwork().lookup(participant)).toEqual({
      kind: 'unknown_participant',
      hint: expect.stringContaining('such as 0088:5412345000013') as string,
    });
    expect(await aNetwork().send(aMessage(participant))).toMatchObject({
      ...{ kind: 'permanent_failure', code: 'receiver_not_registered' },
    });
  });
});
