import { setTimeout as sleep } from 'node:timers/promises';
import { route } from '../../../src/adapters/http/route';
import { ZipArchives } from '../../../src/adapters/zip-archives';
import type { ArchiveEntry } from '../../../src/ports/documents/archives';
import { type Kit, startKit } from '../../support/http-kit';
import { RawConnection, until } from '../../support/raw-http';

const last = { path: 'manifest.json', textOf: (files: readonly object[]) => JSON.stringify(files) };
let closed: string[];

function entry(path: string, pieces: number, failure?: Error): ArchiveEntry {
  return {
    path,
    open: async () =>
      (async function* () {
        try {
          for (let piece = 0; piece < pieces; piece++) {
            yield Buffer.alloc(64 * 1024, piece);
            await sleep(1);
          }
          if (failure) throw failure;
        } finally {
          closed.push(path);
        }
      })(),
  };
}
const archive = (path: string, entries: () => ArchiveEntry[]) =>
  route({
    method: 'get',
    path,
    access: 'public',
    response: 'file',
    file_types: ['application/zip'],
    handle: async () => {
      const open = async () => new ZipArchives().zip(entries(), last);
      return { content_type: 'application/zip', filename: 'a.zip', bytes: { size: undefined, open } };
    },
  });
const routes = [
  archive('/long', () => [entry('long.bin', 10_000), entry('next.bin', 1)]),
  archive('/broken', () => [entry('first.bin', 1), entry('broken.bin', 2, new Error('The store is away.'))]),
];

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(routes);
});
afterAll(() => kit.server.stop(0));
beforeEach(() => {
  closed = [];
  kit.log.lines.length = 0;
});

async function begin(path: string): Promise<RawConnection> {
  const connection = await RawConnection.open(kit.address);
  connection.send(kit.request(`GET ${path}`));
  await until(() => connection.text.length > 1_000, 'the first bytes');
  return connection;
}

test('a caller that disconnects during a download closes the file that is read, and is no error', async () => {
  const connection = await begin('/long');
  connection.socket.destroy();
  await until(() => closed.length > 0, 'the end of the file');
  await sleep(50);
  expect(closed).toEqual(['long.bin']);
  expect(kit.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a file that breaks during a download closes the connection before the end of the archive', async () => {
  const connection = await begin('/broken');
  await until(() => connection.closed, 'the end of the connection');
  expect(connection.text.endsWith('0\r\n\r\n')).toBe(false);
  expect(connection.text).not.toContain('manifest.json');
  const errors = kit.log.lines.filter(({ level }) => level === 'error');
  expect(errors.map(({ error }) => (error as Error).message)).toEqual(['The store is away.']);
});

test('a HEAD request opens no file', async () => {
  const connection = await RawConnection.open(kit.address);
  connection.send(kit.request('HEAD /long'));
  await until(() => connection.text.includes('\r\n\r\n'), 'the head');
  connection.socket.destroy();
  expect(connection.text).toContain('application/zip');
  expect(closed).toEqual([]);
});
