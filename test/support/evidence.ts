import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import request from 'supertest';
import { contentOf, hashOf } from '../../src/domain/events/chain';
import type { ChainedEvent } from '../../src/domain/events/event';
import { sha256 } from './s3';
import type { Service, Tenant } from './service';

const page = readFileSync(path.join(__dirname, '../../docs/evidence.md'), 'utf8');
const PROGRAM = /```js\n(.*?)```/s.exec(page)![1]!;
/** The loop of the page, which checks the chain alone. */
export const LOOP = [...page.matchAll(/```sh\n(.*?)```/gs)].at(-1)![1]!;
/** So that a program that does not end fails its test. */
export const SPAWN_MS = 20_000;

export type Files = ReadonlyMap<string, Buffer>;

/** The ZIP file. */
export async function evidenceOf(tenant: Tenant, id: string): Promise<Buffer> {
  const answer = await tenant
    .get(`/documents/${id}/evidence`)
    .buffer(true)
    .parse((res, done) => {
      const pieces: Buffer[] = [];
      res.on('data', (piece: Buffer) => pieces.push(piece));
      res.on('end', () => done(null, Buffer.concat(pieces)));
    });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  return answer.body as Buffer;
}

export const jsonOf = (files: Files, name: string) => JSON.parse(files.get(name)!.toString());

/** The text of `GET /events/keys`. */
export async function keysOf(service: Service): Promise<string> {
  return (await request(service.api).get('/events/keys').expect(200)).text;
}

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

type Run = (folder: string, company_id: string) => Promise<Ended>;

/** As the page says. */
const asProcess: Run = (folder, company_id) => {
  const values = ['verify-evidence.mjs', 'evidence', company_id, 'keys.json'];
  const options = { cwd: folder, encoding: 'utf8', timeout: SPAWN_MS } as const;
  return Promise.resolve(spawnSync(process.execPath, values, options));
};

/** In less than half of the time. A thread has no working directory of its own. */
const asThread: Run = async (folder, company_id) => {
  const inFolder = (name: string) => path.join(folder, name);
  const argv = [inFolder('evidence'), company_id, inFolder('keys.json')];
  const thread = new Worker(inFolder('verify-evidence.mjs'), { argv, stdout: true, stderr: true });
  try {
    const [stdout, stderr, ended] = await Promise.all([
      text(thread.stdout),
      text(thread.stderr),
      once(thread, 'exit', { signal: AbortSignal.timeout(SPAWN_MS) }),
    ]);
    return { stdout, stderr, status: ended[0] as number };
  } finally {
    await thread.terminate();
  }
};

async function checkedBy(run: Run, files: Files, company_id: string, keys: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'evidence-'));
  try {
    const write = (name: string, bytes: string | Buffer) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), bytes);
    };
    for (const [name, bytes] of files) write(`evidence/${name}`, bytes);
    write('keys.json', keys);
    write('verify-evidence.mjs', PROGRAM);
    const { stdout, stderr, status } = await run(folder, company_id);
    expect(status).toBe(stdout.startsWith('VALID: ') ? 0 : 1);
    return `${stdout}${stderr}`.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the program of the page on files in a folder of their own. @returns what it prints */
export const checkedByProgram = (files: Files, company_id: string, keys: string) =>
  checkedBy(asThread, files, company_id, keys);

/** The same in a process, as users run it. */
export const checkedByProcess = (files: Files, company_id: string, keys: string) =>
  checkedBy(asProcess, files, company_id, keys);

/** The files with a manifest that lists them, as whoever alters them would write it. */
export function listed(files: Files): Files {
  const manifest = jsonOf(files, 'manifest.json') as object;
  const others = [...files].filter(([path]) => path !== 'manifest.json');
  const all = others.map(([path, bytes]) => ({ path, sha256: sha256(bytes) }));
  const bytes = Buffer.from(JSON.stringify({ ...manifest, files: all }));
  return new Map([...others, ['manifest.json', bytes]]);
}

/** The files after a change of one, with a manifest that fits. */
export function tampered(files: Files, name: string, change: (text: string) => string): Files {
  const before = files.get(name)!.toString();
  const after = change(before);
  expect(after).not.toBe(before);
  return listed(new Map(files).set(name, Buffer.from(after)));
}

/**
 * The files with another first event, and the lines of the chain after a change of their order.
 *
 * @param change - gets the line of the genuine event, the line of the forged one, and the lines that follow
 */
export function forged(
  files: Files,
  change: (genuine: string, forgery: string, following: readonly string[]) => readonly string[],
) {
  const [first, ...events] = jsonOf(files, 'events.json') as ChainedEvent[];
  const event = { ...first!, occurred_at: '2020-01-01T00:00:00.000Z' };
  const content = contentOf(event);
  const hash = hashOf(event.previous_hash, content);
  const forgery = `${event.position} ${event.previous_hash} ${content} ${hash}`;
  const copy = tampered(files, 'events.json', () => JSON.stringify([{ ...event, hash }, ...events]));
  return tampered(copy, 'chain.txt', (text) => {
    const [genuine, ...following] = text.trim().split('\n');
    return `${change(genuine!, forgery, following).join('\n')}\n`;
  });
}
