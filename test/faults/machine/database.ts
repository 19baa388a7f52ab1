import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { postmasterFile, prepareCluster, ROLE } from '../../../src/adapters/embedded-postgres/cluster';
import {
  findServerBinaries,
  type ServerBinaries,
} from '../../../src/adapters/embedded-postgres/server-binaries';
import { type ServerProcess, startServer } from '../../../src/adapters/embedded-postgres/server-process';
import { serverUser, type ServerUser } from '../../../src/adapters/embedded-postgres/server-user';
import { childrenOf, freePort, isAlive, signal } from './processes';
import { copyForStandby } from './standby';

/** Durable: fsync and synchronous_commit as PostgreSQL ships them. Small, since two copies may lie on a small disk. */
const SETTINGS = {
  ...{ timezone: 'UTC', log_timezone: 'UTC', lc_messages: 'C' },
  ...{ max_connections: '60', shared_buffers: '64MB' },
  ...{ max_wal_size: '96MB', min_wal_size: '32MB', wal_keep_size: '64MB' },
};
/** The role of the nodes: no superuser, so that some connections are left when they have taken all. */
export const SERVICE_ROLE = 'service';
export const SERVICE_DATABASE = 'service';
/** SQLSTATE of a refusal because all connections are taken. */
const TOO_MANY_CONNECTIONS = '53300';
const TURN_LIMIT_MS = 30_000;

/** A PostgreSQL server, and what can be done to it. */
export class Database {
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
  ) {}

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

  /** The address for the nodes behind a wire. @param port - the wire's */
  urlAt(port: number): string {
    return `postgres://${SERVICE_ROLE}:${this.password}@127.0.0.1:${port}/${SERVICE_DATABASE}`;
  }

  /** A superuser's statement on a separate connection. */
  async ask<Row = Record<string, unknown>>(text: string, database = 'postgres'): Promise<Row[]> {
    const client = await this.connect(database);
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** As `ask`, in the nodes' database. */
  askService<Row>(text: string): Promise<Row[]> {
    return this.ask<Row>(text, SERVICE_DATABASE);
  }

  /**
   * A superuser's connection, which the caller ends. Nodes that are refused take the reserved ones for a moment, so it is
   * tried until there is one.
   */
  async connect(database = 'postgres'): Promise<Client> {
    for (const since = performance.now(); ; await sleep(20)) {
      try {
        return await this.open({ user: ROLE, database, application_name: 'faults' });
      } catch (error) {
        const is_refused = (error as { code?: string }).code === TOO_MANY_CONNECTIONS;
        if (!is_refused || performance.now() - since > TURN_LIMIT_MS) throw error;
      }
    }
  }

  /** A connection that the nodes could have; the caller ends it. @throws DatabaseError when there is none */
  take(application_name: string): Promise<Client> {
    return this.open({ user: SERVICE_ROLE, database: SERVICE_DATABASE, application_name });
  }

  /** The pids of the nodes' server processes. */
  async backends(): Promise<number[]> {
    const rows = await this.ask<{ pid: number }>(
      `select pid from pg_stat_activity where usename = '${SERVICE_ROLE}'`,
    );
    return rows.map(({ pid }) => pid);
  }

  async waitReady(limit_ms = 60_000): Promise<void> {
    for (const since = performance.now(); ; await sleep(50)) {
      try {
        return void (await this.ask('select 1'));
      } catch (error) {
        if (performance.now() - since > limit_ms) throw error;
      }
    }
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

  private async open(as: Pick<ClientConfig, 'user' | 'database' | 'application_name'>): Promise<Client> {
    const at = { host: '127.0.0.1', port: this.port_now, password: this.password };
    const client = new Client({ ...at, ...as, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
    client.on('error', () => undefined); // a statement on it says so
    await client.connect();
    return client;
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
    return startServer({ place, binaries, settings: { ...SETTINGS, ...settings }, onLog: log }, port);
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
