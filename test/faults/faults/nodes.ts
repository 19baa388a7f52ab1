import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceNode } from '../machine/nodes';
import type { World } from '../world';
import type { Fault } from './fault';

/** A lease of a job is 25 s: another node takes the job while the frozen one still believes that it has it. */
const LONG_FREEZE_MS = 35_000;
const SHORT_FREEZE_MS = 12_000;

export const kill: Fault = {
  name: 'kill',
  takes_s: 3,
  accompanies: true,
  inject: (world, chance) => killed(world, chance.of(world.nodes)),
};

export const killAll: Fault = {
  name: 'kill-all',
  takes_s: 6,
  alone: true,
  inject: async (world) => void (await Promise.all(world.nodes.map((node) => killed(world, node)))),
};

export const freeze: Fault = {
  name: 'freeze',
  takes_s: 12,
  accompanies: true,
  inject: (world, chance) => chance.of(world.nodes).freeze(SHORT_FREEZE_MS),
};

export const freezeWhileSending: Fault = {
  name: 'freeze-while-sending',
  takes_s: 37,
  alone: true,
  async inject(world, chance) {
    // A job that stays taken during the freeze belongs to the frozen node.
    for (let tries = 0; tries < 200; tries++) {
      const node = chance.of(world.nodes);
      const frozen = new AbortController();
      const end = node.freeze(LONG_FREEZE_MS, frozen.signal);
      const is_sending = await holdsAJob(world);
      if (!is_sending) frozen.abort();
      await end;
      if (is_sending) return;
      await sleep(chance.between(5, 60));
    }
    throw new Error('No node was frozen while it sent.');
  },
};

async function holdsAJob({ database }: World): Promise<boolean> {
  const taken = async () => {
    const rows = await database.askService<{ id: string }>(
      `select id::text from pgboss.job where state = 'active'`,
    );
    return new Set(rows.map(({ id }) => id));
  };
  const before = await taken();
  if (before.size === 0) return false;
  await sleep(400);
  return [...(await taken())].some((id) => before.has(id));
}

/** Restarts one node after the other, as in a rolling upgrade, while callers continue. */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  takes_s: 8,
  alone: true,
  async inject({ nodes }) {
    for (const node of nodes) await node.terminate();
  },
};

async function killed({ kills }: World, node: ServiceNode): Promise<void> {
  kills.add('node');
  await node.kill();
}
