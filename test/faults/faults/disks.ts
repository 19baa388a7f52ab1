import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world';
import { type Fault, needsOwnServer } from './fault';

const full = (world: World) => needsOwnServer(world) ?? world.disks.database.not_small_because;

/** Tables cannot grow. */
export const fullDatabaseDisk: Fault = {
  name: 'full-database-disk',
  takes_s: 6,
  hindrance: full,
  async inject({ disks, server }, chance) {
    await disks.database.fill();
    try {
      await sleep(chance.between(3_000, 6_000));
    } finally {
      await disks.database.free();
    }
    await server!.revive();
    await server!.waitReady();
  },
};

/** The log cannot be written: the server ends itself. */
export const fullLogDisk: Fault = {
  name: 'full-log-disk',
  takes_s: 6,
  hindrance: full,
  async inject({ disks, server, kills }) {
    await disks.database.fill();
    let is_down = false;
    try {
      // Each switch needs another segment, until none is left that was made before.
      for (let switches = 0; switches < 30 && !is_down; switches++) {
        is_down = await server!
          .ask(`select pg_logical_emit_message(false, 'faults', 'a record'), pg_switch_wal()`)
          .then(
            () => false,
            () => true,
          );
      }
      await sleep(1_000);
    } finally {
      await disks.database.free();
    }
    if (is_down) kills.add('database');
    await server!.revive();
    await server!.waitReady();
  },
};

export const fullFilesDisk: Fault = {
  name: 'full-files-disk',
  takes_s: 5,
  hindrance: ({ disks }) => disks.files.not_small_because,
  async inject({ disks }, chance) {
    await disks.files.fill();
    try {
      await sleep(chance.between(2_000, 6_000));
    } finally {
      await disks.files.free();
    }
  },
};
