import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { SUBJECTS } from '../../support/default-histories';
import { anIban, type MasterData, startMasterData } from '../../support/master-data';
import { outcome } from '../../support/outcome';

let data: MasterData;
beforeAll(async () => {
  data = await startMasterData();
});
afterAll(() => data.end());

let count = 0;
const created = { do: 'create', scope: 0, active: true } as const;
const promoted = { do: 'update', member: 0, default: true } as const;

/** As many at once as there are connections, on two nodes in turn. */
const times = <T>(n: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => run(i)));
const tally = (results: readonly string[]) =>
  Object.fromEntries(
    [...new Set(results)].map((one) => [one, results.filter((result) => result === one).length]),
  );

describe.each(SUBJECTS)('$name: at the same time', (subject) => {
  const aMember = async (company_id: string) =>
    (await subject.create(data.nodes[0], company_id, ++count, created)).id;
  const defaults = async (company_id: string) =>
    (await subject.list(data.nodes[0], company_id)).filter((member) => member.default);

  test('32 first creations make one member the default', async () => {
    const company_id = await data.newCompany();
    await times(32, (i) =>
      subject.create(data.nodes[i % 2]!, company_id, ++count, { ...created, default: false }),
    );
    expect(await subject.list(data.nodes[0], company_id)).toHaveLength(32);
    expect(await defaults(company_id)).toHaveLength(1);
  });

  test('32 first creations that each ask to be the default leave one, and each that lost it has changed', async () => {
    const company_id = await data.newCompany();
    await times(32, (i) =>
      subject.create(data.nodes[i % 2]!, company_id, ++count, { ...created, default: true }),
    );
    expect(await defaults(company_id)).toHaveLength(1);
    const { rows } = await sql<{ version: number; count: number }>`
      select version, count(*)::integer as count from ${sql.table(subject.name)}
      where company_id = ${company_id} group by version order by version`.execute(data.nodes[0].db);
    expect(rows).toEqual([
      { version: 1, count: 1 },
      { version: 2, count: 31 },
    ]);
  });

  test('promotions of different members all succeed, and leave one default', async () => {
    const company_id = await data.newCompany();
    const ids = await times(8, () => aMember(company_id));
    const results = await times(64, (i) =>
      outcome(() => subject.update(data.nodes[i % 2]!, company_id, ids[i % 8]!, promoted)),
    );
    expect(tally(results)).toEqual({ done: 64 });
    expect(await defaults(company_id)).toHaveLength(1);
  });

  test('a promotion and the deletion of the same member take effect in either order', async () => {
    const seen = await times(20, async () => {
      const company_id = await data.newCompany();
      const first = await aMember(company_id);
      const second = await aMember(company_id);
      const [promotion, deletion] = await Promise.all([
        outcome(() => subject.update(data.nodes[0], company_id, second, promoted)),
        outcome(() => subject.delete(data.nodes[1], company_id, second)),
      ]);
      const [the_default, ...others] = await defaults(company_id);
      expect(others).toEqual([]);
      expect(the_default?.id).toBe(promotion === 'done' ? second : first);
      return `${promotion}, ${deletion}`;
    });
    for (const pair of seen) expect([`done, ${subject.violation}`, 'not_found, done']).toContain(pair);
  });

  test('the deletion of the last member and a creation leave one default', async () => {
    await times(20, async () => {
      const company_id = await data.newCompany();
      const last = await aMember(company_id);
      const [deletion, creation] = await Promise.all([
        outcome(() => subject.delete(data.nodes[0], company_id, last)),
        outcome(() => subject.create(data.nodes[1], company_id, ++count, created)),
      ]);
      expect(creation).toBe('done');
      expect(['done', subject.violation]).toContain(deletion);
      expect(await defaults(company_id)).toHaveLength(1);
    });
  });
});

describe('journals: at the same time', () => {
  const journal = { name: 'J', category: 'sales' } as const;

  test('the deactivation of the default and the promotion of another leave the other as an active default', async () => {
    await times(20, async () => {
      const company_id = await data.newCompany();
      const [a, b] = [
        await data.nodes[0].journals.create(data.nodes[0].units.open(), company_id, {
          ...journal,
          code: 'A',
        }),
        await data.nodes[0].journals.create(data.nodes[0].units.open(), company_id, {
          ...journal,
          code: 'B',
        }),
      ];
      await Promise.all([
        outcome(() =>
          data.nodes[0].journals.update(
            data.nodes[0].units.open(),
            company_id,
            a.id,
            { active: false },
            undefined,
          ),
        ),
        outcome(() =>
          data.nodes[1].journals.update(
            data.nodes[1].units.open(),
            company_id,
            b.id,
            { default: true },
            undefined,
          ),
        ),
      ]);
      const { data: all } = await data.nodes[0].journals.list(
        data.nodes[0].units.open(),
        company_id,
        { default: true },
        { sort: 'created_at', limit: 10 },
      );
      expect(all).toMatchObject([{ id: b.id, active: true }]);
    });
  });

  test('creations with one code in four categories store one journal', async () => {
    const company_id = await data.newCompany();
    const categories = ['sales', 'quote', 'proforma', 'purchase'] as const;
    const results = await times(16, (i) =>
      outcome(() =>
        data.nodes[i % 2]!.journals.create(data.nodes[i % 2]!.units.open(), company_id, {
          ...journal,
          code: 'ONE',
          category: categories[i % 4]!,
        }),
      ),
    );
    expect(tally(results)).toEqual({ done: 1, duplicate_journal_code: 15 });
  });
});

