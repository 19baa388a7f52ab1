import { Client } from 'pg';
import { DOCUMENTS, get, UNITS_OF_WORK, DOCUMENT_CREATION } from '../../../src/composition/keys';
import { DomainError } from '../../../src/domain/errors';
import { createDatabase, type TestDatabase } from '../../support/database';
import { random, seedOf } from '../../support/random';
import { aRelation, aTenant, startService, type Service, type Tenant } from '../../support/service';

/** How many steps the histories have together; `NUMBERING_STEPS=200000` for a soak. */
const STEPS = Number(process.env.NUMBERING_STEPS ?? 2_000);
const WORKERS = 24;
const seed = seedOf('NUMBERING_SEED');

let database: TestDatabase;
let nodes: Service[];
let tenant: Tenant;
let relation_id: string;
let journals: { id: string }[];
let admin: Client;

beforeAll(async () => {
  database = await createDatabase();
  nodes = [await startService(database.url), await startService(database.url)];
  tenant = await aTenant(nodes[0]!);
  relation_id = await aRelation(tenant);
  for (const [code, sequence_scope] of [
    ['M', 'monthly'],
    ['C', 'continuous'],
  ]) {
    const { status } = await tenant.post('/journals', {
      code,
      name: code,
      category: 'sales',
      sequence_scope,
    });
    expect(status).toBe(201);
  }
  journals = (await tenant.get('/journals?category=sales')).body.data;
  admin = new Client({ connectionString: database.url });
  await admin.connect();
}, 60_000);
afterAll(async () => {
  await admin.end();
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

/** Refusals that a history may get. */
const EXPECTED = new Set(['invalid_issue_date', 'document_not_deletable', 'not_found', 'internal_error']);

class Aborted extends Error {}

describe('numbers through parallel creations, deletions, date changes, rollbacks and broken connections', () => {
  test(
    `have no gap, no duplicate and no decreasing date (seed ${seed}, ${STEPS} steps)`,
    async () => {
      const counts = { created: 0, deleted: 0, redated: 0, aborted: 0, broken: 0, refused: 0 };
      const known: string[] = [];

      async function step(chance: () => number): Promise<void> {
        const node = nodes[Math.floor(chance() * nodes.length)]!;
        const documents = get(node.container, DOCUMENTS);
        const units = get(node.container, UNITS_OF_WORK);
        const journal_id = journals[Math.floor(chance() * journals.length)]!.id;
        const day = String(1 + Math.floor(chance() * 28)).padStart(2, '0');
        const issue_date = `2025-${chance() < 0.5 ? '03' : '04'}-${day}`;
        const line = { name: 'L', quantity: '1', unit_price: '1', vat_rate: '21' };
        const input = { type: 'invoice' as const, relation_id, journal_id, lines: [line], issue_date };
        const id = known[Math.floor(chance() * known.length)];
        const kind = chance();
        if (kind < 0.6 || id === undefined) {
          // Most dates follow those of the sequence; otherwise nearly all would be refused.
          const current = chance() < 0.8 ? { ...input, issue_date: '2025-04-28' } : input;
          known.push((await documents.create(units.open(), tenant.company_id, current)).id);
          counts.created += 1;
        } else if (kind < 0.75) {
          await documents.delete(units.open(), tenant.company_id, known.at(-1)!, undefined);
          counts.deleted += 1;
        } else if (kind < 0.9) {
          await documents.update(
            units.open(),
            tenant.company_id,
            id,
            { issue_date, due_date: null },
            undefined,
          );
          counts.redated += 1;
        } else if (kind < 0.98) {
          // A transaction that fails after the number was taken.
          const unit = units.open();
          const late = { ...input, issue_date: '2025-04-28' };
          const prepared = await get(node.container, DOCUMENT_CREATION).prepare(
            unit,
            tenant.company_id,
            late,
          );
          const failing = unit.transaction(async ({ documents }) => {
            await documents.issue(tenant.company_id, prepared);
            throw new Aborted();
          });
          await expect(failing).rejects.toThrow(); // Aborted, unless its connection is ended first
          counts.aborted += 1;
        } else {
          const { rows } = await admin.query<{ pid: number }>(
            `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1`,
          );
          if (rows[0]) await admin.query('select pg_terminate_backend($1::integer)', [rows[0].pid]);
          counts.broken += 1;
        }
      }

      await Promise.all(
        Array.from({ length: WORKERS }, async (_, worker) => {
          const chance = random(seed + worker);
          for (let done = worker; done < STEPS; done += WORKERS) {
            try {
              await step(chance);
            } catch (error) {
              if (!(error instanceof DomainError && EXPECTED.has(error.code))) throw error;
              counts.refused += 1;
            }
          }
        }),
      );

      console.info(`numbering histories: seed ${seed}, ${JSON.stringify(counts)}`);
      expect(counts.created).toBeGreaterThan(100);
      for (const { id } of journals) {
        const { body } = await tenant.get(`/journals/${id}/integrity`);
        for (const period of body.periods) {
          expect(period).toMatchObject({ gaps: [], duplicates: [], date_inversions: [] });
        }
      }
      // The same check on the rows, independent of the report.
      const { rows } = await admin.query(`
        select s.last_number, count(d.id)::integer as count, max(d.sequence_number) as last, max(d.issue_date) as newest,
               s.last_issue_date, count(distinct d.number)::integer as numbers
        from numbering_sequence s
        left join document d on d.company_id = s.company_id and d.journal_id = s.journal_id and d.period = s.period
        group by s.company_id, s.journal_id, s.period, s.last_number, s.last_issue_date`);
      for (const row of rows) {
        expect(row).toMatchObject({
          count: row.last_number,
          numbers: row.last_number,
          last: row.count === 0 ? null : row.last_number,
        });
        expect(row.newest).toEqual(row.last_issue_date);
      }
    },
    60_000 + STEPS * 30,
  );
});
