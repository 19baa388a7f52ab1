import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** SQLSTATE of a refusal because all connections are taken. */
const TOO_MANY_CONNECTIONS = '53300';
const TURN_LIMIT_MS = 30_000;

export interface Login {
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
}

/** The database of the nodes, on 127.0.0.1. */
export abstract class RunDatabase {
  /**
   * @param administrator - a superuser
   * @param service - as the nodes connect
   */
  constructor(
    private readonly administrator: Login,
    private readonly service: Login,
  ) {}

  abstract get port(): number;

  abstract stop(): Promise<void>;

  /** The address for the nodes behind a wire. @param port - the wire's */
  urlAt(port: number): string {
    const { user, password, database } = this.service;
    return `postgres://${user}${password === undefined ? '' : `:${password}`}@127.0.0.1:${port}/${database}`;
  }

  /** SQL: a row of `pg_stat_activity` is a session of a node. */
  get isOfNode(): string {
    return `backend_type = 'client backend' and datname = '${this.service.database}' and application_name = ''`;
  }

  /** A superuser's statement on a separate connection. */
  async ask<Row = Record<string, unknown>>(text: string, database?: string): Promise<Row[]> {
    const client = await this.connect(database);
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** As `ask`, in the nodes' database. */
  askService<Row>(text: string): Promise<Row[]> {
    return this.ask<Row>(text, this.service.database);
  }

  /**
   * A superuser's connection, which the caller ends. Nodes that are refused take the reserved ones for a moment, so it
   * is tried until there is one.
   */
  async connect(database = this.administrator.database): Promise<Client> {
    for (const since = performance.now(); ; await sleep(20)) {
      try {
        return await this.open({ ...this.administrator, database }, 'faults');
      } catch (error) {
        const is_refused = (error as { code?: string }).code === TOO_MANY_CONNECTIONS;
        if (!is_refused || performance.now() - since > TURN_LIMIT_MS) throw error;
      }
    }
  }

  /** A connection that the nodes could have; the caller ends it. @throws DatabaseError when there is none */
  take(): Promise<Client> {
    return this.open(this.service, 'taken');
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

  private async open(login: Login, application_name: string): Promise<Client> {
    const client = new Client({
      ...{ ...login, host: '127.0.0.1', port: this.port, application_name },
      ...{ connectionTimeoutMillis: 5_000, query_timeout: 30_000 },
    });
    client.on('error', () => undefined); // a statement on it says so
    await client.connect();
    return client;
  }
}
