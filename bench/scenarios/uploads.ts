import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRelation, post } from '../account';
import type { Bench, Scenario } from '../bench';
import { type Figure, spread } from '../figures';
import { invoice } from '../requests';

const MIB = 1024 * 1024;
const FILE_BYTES = 10 * MIB;
const AT_ONCE = 100;
const PER_DOCUMENT = 20;
/** A process grows with its first work, whatever it is. */
const WARM_UP = 20;
const SAMPLE_PAUSE_MS = 10;

const PIECE = Buffer.alloc(64 * 1024, 'a line of a table;1;2;3\n');
const TAIL = Buffer.from('\r\n--x--\r\n');

/** The resident memory that the service needs for concurrent uploads of 10 MiB. */
export const uploads: Scenario = {
  name: 'uploads',
  async run(bench): Promise<Figure[]> {
    const relation_id = await createRelation(bench.service, bench.account);
    for (let n = 0; n < WARM_UP; n++) await growth(bench, relation_id, n % 5 === 0 ? AT_ONCE / 5 : 1);
    const one: number[] = [];
    const many: number[] = [];
    for (let round = 1; round <= bench.rounds; round++) {
      one.push(await growth(bench, relation_id, 1));
      many.push(await growth(bench, relation_id, AT_ONCE));
      bench.note(`  round ${round}: ${one.at(-1)!.toFixed(1)} MiB, at once ${many.at(-1)!.toFixed(1)} MiB`);
    }
    return [
      { name: 'memory for an upload of 10 MiB', unit: 'MiB', measured: spread(one), target: { at_most: 5 } },
      { name: `  for ${AT_ONCE} at once`, unit: 'MiB', measured: spread(many), target: { at_most: 100 } },
    ];
  },
};

/** @returns MiB between the resident memory before the uploads and its peak while they come */
async function growth(bench: Bench, relation_id: string, count: number): Promise<number> {
  const places = await newDocuments(bench, relation_id, Math.ceil(count / PER_DOCUMENT));
  const before = await residentBytes(bench);
  let is_done = false;
  const sending = Promise.all(
    Array.from({ length: count }, (_, n) => upload(bench, places[n % places.length]!)),
  );
  const ended = sending.finally(() => (is_done = true));
  let peak = before;
  do {
    peak = Math.max(peak, await residentBytes(bench));
    await sleep(SAMPLE_PAUSE_MS);
  } while (!is_done);
  const attachments = await ended;
  for (const attachment of attachments) await send(bench, 'DELETE', attachment);
  return (peak - before) / MIB;
}

async function newDocuments(
  { service, account }: Bench,
  relation_id: string,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    ids.push((await post<{ id: string }>(service, account, '/documents', invoice(relation_id))).id);
  }
  return ids.map((id) => `/documents/${id}/attachments`);
}

/** @returns the address of the attachment */
async function upload(bench: Bench, place: string): Promise<string> {
  const filename = `${randomUUID()}.csv`;
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
  const location = await send(bench, 'POST', place, function* () {
    yield Buffer.from(head);
    for (let sent = 0; sent < FILE_BYTES; sent += PIECE.length) yield PIECE;
    yield TAIL;
  });
  if (location === undefined) throw new Error('An upload was answered without a location.');
  return location;
}

/** @returns the response's `Location` */
function send(
  { service, account }: Bench,
  method: string,
  path: string,
  body?: () => Iterable<Buffer>,
): Promise<string | undefined> {
  const headers = {
    authorization: account.authorization,
    ...(body ? { 'content-type': 'multipart/form-data; boundary=x' } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${service.api}${path}`, { method, headers }, (answer) => {
      answer.resume();
      const { statusCode: status = 0 } = answer;
      if (status >= 300) reject(new Error(`${method} was answered with ${status}.`));
      else answer.on('end', () => resolve(answer.headers.location)).on('error', reject);
    });
    request.on('error', reject);
    void write(request, body?.() ?? []).catch(reject);
  });
}

async function write(request: http.ClientRequest, pieces: Iterable<Buffer>): Promise<void> {
  for (const piece of pieces) {
    if (!request.write(piece)) await new Promise((resolve) => request.once('drain', resolve));
  }
  request.end();
}

async function residentBytes({ service }: Bench): Promise<number> {
  const answer = await fetch(`${service.management}/metrics`);
  const value = /^process_resident_memory_bytes (\S+)$/m.exec(await answer.text())?.[1];
  if (value === undefined) throw new Error('The metrics do not tell the resident memory.');
  return Number(value);
}
