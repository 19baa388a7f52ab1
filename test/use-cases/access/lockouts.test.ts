import { Lockouts } from '../../../src/use-cases/access/lockouts';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { KeptLog } from '../../support/http-kit';
import { aManagedClient } from '../../support/managed-clients';
import { MemoryTokenRepository } from '../../support/memory/tokens';
import { MemoryUnitsOfWork } from '../../support/memory/units-of-work';

const LIMITS = { attempts: 3, window_s: 900 };
const NOW = new Date('2026-03-01T12:00:00Z');

async function setUp() {
  const memory = new MemoryUnitsOfWork();
  const client = aManagedClient({ client_id: 'webshop', company_id: 'a company', version: 7 });
  await memory.transaction(({ clients }) => clients.insert(client));
  const tokens = new MemoryTokenRepository(memory.session);
  let window = { window_started_at: NOW, count: 0 };
  for (let n = 0; n < LIMITS.attempts; n++)
    ({ window } = await tokens.reserveAttempt(client.client_id, NOW, LIMITS));
  const log = new KeptLog();
  const failures: Error[] = [];
  let transactions = 0;
  const units: UnitsOfWork = {
    open(origin) {
      const unit = memory.open(origin);
      const transaction: typeof unit.transaction = async (work) => {
        transactions++;
        const failure = failures.pop();
        if (failure) throw failure;
        return unit.transaction(work);
      };
      return Object.assign(Object.create(unit) as typeof unit, { transaction });
    },
  };
  const lockouts = new Lockouts(units, LIMITS, log);
  const record = (request_id = 'a request') =>
    lockouts.record({ client_id: client.client_id, window, request_id });
  const events = () =>
    memory.session.tables.pending_events
      .list(client.company_id)
      .filter(({ type }) => type === 'client.locked');
  return { client, lockouts, record, events, log, failures, transactions: () => transactions };
}

describe('a lockout', () => {
  test('is an event of the service, for the request that noticed it first', async () => {
    const { client, lockouts, record, events } = await setUp();
    for (const request_id of ['one', 'other', 'third']) record(request_id);
    await lockouts.recorded();
    record('later');
    await lockouts.recorded();
    expect(events()).toEqual([
      {
        id: expect.any(String),
        type: 'client.locked',
        occurred_at: expect.any(String),
        actor: { kind: 'service', id: null },
        request_id: 'one',
        resource: { type: 'client', id: client.client_id, version: 7 },
        changed: [],
        data: { name: client.name },
        digest: null,
      },
    ]);
  });

  test('that is being recorded takes no further transaction', async () => {
    const { lockouts, record, transactions } = await setUp();
    for (let n = 0; n < 100; n++) record();
    await lockouts.recorded();
    expect(transactions()).toBe(1);
  });

  test('that could not be recorded is logged, and can be recorded later', async () => {
    const { client, lockouts, record, events, log, failures } = await setUp();
    failures.push(new Error('The database is away.'));
    record();
    await lockouts.recorded();
    expect(events()).toEqual([]);
    expect(log.lines).toEqual([
      {
        level: 'error',
        message: 'A lockout could not be recorded',
        error: new Error('The database is away.'),
        members: { client_id: client.client_id },
      },
    ]);
    record();
    await lockouts.recorded();
    expect(events()).toHaveLength(1);
  });
});
