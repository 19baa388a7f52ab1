import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type FileContent, fileOf } from '../../client/files';
import { invoicingClient } from '../../client/invoicing-client';
import { ApiError, dataOf } from '../../client/outcome';
import type { RowOf } from '../../client/pages';
import { createDatabase, type TestDatabase } from '../support/database';
import { JPEG, PNG, SVG } from '../support/images';
import { aPdf } from '../support/sample-files';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../support/service';

let database: TestDatabase;
let service: Service;
let folder: string;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  folder = await mkdtemp(path.join(tmpdir(), 'client-uploads-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
  await database.drop();
});

type Fetch = (request: Request) => Promise<Response>;

function clientOf({ client_id, client_secret }: Tenant, send: Fetch = fetch) {
  const retries = { first_pause_ms: 1 };
  return invoicingClient({ base_url: service.api, client_id, client_secret, retries, fetch: send });
}

/** A tenant with five relations. */
async function fiveRelations() {
  const tenant = await aTenant(service);
  for (const name of ['A', 'B', 'C', 'D', 'E']) await aRelation(tenant, { name });
  const requested: string[] = [];
  const api = clientOf(tenant, (request) => {
    if (request.url.includes('/relations')) requested.push(new URL(request.url).search);
    return fetch(request);
  });
  return { api, requested };
}

const nameOf = (relation: RowOf<'/relations'>) => (relation.type === 'company' ? relation.name : undefined);

describe('the rows of a list', () => {
  test('come from all pages, with the filters and the sort of the call', async () => {
    const { api, requested } = await fiveRelations();
    const names: unknown[] = [];
    for await (const row of api.rows('/relations', { params: { query: { sort: 'name', limit: 2 } } })) {
      names.push(nameOf(row));
    }
    expect(names).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(requested).toEqual([
      '?sort=name&limit=2',
      expect.stringMatching(/^\?sort=name&limit=2&cursor=/),
      expect.stringMatching(/^\?sort=name&limit=2&cursor=/),
    ]);
  });

  test('are requested page by page, as far as they are read', async () => {
    const { api, requested } = await fiveRelations();
    for await (const row of api.rows('/relations', { params: { query: { sort: 'name', limit: 2 } } })) {
      if (nameOf(row) === 'B') break;
    }
    expect(requested).toHaveLength(1);
  });

  test('are none of an empty list, and need no input where the path has no id', async () => {
    const api = clientOf(await aTenant(service));
    expect(await api.rows('/documents').next()).toEqual({ done: true, value: undefined });
  });

  test('end with the error of a refusal, which has code, status and field', async () => {
    const api = clientOf(await aTenant(service));
    const error: unknown = await api
      .rows('/documents', { params: { query: { sort: 'colour' as never } } })
      .next()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'invalid_filter',
      status: 400,
      fields: [{ field: 'sort', reason: expect.any(String) }],
      request_id: expect.any(String),
    });
  });
});

describe('the pages of a list', () => {
  test('go on at a stored cursor', async () => {
    const { api } = await fiveRelations();
    const query = { sort: 'name' as const, limit: 2 };
    const { value: first } = await api.pages('/relations', { params: { query } }).next();
    const sizes: number[] = [];
    const rest = { params: { query: { ...query, cursor: first!.next_cursor! } } };
    for await (const { data } of api.pages('/relations', rest)) sizes.push(data.length);
    expect(sizes).toEqual([2, 1]);
  });
});

