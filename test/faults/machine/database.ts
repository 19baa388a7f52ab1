import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterFile, prepareCluster, ROLE } from '../../../src/adapters/embedded-postgres/cluster';
import { freePort } from '../../../src/adapters/embedded-postgres/free-port';
import {
  findServerBinaries,
  type ServerBinaries,
} from '../../../src/adapters/embedded-postgres/server-binaries';
import {
  type ServerProcess,
  startServerProcess,
} from '../../../src/adapters/embedded-postgres/server-process';
import { serverUser, type ServerUser } from '../../../src/adapters/embedded-postgres/server-user';
import { childrenOf, isAlive, signal } from './processes';
import { RunDatabase } from './run-database';
import { copyForStandby } from './standby';

/** Durable: fsync and synchronous_commit as PostgreSQL ships them. Small, since two copies may lie on a small disk. */
const SETTINGS = {
  ...{ timezone: 'UTC', log_timezone: 'UTC', lc_messages: 'C' },
  ...{ max_connections: '60', shared_buffers: '64MB' },
  ...{ max_wal_size: '96MB', min_wal_size: '32MB', wal_keep_size: '64MB' },
};
/** The role of the nodes: no superuser, so that some connections are left when they have taken all. */
const SERVICE_ROLE = 'service';
const SERVICE_DATABASE = 'service';

/** The run's own PostgreSQL server, and what can be done to it. */
export class Database extends RunDatabase {
  private server: ServerProcess | undefined;
  private standbys = 0;
  /** The server is expected to be down. */
  private down = false;

  private constructor(
    private folder: string,
    private readonly user: ServerUser,
    private readonly binaries: ServerBinaries,
    private readonly password: string,
    private port_now: number,
    private readonly log: (line: string) => void,
  ) {
    super(
      { user: ROLE, password, database: 'postgres' },
      { user: SERVICE_ROLE, password, database: SERVICE_DATABASE },
    );
  }

  /** @param folder - one that others can enter, on the disk that the database is to fill */
  static async start(folder: string, log: (line: string) => void): Promise<Database> {
    const user = await serverUser();
    const binaries = await findServerBinaries(user, folder);
    const cluster = path.join(folder, 'primary');
    await mkdir(cluster, { mode: 0o711 });
    const place = { dir: cluster, cluster: path.join(cluster, 'postgres'), user };
    const password = await prepareCluster(folder, place, binaries, true);
    const database = new Database(cluster, user, binaries, password, await freePort(), log);
    await database.run();
    await database.ask(`create role ${SERVICE_ROLE} login password '${password}'`);
    await database.ask(`create database ${SERVICE_DATABASE} owner ${SERVICE_ROLE}`);
    return database;
  }

  get port(): number {
    return this.port_now;
  }

  /** As `pg_ctl restart -m immediate`: no checkpoint, so that the start recovers from the log. */
  async restartImmediately(): Promise<void> {
    await this.end('SIGQUIT');
    await this.run();
  }

  /** Starts the server where it has ended by itself, as it does on a full disk. @returns whether it had */
  async revive(): Promise<boolean> {
    const [pid] = await this.processes();
    if (pid !== undefined && isAlive(pid)) return false;
    await this.run();
    return true;
  }

  async freeze(ms: number): Promise<void> {
    const pids = await this.processes();
    // The postmaster first: it would start what is missing.
    for (const pid of pids) signal(pid, 'SIGSTOP');
    try {
      await sleep(ms);
    } finally {
      for (const pid of pids.reverse()) signal(pid, 'SIGCONT');
    }
  }

  /**
   * Makes a standby that each commit waits for, ends this server as a power failure does, and promotes the standby.
   *
   * @param beforeEnd - between the standby's readiness and the end of the primary
   */
  async failOver(beforeEnd: () => Promise<void>): Promise<void> {
    const standby = path.join(path.dirname(this.folder), `standby-${(this.standbys += 1)}`);
    const port = await freePort();
    await mkdir(standby, { mode: 0o711 });
    const session = await this.connect();
    try {
      await copyForStandby(session, this.cluster, path.join(standby, 'postgres'), this.user);
    } finally {
      await session.end();
    }
    const server = await this.startOn(standby, port, {
      primary_conninfo: `host=127.0.0.1 port=${this.port_now} user=${ROLE} password=${this.password}`,
    });
    try {
      await server.ready();
      await this.waitInSync();
    } catch (error) {
      await server.stop();
      throw error;
    }
    await beforeEnd();
    const former = this.folder;
    await this.end('SIGKILL');
    this.folder = standby;
    this.port_now = port;
    this.server = server;
    this.watch(server);
    await this.ask('select pg_promote(true, 60)');
    await rm(former, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    this.down = true;
    for (const pid of await this.processes()) signal(pid, 'SIGCONT');
    await this.server?.stop();
  }

  /** The setting stays behind: the standby was copied before it was made. */
  private async waitInSync(): Promise<void> {
    await this.ask(`alter system set synchronous_standby_names = '*'`);
    await this.ask('select pg_reload_conf()');
    for (const since = performance.now(); performance.now() - since < 30_000; await sleep(100)) {
      const rows = await this.ask<{ sync_state: string }>('select sync_state from pg_stat_replication');
      if (rows.some(({ sync_state }) => sync_state === 'sync')) return;
    }
    throw new Error('The standby did not catch up within 30 s.');
  }

  private get cluster(): string {
    return path.join(this.folder, 'postgres');
  }

  private async run(): Promise<void> {
    this.down = false;
    this.server = await this.startOn(this.folder, this.port_now);
    await this.server.ready();
    this.watch(this.server);
  }

  private startOn(folder: string, port: number, settings = {}): Promise<ServerProcess> {
    const { user, binaries, log } = this;
    const place = { dir: folder, cluster: path.join(folder, 'postgres'), user };
    return startServerProcess({ place, binaries, settings: { ...SETTINGS, ...settings }, onLog: log }, port);
  }

  private watch(server: ServerProcess): void {
    void server.exited.then(({ code }) => {
      if (this.server === server && !this.down) this.log(`The database server ended by itself with ${code}.`);
    });
  }

  /** @param name - SIGQUIT: an immediate shutdown; SIGKILL: to all its processes */
  private async end(name: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    this.down = true;
    const [postmaster, ...others] = await this.processes();
    if (postmaster === undefined) return;
    signal(postmaster, name);
    if (name === 'SIGKILL') for (const pid of others) signal(pid, name);
    await this.server?.exited;
  }

  /** The postmaster, then its children. */
  private async processes(): Promise<number[]> {
    const pid = Number((await postmasterFile(this.cluster))[0]);
    if (!pid) return [];
    return [pid, ...(await childrenOf(pid))];
  }
}