describe('bank accounts: at the same time', () => {
  test('creations with one reference store one account', async () => {
    const company_id = await data.newCompany();
    const results = await times(16, (i) =>
      outcome(() =>
        data.nodes[i % 2]!.bank_accounts.create(data.nodes[i % 2]!.units.open(), company_id, {
          reference: anIban(1),
        }),
      ),
    );
    expect(tally(results)).toEqual({ done: 1, duplicate_bank_account: 15 });
  });

  test('two changes that exchange references are both refused, and neither waits for ever', async () => {
    const company_id = await data.newCompany();
    const [a, b] = [
      await data.nodes[0].bank_accounts.create(data.nodes[0].units.open(), company_id, {
        reference: anIban(1),
      }),
      await data.nodes[0].bank_accounts.create(data.nodes[0].units.open(), company_id, {
        reference: anIban(2),
      }),
    ];
    const give = (id: string, reference: string) =>
      outcome(() =>
        data.nodes[0].bank_accounts.update(
          data.nodes[0].units.open(),
          company_id,
          id,
          { reference: { value: reference } },
          undefined,
        ),
      );
    expect(await Promise.all([give(a.id, b.reference), give(b.id, a.reference)])).toEqual([
      'duplicate_bank_account',
      'duplicate_bank_account',
    ]);
  });

  test('the deletion of an account that many journals name succeeds at any moment while these are promoted', async () => {
    const [one, two] = data.nodes;
    for (let moment_ms = 0; moment_ms < 60; moment_ms += 6) {
      const company_id = await data.newCompany();
      await one.bank_accounts.create(one.units.open(), company_id, { reference: anIban(1) });
      const { id: bank_account_id } = await one.bank_accounts.create(one.units.open(), company_id, {
        reference: anIban(2),
      });
      const journals = await times(16, (n) =>
        one.journals.create(one.units.open(), company_id, {
          code: `J${n}`,
          name: 'J',
          category: 'sales',
          bank_account_id,
        }),
      );
      const results = await Promise.all([
        ...journals.map(({ id }) =>
          outcome(() => one.journals.update(one.units.open(), company_id, id, { default: true }, undefined)),
        ),
        sleep(moment_ms).then(() =>
          outcome(() => two.bank_accounts.delete(two.units.open(), company_id, bank_account_id, undefined)),
        ),
      ]);
      expect(tally(results)).toEqual({ done: 17 });
    }
  });

  test('the deletion of an account leaves no journal that names it, while journals take it on, give it up, and are promoted', async () => {
    await times(12, async (i) => {
      const company_id = await data.newCompany();
      const [one, two] = data.nodes;
      const [kept, doomed] = [
        await one.bank_accounts.create(one.units.open(), company_id, { reference: anIban(1) }),
        await one.bank_accounts.create(one.units.open(), company_id, { reference: anIban(2) }),
      ];
      const input = { name: 'J', category: 'sales', bank_account_id: doomed.id } as const;
      const journals = await times(4, (n) =>
        one.journals.create(one.units.open(), company_id, { ...input, code: `J${n}` }),
      );
      const results = await Promise.all([
        outcome(() => two.bank_accounts.delete(two.units.open(), company_id, doomed.id, undefined)),
        ...journals.flatMap(({ id }, n) => [
          outcome(() => one.journals.update(one.units.open(), company_id, id, { default: true }, undefined)),
          outcome(() =>
            two.journals.update(
              two.units.open(),
              company_id,
              id,
              { bank_account_id: n % 2 ? kept.id : doomed.id },
              undefined,
            ),
          ),
          outcome(() =>
            one.journals.update(one.units.open(), company_id, id, { bank_account_id: null }, undefined),
          ),
        ]),
        outcome(() => two.journals.create(two.units.open(), company_id, { ...input, code: `N${i}` })),
      ]);
      for (const result of results) expect(['done', 'invalid_bank_account']).toContain(result);
      expect(results[0]).toBe('done');
      const { data: all } = await one.journals.list(
        one.units.open(),
        company_id,
        {},
        { sort: 'created_at', limit: 10 },
      );
      for (const { bank_account_id } of all) expect([null, kept.id]).toContain(bank_account_id);
      expect(all.filter((member) => member.default)).toHaveLength(1);
    });
  });
});

test('none of that was a deadlock: locks are taken in one order', async () => {
  await sleep(1_500); // a server process reports what it counted once a second
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(data.nodes[0].db);
  expect(Number(rows[0]!.deadlocks)).toBe(0);
});
