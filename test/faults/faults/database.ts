import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault';

export const restartDatabase: Fault = {
  name: 'restart-database',
  takes_s: 3,
  async inject({ database, kills }) {
    kills.add('database');
    await database.restartImmediately();
    await database.waitReady();
  },
};

export const freezeDatabase: Fault = {
  name: 'freeze-database',
  takes_s: 12,
  inject: ({ database }, chance) => database.freeze(chance.between(3_000, 15_000)),
};

export const readOnly: Fault = {
  name: 'read-only',
  takes_s: 5,
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
  async inject({ database, nodes, kills }, chance) {
    await database.failOver(() => sleep(chance.between(500, 2_000)));
    kills.add('database');
    for (const { wire } of nodes) wire.lead(database.port);
  },
};
