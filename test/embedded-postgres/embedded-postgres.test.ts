import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/adapters/embedded-postgres/embedded-postgres';
import { launch, type LauncherProcess } from './launcher-process';

/** With the cluster of a server that was started once. */
let prepared: string;
let data_dir: string;
let servers: EmbeddedPostgres[];
let launchers: LauncherProcess[];

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(folder, 0o711); // as root, the server's user has to enter it
  return folder;
}

beforeAll(async () => {
  prepared = await aFolder();
  await (await startEmbeddedPostgres({ data_dir: prepared })).stop();
});

afterAll(async () => {
  await rm(prepared, { recursive: true });
});

beforeEach(async () => {
  data_dir = await aFolder();
  servers = [];
  launchers = [];
});

afterEach(async () => {
  await Promise.all([
    ...servers.map((server) => server.stop()),
    ...launchers.map((launcher) => launcher.kill()),
  ]);
  const pid = await serverPid();
  if (pid !== undefined) await gone(pid);
  await rm(data_dir, { recursive: true, maxRetries: 5 });
});

/** Makes the data folder that of a later start: the first one creates a cluster, which takes a second. */
async function skipFirstStart(): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, data_dir]); // with the owners of files
}

async function start(onRestart?: (exit_code: number | null) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ data_dir, ...(onRestart && { onRestart }) });
  servers.push(server);
  return server;
}

function launchOne(): LauncherProcess {
  const launcher = launch(data_dir);
  launchers.push(launcher);
  return launcher;
}

async function query(url: string, statement: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // the server may end during the query, which then rejects
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: statement, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

async function serverPid(): Promise<number | undefined> {
  const text = await readFile(join(data_dir, 'postgres/postmaster.pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split('\n')[0]);
}

/** @throws Error when the process is still there after 10 s */
async function gone(pid: number): Promise<void> {
  for (let waited_ms = 0; waited_ms < 10_000; waited_ms += 20) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(20);
  }
  throw new Error(`process ${pid} is still there`);
}

describe('the embedded server', () => {
  beforeEach(skipFirstStart);

  test('keeps its data and its password over a restart', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 1 as number');
    const pid = (await serverPid()) as number;
    await first.stop();
    await gone(pid);
    await expect(query(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED');

    const second = await start();
    expect(await query(second.url, 'select number from kept')).toEqual([[1]]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  test('is durable, uses UTC, UTF-8 and ICU collations, and accepts password logins on loopback only', async () => {
    const { url } = await start();
    const [settings] = await query(
      url,
      `select current_setting('fsync'), current_setting('synchronous_commit'), current_setting('TimeZone'),
              current_setting('server_encoding'), current_setting('listen_addresses'), lower('É'),
              array(select x from unnest(array['b', 'é', 'a', 'f', 'B']) x order by x collate "und-x-icu")`,
    );
    expect(settings).toEqual(['on', 'on', 'UTC', 'UTF8', '127.0.0.1', 'é', ['a', 'b', 'B', 'é', 'f']]);
    expect((await stat(join(data_dir, 'postgres.password'))).mode & 0o777).toBe(0o600);

    const guess = new URL(url);
    guess.password = 'invoicing';
    await expect(query(guess.toString(), 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('has small files of the WAL, since all commits wait for a new one', async () => {
    const { url } = await start();
    expect(await query(url, 'show wal_segment_size')).toEqual([['4MB']]);
  });

  test('restarts on the same URL, with its data, when its process is killed', async () => {
    const restarts: (number | null)[] = [];
    const { url } = await start((exit_code) => restarts.push(exit_code));
    await query(url, 'create table kept as select 1 as number');
    for (const round of [1, 2]) {
      const pid = (await serverPid()) as number;
      process.kill(pid, 'SIGKILL');
      await gone(pid);
      let rows: unknown;
      for (let attempt = 0; rows === undefined && attempt < 100; attempt++) {
        await sleep(50);
        rows = await query(url, 'select number from kept').catch(() => undefined);
      }
      expect(rows).toEqual([[1]]);
      expect(restarts).toEqual(Array<number>(round).fill(128 + 9));
    }
  });

  test('can be stopped while its process is down', async () => {
    let ended = (): void => undefined;
    const down = new Promise<void>((resolve) => (ended = resolve));
    const server = await start(() => ended());
    process.kill((await serverPid()) as number, 'SIGKILL');
    await down;
    await server.stop();
    await (await start()).stop();
  });
});

describe('several launchers on one folder', () => {
  test('refuse the second with the pid of the first, and start it after the first has ended', async () => {
    await skipFirstStart();
    const first = await start();
    await expect(start()).rejects.toThrow(
      `The data folder ${data_dir} is in use by process ${process.pid}: stop that process first`,
    );
    expect(await query(first.url, 'select 1')).toEqual([[1]]);
    await first.stop();
    await start();
  });

  test('start one server when five processes race', async () => {
    const racers = [1, 2, 3, 4, 5].map(launchOne);
    const outcomes = await Promise.all(racers.map((racer) => racer.outcome));
    const winner = outcomes.findIndex((outcome) => outcome.startsWith('url '));
    const refusal = `error The data folder ${data_dir} is in use by process ${racers[winner]?.child.pid}:`;
    expect(outcomes.filter((outcome) => outcome.startsWith(refusal))).toHaveLength(4);
  });
});

describe('a launcher that is killed', () => {
  test('ends its server, and the next one starts at once with the data of the last commit', async () => {
    await skipFirstStart();
    const launcher = launchOne();
    const url = (await launcher.outcome).replace('url ', '');
    await query(url, 'create table kept as select 1 as number');
    const pid = (await serverPid()) as number;
    await launcher.kill();

    const next = await start(); // the former server may still be shutting down
    expect(await query(next.url, 'select number from kept')).toEqual([[1]]);
    await gone(pid);
  });

  test('leaves no server running', async () => {
    await skipFirstStart();
    const launcher = launchOne();
    await launcher.outcome;
    const pid = (await serverPid()) as number;
    await launcher.kill();
    await gone(pid);
  });

  test('during the first start does not prevent the next start', async () => {
    const launcher = launchOne();
    for (let seen = false; !seen; await sleep(5)) {
      seen = await stat(join(data_dir, 'postgres.new/PG_VERSION')).then(
        () => true,
        () => false,
      );
    }
    await launcher.kill();
    const next = await start();
    expect(await query(next.url, 'select current_database()')).toEqual([['invoicing']]);
  });
});

describe('a pid file of a crashed server', () => {
  test('does not prevent the start although another process of the user has its pid now', async () => {
    await skipFirstStart();
    await (await start()).stop();
    const cluster = join(data_dir, 'postgres');
    const { uid } = await stat(cluster);
    const other = spawn('sleep', ['30'], process.getuid?.() === 0 ? { uid } : {});
    try {
      await writeFile(join(cluster, 'postmaster.pid'), `${other.pid}\n${cluster}\n1\n5432\n\n\n\n`);
      expect(await query((await start()).url, 'select 1')).toEqual([[1]]);
    } finally {
      other.kill();
    }
  });
});
