import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, needsOwnServer } from './fault';

export const restartDatabase: Fault = {
  name: 'restart-database',
  takes_s: 3,
  hindrance: needsOwnServer,
  async inject({ server, kills }) {
    kills.add('database');
    await server!.restartImmediately();
    await server!.waitReady();
  },
};

export const freezeDatabase: Fault = {
  name: 'freeze-database',
  takes_s: 12,
  hindrance: needsOwnServer,
  inject: ({ server }, chance) => server!.freeze(chance.between(3_000, 15_000)),
};

export const readOnly: Fault = {
  name: 'read-only',
  takes_s: 5,
  hindrance: needsOwnServer,
  async inject({ database }, chance) {
    const set = async (value: 'on' | 'off') => {
      await database.ask(`alter system set default_transaction_read_only = ${value}`);
      await database.ask('select pg_reload_conf()');
    };
    await set('on');
    try {
      await sleep(chance.between(2_000, 6_000));
    } finally {
      await set('off');
    }
  },
};

export const failOver: Fault = {
  name: 'fail-over',
  takes_s: 10,
  hindrance: needsOwnServer,
  async inject({ server, nodes, kills }, chance) {
    await server!.failOver(() => sleep(chance.between(500, 2_000)));
    kills.add('database');
    for (const { wire } of nodes) wire.lead(server!.port);
  },
};
