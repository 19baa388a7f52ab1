import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Client, type QueryConfig } from 'pg';
import { statement } from './database';

/** The minimal tables for a numbered invoice. */
const SCHEMA = `
create table counter (journal_id integer primary key, last_number integer not null) with (fillfactor = 50);
create table document (
  journal_id integer not null, number integer not null, issue_date date not null, total numeric not null,
  primary key (journal_id, number)
);
create table line (
  journal_id integer not null, number integer not null, position integer not null, name text not null,
  quantity numeric not null, unit_price numeric not null,
  primary key (journal_id, number, position)
);
create table audit (id bigserial primary key, at timestamptz not null, what text not null);
insert into counter select n, 0 from generate_series(1, 1000) n`;

/** `:journal` and `:number` as pgbench writes variables. */
const LOCK = 'select last_number + 1 as number from counter where journal_id = :journal for update';
const WRITES = [
  'update counter set last_number = :number where journal_id = :journal',
  "insert into document values (:journal, :number, '2026-01-01', 1000)",
  "insert into line values (:journal, :number, 1, 'Consulting', 8, 95)",
  "insert into line values (:journal, :number, 2, 'Licence', 3, 99.99)",
  "insert into line values (:journal, :number, 3, 'Handbook', 12, 14.50)",
  "insert into audit (at, what) values (now(), 'created')",
];

export interface PlainTransactions {
  /** What runs them, for the table. */
  readonly name: string;
  /** @returns transactions per second, over so many counters */
  run(options: PlainLoad): Promise<number>;
}

interface PlainLoad {
  readonly clients: number;
  readonly journals: number;
  readonly seconds: number;
  /** Whether statements are prepared; by default pgbench does not prepare them. */
  readonly prepared: boolean;
}

/** A simple transaction, one statement after the other, run by pgbench or, if that is missing, by pg. */
export async function preparePlainTransactions(
  database_url: string,
  folder: string,
): Promise<PlainTransactions> {
  await statement(database_url, SCHEMA);
  const pgbench = findPgbench();
  if (!pgbench) {
    return { name: 'bare pg driver', run: (options) => runByDriver(database_url, options) };
  }
  const script = path.join(folder, 'plain-transaction.sql');
  const lines = ['begin;', `${LOCK} \\gset`, ...WRITES.map((write) => `${write};`), 'commit;'];
  await writeFile(script, ['\\set journal random(1, :journals)', ...lines, ''].join('\n'));
  return {
    name: 'pgbench',
    async run({ clients, journals, seconds, prepared }) {
      const output = await run(pgbench, database_url, [
        ...['--no-vacuum', `--client=${clients}`, '--jobs=2', `--time=${seconds}`],
        ...[`--protocol=${prepared ? 'prepared' : 'simple'}`],
        ...[`--define=journals=${journals}`, `--file=${script}`],
      ]);
      const tps = /tps = ([\d.]+) \(without/.exec(output)?.[1];
      if (tps === undefined) throw new Error(`pgbench did not say how many it did: ${output}`);
      return Number(tps);
    },
  };
}

/** pgbench on the PATH, or the newest one in the server folders of Debian. */
function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  return folders.map((folder) => path.join(folder, 'pgbench')).find(existsSync);
}

async function run(pgbench: string, database_url: string, args: readonly string[]): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(database_url);
  const child = spawn(pgbench, args, {
    env: {
      ...process.env,
      ...{ PGHOST: hostname, PGPORT: port || '5432', PGDATABASE: pathname.slice(1) },
      ...{ PGUSER: decodeURIComponent(username), PGPASSWORD: decodeURIComponent(password) },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`pgbench failed: ${complaints}`);
  return output;
}

async function runByDriver(
  database_url: string,
  { clients, journals, seconds, prepared }: PlainLoad,
): Promise<number> {
  const connections = Array.from({ length: clients }, () => new Client({ connectionString: database_url }));
  await Promise.all(connections.map((connection) => connection.connect()));
  const started = performance.now();
  const counts = await Promise.all(
    connections.map(async (connection) => {
      let count = 0;
      for (; performance.now() - started < seconds * 1000; count++) {
        await transaction(connection, 1 + Math.floor(Math.random() * journals), prepared);
      }
      return count;
    }),
  );
  const elapsed_s = (performance.now() - started) / 1000;
  await Promise.all(connections.map((connection) => connection.end()));
  return counts.reduce((sum, count) => sum + count, 0) / elapsed_s;
}

async function transaction(connection: Client, journal: number, prepared: boolean): Promise<void> {
  const ask = <Row extends object>(script: string, variables: Record<string, number>) =>
    connection.query<Row>(queryOf(script, variables, prepared));
  await connection.query('begin');
  const { rows } = await ask<{ number: number }>(LOCK, { journal });
  for (const write of WRITES) await ask(write, { journal, number: rows[0]!.number });
  await connection.query('commit');
}

function queryOf(script: string, variables: Record<string, number>, prepared: boolean): QueryConfig {
  const values: number[] = [];
  const text = script.replace(
    /:(\w+)/g,
    (_, variable: string) => `$${values.push(variables[variable]!)}::integer`,
  );
  return { text, values, ...(prepared ? { name: script.slice(0, 60) } : {}) };
}
