import { ADDRESS, type RelationsApi, startRelations } from '../../support/relations';

let api: RelationsApi;
beforeAll(async () => {
  api = await startRelations();
  const all = [
    {
      type: 'company',
      name: 'Bakkerij Éclair',
      vat: 'BE0403170701',
      email: 'Info@Eclair.example',
      address: ADDRESS,
    },
    { type: 'company', name: 'bakkerij De Smet', identifier: 'RPR 12.34', address: { country_code: 'NL' } },
    { type: 'contact', first_name: 'Éva', last_name: 'De Smet', email: 'eva@example.com' },
    { type: 'company', name: '100% C&A_"quoted"', electronic_address: '0208:0403170701' },
    { type: 'company', name: 'BAKKERIJ DE SMET', vat: 'NL004495445B01' },
  ];
  for (const relation of all) {
    api.clock.advance(1_000);
    const { status } = await api.call('post', '/relations', relation);
    expect(status).toBe(201);
  }
});
afterAll(() => api.end());

const ECLAIR = 'Bakkerij Éclair';
const SMALL = 'bakkerij De Smet';
const EVA = 'Éva De Smet';
const SIGNS = '100% C&A_"quoted"';
const LARGE = 'BAKKERIJ DE SMET';

const nameOf = ({ name, first_name, last_name }: Record<string, string>) =>
  name ?? [first_name, last_name].join(' ');

async function names(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await api.call('get', `/relations?${new URLSearchParams(query).toString()}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.data.map(nameOf);
}

describe('the list of relations', () => {
  test('has whole resources, each in the shape of its type, the newest first', async () => {
    const { body } = await api.call('get', '/relations');
    expect(body.data.map(nameOf)).toEqual([LARGE, SIGNS, EVA, SMALL, ECLAIR]);
    expect(body.next_cursor).toBeNull();
    for (const relation of body.data) {
      expect(relation).toEqual((await api.call('get', `/relations/${relation.id}`)).body);
    }
  });

  test('has nothing of another company', async () => {
    const { body } = await api.call('get', '/relations', undefined, { company_id: await api.newCompany() });
    expect(body).toEqual({ data: [], next_cursor: null });
  });

  test.each([
    [{ sort: 'created_at' }, [ECLAIR, SMALL, EVA, SIGNS, LARGE]],
    [{ sort: 'updated_at' }, [ECLAIR, SMALL, EVA, SIGNS, LARGE]],
    // Two that differ in case only are in the order of their ids; a contact stands under its last name.
    [{ sort: 'name' }, [SIGNS, SMALL, LARGE, ECLAIR, EVA]],
    [{ sort: '-name' }, [EVA, ECLAIR, LARGE, SMALL, SIGNS]],
    [{ type: 'contact' }, [EVA]],
    [{ country_code: 'BE' }, [ECLAIR]],
    [{ vat: 'be 0403.170-701' }, [ECLAIR]],
    [{ vat: 'BE0999999999' }, []],
    [{ identifier: 'rpr12-34' }, [SMALL]],
    [{ electronic_address: '0208:0403.170.701' }, [SIGNS]],
    [{ email: 'info@eclair.EXAMPLE' }, [ECLAIR]],
    [{ q: 'SMET' }, [LARGE, EVA, SMALL]],
    [{ q: 'ij é' }, [ECLAIR]],
    [{ q: 'ij e\u0301' }, [ECLAIR]],
    [{ q: 'éva de' }, [EVA]],
    [{ q: 'smet éva' }, [EVA]],
    [{ q: 'c&a' }, [SIGNS]],
    [{ q: '% c' }, [SIGNS]],
    [{ q: 'a_"' }, [SIGNS]],
    [{ q: '%%%' }, []],
    [{ q: '___' }, []],
    [{ q: "'''" }, []],
    [{ q: 'smet', type: 'company', sort: 'name' }, [SMALL, LARGE]],
    [{ q: 'smet', updated_since: '2026-07-01T10:00:03Z' }, [LARGE, EVA]],
    [{ updated_since: '2026-07-01T10:00:04.000Z' }, [LARGE, SIGNS]],
    [{ updated_since: '2026-07-01T12:00:04.000+02:00', sort: 'name' }, [SIGNS, LARGE]],
    [{ updated_since: '2027-01-01T00:00:00Z' }, []],
  ])('accepts %j', async (query, expected) => {
    expect(await names(query as Record<string, string>)).toEqual(expected);
  });

  test.each([
    [{ type: 'person' }, 400, 'invalid_filter', 'type'],
    [{ country_code: 'ZZ' }, 400, 'invalid_filter', 'country_code'],
    [{ vat: '0403170701' }, 400, 'invalid_filter', 'vat'],
    [{ identifier: '' }, 400, 'invalid_filter', 'identifier'],
    [{ electronic_address: '0403170701' }, 400, 'invalid_filter', 'electronic_address'],
    [{ email: 'x' }, 400, 'invalid_filter', 'email'],
    [{ q: 'ab' }, 400, 'invalid_filter', 'q'],
    [{ q: 'x'.repeat(101) }, 400, 'invalid_filter', 'q'],
    [{ updated_since: 'yesterday' }, 400, 'invalid_filter', 'updated_since'],
    [{ sort: 'email' }, 400, 'invalid_filter', 'sort'],
    [{ limit: '0' }, 422, 'validation_error', 'limit'],
    [{ limit: '201' }, 422, 'validation_error', 'limit'],
    [{ cursor: 'x' }, 422, 'validation_error', 'cursor'],
    [{ colour: 'x' }, 422, 'validation_error', 'colour'],
  ])('refuses %j', async (query, status, code, member) => {
    const answer = await api.call(
      'get',
      `/relations?${new URLSearchParams(query as Record<string, string>).toString()}`,
    );
    expect([answer.status, answer.body.error]).toEqual([
      status,
      { code, message: expect.stringMatching(`^${member}: `) },
    ]);
  });

  test.each([
    { sort: '-created_at' },
    { sort: 'updated_at' },
    { sort: 'name' },
    { sort: '-name' },
    { q: 'smet' },
    { q: 'akk', sort: '-name' },
    { updated_since: '2026-07-01T10:00:02Z', sort: 'name' },
  ])('is the same in pages of one resource: %j', async (query: Record<string, string>) => {
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const part: Record<string, string> = { ...query, limit: '1', ...(cursor ? { cursor } : {}) };
      const { body } = await api.call('get', `/relations?${new URLSearchParams(part).toString()}`);
      pages.push(...body.data.map(nameOf));
      cursor = body.next_cursor;
    } while (cursor);
    expect(pages).toEqual(await names(query));
  });

  test('has a valid cursor for the longest names', async () => {
    const other = { company_id: await api.newCompany() };
    const longest = { type: 'contact', first_name: '𠀀'.repeat(255), last_name: '𠀀'.repeat(255) };
    for (let n = 0; n < 2; n++) await api.call('post', '/relations', longest, other);
    const first = await api.call('get', '/relations?sort=name&limit=1', undefined, other);
    const query = new URLSearchParams({ sort: 'name', limit: '1', cursor: first.body.next_cursor });
    const second = await api.call('get', `/relations?${query.toString()}`, undefined, other);
    expect(second.status).toBe(200);
    expect(second.body.data[0].id).not.toBe(first.body.data[0].id);
  });
});