describe('an upload', () => {
  const BYTES = aPdf(300_000);
  const CHUNKS = [BYTES.subarray(0, 70_001), BYTES.subarray(70_001)];
  /** Ends at sizes that are no multiple of a chunk. */
  async function* pieces() {
    const memory = Buffer.alloc(70_001); // used again for each piece
    for (let from = 0; from < BYTES.length; from += memory.length) {
      const length = BYTES.copy(memory, 0, from, from + memory.length);
      yield memory.subarray(0, length);
    }
  }

  async function aDocument(tenant: Tenant): Promise<string> {
    const relation_id = await aRelation(tenant);
    const lines = [{ name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' }];
    const { body } = await tenant.post('/documents', { type: 'invoice', relation_id, lines }).expect(201);
    return body.id as string;
  }

  async function downloaded(api: ReturnType<typeof clientOf>, id: string, attachment_id: string) {
    const params = { path: { id, attachment_id } };
    return dataOf(api.GET('/documents/{id}/attachments/{attachment_id}', { params, parseAs: 'arrayBuffer' }));
  }

  test.each<[string, () => FileContent | Promise<FileContent>]>([
    ['bytes', () => BYTES],
    ['a file on disk', () => onDisk()],
    ['a stream of Node', () => Readable.from(CHUNKS)],
    ['a stream of fetch', () => new Blob([new Uint8Array(BYTES)]).stream()],
    ['a generator that uses its memory again', () => pieces()],
  ])('of an attachment takes %s', async (_, content) => {
    const tenant = await aTenant(service);
    const [api, id] = [clientOf(tenant), await aDocument(tenant)];
    const attachment = await dataOf(
      api.POST('/documents/{id}/attachments', {
        params: { path: { id } },
        body: { file: await fileOf('Overzicht é.pdf', await content()) },
      }),
    );
    expect(attachment).toMatchObject({ filename: 'Overzicht é.pdf', size: BYTES.length });
    expect(BYTES.equals(Buffer.from(await downloaded(api, id, attachment.id)))).toBe(true);
  });

  async function onDisk(): Promise<Blob> {
    const file = path.join(folder, 'scan.pdf');
    await writeFile(file, BYTES);
    return openAsBlob(file);
  }

  test('of a stream is sent again, whole and with the same key, when its response is lost', async () => {
    const tenant = await aTenant(service);
    const id = await aDocument(tenant);
    let attempts = 0;
    const api = clientOf(tenant, async (request) => {
      const response = await fetch(request);
      if (!request.url.endsWith('/attachments') || ++attempts > 1) return response;
      throw new TypeError('fetch failed');
    });
    const attachment = await dataOf(
      api.POST('/documents/{id}/attachments', {
        params: { path: { id } },
        body: { file: await fileOf('scan.pdf', Readable.from(CHUNKS)) },
      }),
    );
    expect(attempts).toBe(2);
    const { attachments } = await dataOf(api.GET('/documents/{id}', { params: { path: { id } } }));
    expect(attachments.map((one) => one.id)).toEqual([attachment.id]);
    expect(BYTES.equals(Buffer.from(await downloaded(api, id, attachment.id)))).toBe(true);
  });

  test.each([
    ['logo.png', PNG],
    ['logo.JPG', JPEG],
    ['logo.svg', SVG],
  ])('of a logo has the media type of its name (%s)', async (name, bytes) => {
    const api = clientOf(await aTenant(service));
    const { id } = await dataOf(api.POST('/brandings', { body: { name: 'Ours' } }));
    const params = { path: { id } };
    const branding = await dataOf(
      api.PUT('/brandings/{id}/logo', { params, body: await fileOf(name, Readable.from([bytes])) }),
    );
    expect(branding.has_logo).toBe(true);
    await dataOf(api.GET('/brandings/{id}/logo', { params, parseAs: 'arrayBuffer' }));
  });

  test('that is too big fails with the status of the service, and is not repeated', async () => {
    const tenant = await aTenant(service);
    const id = await aDocument(tenant);
    let attempts = 0;
    const api = clientOf(tenant, (request) => {
      if (request.url.endsWith('/attachments')) attempts += 1;
      return fetch(request);
    });
    const file = await fileOf('scan.pdf', Buffer.concat([BYTES, Buffer.alloc(11 * 1024 * 1024)]));
    const upload = dataOf(
      api.POST('/documents/{id}/attachments', { params: { path: { id } }, body: { file } }),
    );
    await expect(upload).rejects.toMatchObject({ name: 'ApiError', status: 413, code: null });
    expect(attempts).toBe(1);
  });

  test('of a stream without an end fails before it fills the memory', async () => {
    let pulled = 0;
    const endless = async function* () {
      for (; ; pulled += 1) yield new Uint8Array(1024 * 1024);
    };
    await expect(fileOf('scan.pdf', endless())).rejects.toThrow(
      new RangeError('The stream of a file has more than 100 MiB.'),
    );
    expect(pulled).toBe(100);
  });

  test('takes no stream of text, which would have lost bytes', async () => {
    const text = Readable.from(['text']) as AsyncIterable<Uint8Array>;
    await expect(fileOf('a.csv', text)).rejects.toThrow('The stream of a file must return bytes.');
  });
});

describe('a change that is answered with 500', () => {
  /** The first attempt is answered with 500 and this effect. */
  async function changed(effect: 'none' | 'unknown') {
    const tenant = await aTenant(service);
    const id = await aRelation(tenant);
    const methods: string[] = [];
    const api = clientOf(tenant, async (request) => {
      if (!request.url.includes('/relations/')) return fetch(request);
      methods.push(request.method);
      const error = { code: 'internal_error', message: 'x', details: [{ effect }] };
      return methods.length === 1 ? Response.json({ error }, { status: 500 }) : fetch(request);
    });
    return { api, methods, path: { id } };
  }
  const note = { note: 'x' };

  test('is repeated when it had no effect, as the service says', async () => {
    const { api, methods, path } = await changed('none');
    await dataOf(api.PATCH('/relations/{id}', { params: { path }, body: note }));
    expect(methods).toEqual(['PATCH', 'PATCH']);
  });

  test('is not repeated when its effect is unknown', async () => {
    const { api, methods, path } = await changed('unknown');
    const change = dataOf(api.PATCH('/relations/{id}', { params: { path }, body: note }));
    await expect(change).rejects.toMatchObject({ code: 'internal_error', details: [{ effect: 'unknown' }] });
    expect(methods).toEqual(['PATCH']);
  });

  test('is repeated as a PUT, unless it depends on a version', async () => {
    const free = await changed('unknown');
    const body = { external_id: 'x' };
    await dataOf(free.api.PUT('/relations/{id}/own-data', { params: { path: free.path }, body }));
    expect(free.methods).toEqual(['PUT', 'PUT']);

    const bound = await changed('unknown');
    const params = { path: bound.path, header: { 'If-Match': '"1"' } };
    await expect(dataOf(bound.api.PUT('/relations/{id}/own-data', { params, body }))).rejects.toThrow('500');
    expect(bound.methods).toEqual(['PUT']);
  });
});
