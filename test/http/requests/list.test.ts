import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { z } from 'zod';
import { listPage, listQuery } from '../../../src/adapters/http/requests/list';
import { parseQuery } from '../../../src/adapters/http/requests/parse';
import type { PageRequest, SortKind } from '../../../src/ports/page';

const SORTS = { name: 'text', issue_date: 'date' } as const satisfies Record<string, SortKind>;
const schema = listQuery(
  { type: z.enum(['company', 'contact']), customer: z.enum(['true', 'false']) },
  SORTS,
);
const ID = '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e';
const NEXT = {
  created_at: '2026-07-01T10:00:00.000Z',
  issue_date: '2026-07-01',
  name: 'Ünïcode, & "quotes"',
};

type Query = Record<string, string>;

/** @returns the cursor that a list gives out, and what it makes of one that it is given */
async function list(place: string, query: Query) {
  let loaded: PageRequest | undefined;
  const parsed = parseQuery<z.output<typeof schema>>(schema, query, new Set());
  const value = NEXT[parsed.sort.replace('-', '') as keyof typeof NEXT] ?? NEXT.created_at;
  const { next_cursor } = await listPage(place, parsed, SORTS, async (page) => {
    loaded = page;
    return { data: [], next: { value, id: ID } };
  });
  return { cursor: next_cursor!, value, page: loaded! };
}

describe('a cursor', () => {
  test.each(['created_at', '-updated_at', 'issue_date', '-issue_date', 'name'])(
    'continues after the page sorted by %s',
    async (sort) => {
      const { cursor, value } = await list('/relations', { sort, type: 'company' });
      const { page } = await list('/relations', { type: 'company', limit: '7', sort, cursor });
      expect(page).toEqual({ sort, limit: 7, after: { value, id: ID } });
    },
  );

  test.each<[string, string, Query]>([
    ['the address', '/bank-accounts', { type: 'company' }],
    ['a filter', '/relations', { type: 'contact' }],
    ['an additional filter', '/relations', { type: 'company', customer: 'true' }],
    ['a missing filter', '/relations', {}],
    ['the sort', '/relations', { type: 'company', sort: 'created_at' }],
    ['updated_since', '/relations', { type: 'company', updated_since: '2026-01-01T00:00:00Z' }],
  ])('is bound to %s', async (_what, place, query) => {
    const { cursor } = await list('/relations', { type: 'company' });
    await expect(list(place, { ...query, cursor })).rejects.toMatchObject({
      error_name: 'validation_error',
      message: 'cursor: was not issued for this list',
    });
  });

  test('is bound to values, not to their spelling', async () => {
    const { cursor } = await list('/relations', { updated_since: '2026-01-01T00:00:00Z', type: 'company' });
    const query = {
      type: 'company',
      updated_since: '2026-01-01T01:00:00.000+01:00',
      sort: '-created_at',
      cursor,
    };
    await expect(list('/relations', query)).resolves.toBeDefined();
  });

  // What its maker could put into it: the binding is no secret.
  test.each([
    ['created_at', '2026-02-30T10:00:00.000Z', ID],
    ['created_at', '2026-01-01T24:00:00.000Z', ID],
    ['created_at', '2026-01-01T10:60:00.000Z', ID],
    ['created_at', '0000-01-01T10:00:00.000Z', ID],
    ['created_at', '2026-01-01', ID],
    ['created_at', 'infinity', ID],
    ['issue_date', '2026-02-30', ID],
    ['issue_date', '0000-01-01', ID],
    ['issue_date', '2026-1-1', ID],
    ['name', 'a\0b', ID],
    ['name', '\ud800', ID],
    ['name', 'long '.repeat(201), ID],
    ['name', 'x', 'no id'],
    ['name', 'x', ''],
    ['name', 'x', 7],
    ['name', null, ID],
    ['name', ['x'], ID],
  ])('by %s with the invented value %j and id %j is refused', async (sort, value, id) => {
    const { cursor } = await list('/relations', { sort });
    const [binding] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    const forged = Buffer.from(JSON.stringify([binding, value, id])).toString('base64url');
    await expect(list('/relations', { sort, cursor: forged })).rejects.toMatchObject({
      error_name: 'validation_error',
    });
  });

  test('that was altered is refused, or contains a position that the database accepts', async () => {
    const { cursor } = await list('/relations', { sort: 'created_at' });
    const isPlace = (page: PageRequest) =>
      z.uuid().safeParse(page.after!.id).success &&
      new Date(page.after!.value).toISOString() === page.after!.value;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(cursor.length - 1),
        fc.oneof(fc.string({ maxLength: 3 }), fc.base64String({ maxLength: 8 })),
        async (at, put) => {
          const tampered = cursor.slice(0, at) + put + cursor.slice(at + 1);
          const outcome = await list('/relations', { sort: 'created_at', cursor: tampered }).then(
            ({ page }) => (isPlace(page) ? 'a place' : page),
            (error: { error_name: string }) => error.error_name,
          );
          expect(['a place', 'validation_error']).toContain(outcome);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each(['A', '=', ' ', '.x', '%'])('with %j appended is refused', async (more) => {
    const { cursor } = await list('/relations', {});
    await expect(list('/relations', { cursor: cursor + more })).rejects.toMatchObject({
      error_name: 'validation_error',
    });
  });

  test.each(['', ' ', 'null', '[]', '{}', randomUUID(), 'x'.repeat(2_001), '🎉'])(
    'that is %j is refused',
    async (text) => {
      for (const cursor of [text, Buffer.from(text).toString('base64url')]) {
        await expect(list('/relations', { cursor })).rejects.toMatchObject({
          error_name: 'validation_error',
        });
      }
    },
  );
});
