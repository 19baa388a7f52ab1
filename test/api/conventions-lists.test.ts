import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { DATABASE, get } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import {
  addressOf,
  answersOf,
  type Call,
  callOf,
  type Declared,
  declaredRoutes,
  each,
  type Ids,
  oneMore,
  oneOfEach,
} from '../support/every-route';
import { insertRow } from '../support/rows';
import { aSender } from '../support/sending';
import { type Service, startService, type Tenant } from '../support/service';

/** A resource as a list shows it. */
type Row = { readonly id: string; readonly created_at: string } & Readonly<Record<string, string>>;

const ROWS = 5;

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let call: Call;
let ids: Ids;
let lists: Declared[];

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  lists = declaredRoutes(service).filter(({ method, query }) => method === 'get' && 'sort' in shapeOf(query));
  tenant = await aSender(service);
  call = callOf(service, tenant.access_token);
  ids = await oneOfEach(call);
  for (const { path } of lists) {
    for (let i = 0; i < ROWS; i++) await addTo(path);
  }
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const shapeOf = (query: unknown) => (query as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
const sortsOf = ({ query }: Declared) =>
  (shapeOf(query).sort as z.ZodDefault<z.ZodEnum>).unwrap().options as readonly string[];
const filtersOf = ({ query }: Declared) =>
  Object.keys(shapeOf(query)).filter((name) => !['sort', 'limit', 'cursor'].includes(name));

/** One more row of a list. */
async function addTo(path: string): Promise<void> {
  const collection = path.split('/').at(-1)!;
  if (collection === 'transmissions') return insertTransmission();
  await oneMore(collection, call, ids);
}

/** A failed send, so that the document can be sent again without waiting for an outcome. */
async function insertTransmission(): Promise<void> {
  const now = new Date();
  await insertRow(get(service.container, DATABASE), 'transmission', {
    company_id: tenant.company_id,
    document_id: ids.documents,
    message_id: randomUUID(),
    state: 'failed',
    payload: Buffer.of(),
    attempts: '[]',
    created_at: now,
    updated_at: now,
  });
}

const list = (path: string, query: string) => call('get', `${addressOf(path, ids)}?${query}`);
const page = async (path: string, query: string) => {
  const { status, body } = await list(path, query);
  if (status !== 200) throw new Error(`${path}?${query}: ${JSON.stringify(body)}`);
  return body as { data: readonly Row[]; next_cursor: string | null };
};
const next = (cursor: string | null) => (cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`);
const idsOf = (rows: readonly Row[]) => rows.map(({ id, message_id }) => id ?? message_id);

describe('every list', () => {
  test('is covered by this test', () => {
    expect(lists.map(({ path }) => path).sort()).toEqual(
      expect.arrayContaining([
        '/bank-accounts',
        '/brandings',
        '/documents',
        '/documents/:id/attachments',
        '/documents/:id/transmissions',
        '/journals',
        '/relations',
        '/relations/:relation_id/delivery-locations',
      ]),
    );
  });

  test('has the four common sorts, the newest first, and updated_since', async () => {
    for (const { path, ...route } of lists) {
      expect([path, sortsOf({ path, ...route })]).toEqual([
        path,
        expect.arrayContaining(['created_at', '-created_at', 'updated_at', '-updated_at']),
      ]);
      expect([path, filtersOf({ path, ...route })]).toEqual([
        path,
        expect.arrayContaining(['updated_since']),
      ]);
      const { data } = await page(path, '');
      expect([path, idsOf(data)]).toEqual([path, idsOf((await page(path, 'sort=-created_at')).data)]);
      const times = data.map(({ created_at }) => created_at);
      expect(times).toEqual([...times].sort().reverse());
    }
  });

  test('shows whole resources', async () => {
    /** Fields that a row of the document list lacks. */
    const ONLY_SINGLE = ['lines', 'attachments', 'allowed_actions'];
    const readable = new Set(
      declaredRoutes(service).map(({ name, response }) => response !== 'file' && name),
    );
    for (const { path } of lists) {
      const { data, ...rest } = await page(path, '');
      expect([path, rest]).toEqual([path, { next_cursor: null }]);
      expect([path, data.length >= ROWS]).toEqual([path, true]);
      if (!readable.has(`GET ${path}/:id`)) continue;
      for (const row of data) {
        const { body } = await call('get', `${addressOf(path, ids)}/${row.id}`);
        const whole = Object.entries(body).filter(([name]) => !ONLY_SINGLE.includes(name));
        expect([path, row]).toEqual([path, Object.fromEntries(whole)]);
      }
    }
  });

  test('has the resources of its company only', async () => {
    const other = callOf(service, (await aSender(service)).access_token);
    const other_ids = await oneOfEach(other);
    for (const { path } of lists) {
      const { body } = await other('get', `${addressOf(path, other_ids)}?limit=200`);
      const [theirs, mine] = [idsOf(body.data), idsOf((await page(path, 'limit=200')).data)];
      expect([path, theirs.filter((id) => mine.includes(id))]).toEqual([path, []]);
      const own = other_ids[path.split('/').at(-1)!];
      expect([path, theirs]).toEqual([path, own === undefined ? [] : expect.arrayContaining([own])]);
    }
    for (const collection of ['relation', 'journal'])
      expect((await page('/documents', `${collection}_id=${other_ids[`${collection}s`]}`)).data).toEqual([]);
  });

  test('has pages that together are the whole list, in each sort order', async () => {
    for (const route of lists) {
      for (const sort of sortsOf(route)) {
        const whole = await page(route.path, `sort=${sort}&limit=200`);
        const rows: Row[] = [];
        let cursor: string | null = null;
        do {
          const { data, next_cursor } = await page(route.path, `sort=${sort}&limit=2${next(cursor)}`);
          expect(data.length).toBeLessThanOrEqual(2);
          rows.push(...data);
          cursor = next_cursor;
        } while (cursor !== null);
        expect([route.path, sort, rows]).toEqual([route.path, sort, whole.data]);
      }
    }
  });

  test('has each sort order in reverse, ties included', async () => {
    for (const route of lists) {
      for (const sort of sortsOf(route).filter((name) => !name.startsWith('-'))) {
        const up = await page(route.path, `sort=${sort}`);
        const down = await page(route.path, `sort=-${sort}`);
        expect([route.path, sort, idsOf(up.data)]).toEqual([
          route.path,
          sort,
          idsOf([...down.data].reverse()),
        ]);
        if (!sort.endsWith('_at') || up.data[0]![sort] === undefined) continue;
        const times = up.data.map((row) => row[sort]);
        expect(times).toEqual([...times].sort());
      }
    }
  });

  test('shows each row once, while others are inserted between pages', async () => {
    for (const route of lists) {
      for (const sort of sortsOf(route)) {
        const before = idsOf((await page(route.path, `sort=${sort}&limit=200`)).data);
        const seen: string[] = [];
        let cursor: string | null = null;
        for (let pages = 0; pages === 0 || cursor !== null; pages++) {
          const { data, next_cursor } = await page(route.path, `sort=${sort}&limit=2${next(cursor)}`);
          seen.push(...idsOf(data));
          cursor = next_cursor;
          // Two, as a document holds no more than twenty attachments; new rows at the end are rightly seen too.
          if (pages < 2) await addTo(route.path);
        }
        expect([route.path, sort, seen.length]).toEqual([route.path, sort, new Set(seen).size]);
        expect([route.path, sort, seen.filter((id) => before.includes(id))]).toEqual([
          route.path,
          sort,
          before,
        ]);
      }
    }
  });

  test('filters by updated_since, that instant included', async () => {
    for (const { path } of lists) {
      const since = async (instant: string) =>
        (await page(path, `updated_since=${encodeURIComponent(instant)}&limit=200`)).data;
      const { data } = await page(path, 'sort=-updated_at&limit=200');
      const [newest] = data;
      const time = newest!.updated_at ?? newest!.created_at;
      expect([path, idsOf(await since(time))]).toEqual([path, expect.arrayContaining(idsOf([newest!]))]);
      const later = new Date(Date.parse(time) + 1).toISOString();
      expect([path, await since(later)]).toEqual([path, []]);
      expect([path, (await since('2020-01-01T01:00:00+02:00')).length]).toEqual([path, data.length]);
      expect([path, (await since('2020-01-01t00:00:00z')).length]).toEqual([path, data.length]); // RFC 3339 §5.6
    }
  });

  test.each(['0', '201', '-1', '1.5', 'x', '', '1e1', ' 5', '5&limit=5'])(
    'refuses limit=%s (422 validation_error)',
    async (limit) => {
      const answers = await answersOf(lists, ({ path }) => list(path, `limit=${limit}`));
      expect(answers).toEqual(each(lists, '422 validation_error'));
    },
  );

  test.each(['', 'x', 'bnVsbA', 'W10', 'x'.repeat(3000), 'a&cursor=a'])(
    'refuses the cursor %.20s (422 validation_error)',
    async (cursor) => {
      const answers = await answersOf(lists, ({ path }) => list(path, `cursor=${cursor}`));
      expect(answers).toEqual(each(lists, '422 validation_error'));
    },
  );

  test('refuses the cursor of another list, order or filter (422 validation_error), and accepts another limit', async () => {
    const cursors = new Map<string, string>();
    for (const { path } of lists) cursors.set(path, (await page(path, 'limit=1')).next_cursor!);
    const elsewhere = await answersOf(lists, ({ path }) => {
      const [, other] = [...cursors].find(([from]) => from !== path)!;
      return list(path, `limit=1${next(other)}`);
    });
    expect(elsewhere).toEqual(each(lists, '422 validation_error'));
    for (const change of ['sort=created_at', 'sort=updated_at', 'updated_since=2020-01-01T00:00:00Z']) {
      const answers = await answersOf(lists, ({ path }) =>
        list(path, `${change}${next(cursors.get(path)!)}`),
      );
      expect([change, answers]).toEqual([change, each(lists, '422 validation_error')]);
    }
    // A page may have another size than the one before.
    const resized = await answersOf(lists, ({ path }) => list(path, `limit=3${next(cursors.get(path)!)}`));
    expect(resized).toEqual(each(lists, '200'));
  });

  test.each(['x', '', 'CREATED_AT', '--created_at', '+created_at', 'id', 'created_at&sort=created_at'])(
    'refuses sort=%s (400 invalid_filter)',
    async (sort) => {
      const answers = await answersOf(lists, ({ path }) => list(path, `sort=${sort}`));
      expect(answers).toEqual(each(lists, '400 invalid_filter'));
    },
  );

  test.each(['2026-07-01', 'yesterday', '2026-02-30T00:00:00Z', '2026-07-01T00:00:00', '1700000000'])(
    'refuses updated_since=%s (400 invalid_filter)',
    async (instant) => {
      const answers = await answersOf(lists, ({ path }) => list(path, `updated_since=${instant}`));
      expect(answers).toEqual(each(lists, '400 invalid_filter'));
    },
  );

  test('refuses a filter that is empty, repeated, or contains NUL, and names it (400 invalid_filter)', async () => {
    for (const route of lists) {
      for (const name of filtersOf(route)) {
        for (const query of [`${name}=`, `${name}=a&${name}=b`, `${name}=%00abc`]) {
          const { status, body } = await list(route.path, query);
          expect([route.path, query, status, body.error.code]).toEqual([
            route.path,
            query,
            400,
            'invalid_filter',
          ]);
          expect(body.error.message).toMatch(new RegExp(`^${name}: `));
        }
      }
    }
  });

  test('is empty, and not an error, for a well-formed id that matches nothing', async () => {
    for (const name of ['journal_id', 'relation_id']) {
      const { data } = await page('/documents', `${name}=01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e`);
      expect(data).toEqual([]);
    }
  });
});
