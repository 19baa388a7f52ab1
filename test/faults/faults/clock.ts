import { setTimeout as sleep } from 'node:timers/promises';
import { documentsOf } from '../actors/documents';
import type { Chance, World } from '../world';
import type { Fault } from './fault';

/** Less than a day, so that keys of idempotency live on. */
const HOURS = [1.1, 3, 12];
const PARALLEL = 4;

async function setClock({ installation, clock_changes }: World, offset_s: number): Promise<void> {
  clock_changes.push(performance.now());
  await installation.setClock(offset_s);
  clock_changes.push(performance.now());
}

/** Access tokens expire, and are of the future when the clock is put back. */
export const moveClock: Fault = {
  name: 'clock-jumps',
  takes_s: 6,
  alone: true,
  async inject(world, chance) {
    await setClock(world, Math.round(chance.of(HOURS) * 3600));
    await sleep(1_500);
    await setClock(world, 0);
    await sleep(1_000);
  },
};

/**
 * A company invoices over the end of the year, by the date of the business clock. Other callers pause: a jump of months
 * ends the keys that they would ask again with.
 */
export const yearsEnd: Fault = {
  name: 'years-end',
  takes_s: 16,
  alone: true,
  async inject(world, chance) {
    await world.gate.hold();
    try {
      const year = new Date().getUTCFullYear();
      // The company is in Brussels: its year ends an hour before UTC's.
      const offset_s = Math.floor((Date.UTC(year, 11, 31, 22, 59, 54) - Date.now()) / 1000);
      await setClock(world, Math.max(0, offset_s));
      await invoiceFor(world, chance, 10_000);
    } finally {
      await setClock(world, 0);
      world.gate.release();
    }
  },
};

async function invoiceFor(world: World, chance: Chance, ms: number): Promise<void> {
  const { installation, more_tenants } = world;
  const tenant = await installation.newTenant(`Year's end ${more_tenants.length + 1}`);
  const relation_id = await installation.newRelation(tenant, '0088:5412345000013');
  const members = { code: 'YE', name: 'Of the year', category: 'sales', sequence_scope: 'yearly' };
  const { id } = await installation.make<{ id: string }>(tenant, '/journals', members);
  more_tenants.push(tenant);
  const documents = documentsOf(world, chance);
  const desk = { tenant, relation_id, journal_id: id, issue_date: null };
  const until = performance.now() + ms;
  const caller = async () => {
    while (performance.now() < until) await documents.create(desk, { keyed: chance.happens(0.5) });
  };
  await Promise.all(Array.from({ length: PARALLEL }, caller));
}
