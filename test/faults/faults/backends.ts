import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { signal } from '../machine/processes';
import { type Fault, needsOwnServer } from './fault';

/** PostgreSQL then ends all sessions and recovers, since the process may have damaged shared memory. */
export const killBackend: Fault = {
  name: 'kill-backend',
  takes_s: 2,
  hindrance: needsOwnServer,
  async inject({ database, kills }, chance) {
    const rows = await database.ask<{ pid: number }>(
      `select pid from pg_stat_activity where ${database.isOfNode}`,
    );
    const pids = rows.map(({ pid }) => pid);
    if (pids.length === 0) return;
    kills.add('backend');
    signal(chance.of(pids), 'SIGKILL');
    await sleep(20); // the server notices it within that
    await database.waitReady();
  },
};

export const terminateBackends: Fault = {
  name: 'terminate-backends',
  takes_s: 3,
  async inject({ database }, chance) {
    const session = await database.connect();
    try {
      for (let round = 0; round < 40; round++) {
        await session.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where ${database.isOfNode}`,
        );
        await sleep(chance.between(5, 120));
      }
    } finally {
      await session.end();
    }
  },
};

/** Nodes that lose their connections meanwhile get no new ones. */
export const takeConnections: Fault = {
  name: 'take-connections',
  takes_s: 6,
  hindrance: needsOwnServer,
  async inject({ database }, chance) {
    const session = await database.connect();
    const taken: Client[] = [];
    try {
      const until = performance.now() + chance.between(3_000, 6_000);
      while (performance.now() < until) {
        await session.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where ${database.isOfNode}`,
        );
        for (;;) {
          const client = await database.take().catch(() => undefined);
          if (!client) break;
          taken.push(client);
        }
        await sleep(100);
      }
    } finally {
      await Promise.all([session, ...taken].map((client) => client.end()));
    }
  },
};
