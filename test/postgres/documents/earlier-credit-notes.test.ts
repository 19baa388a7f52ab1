import { Query } from 'pg';
import type { CreditedLine } from '../../../src/domain/documents/derived/credit-lines';
import { Credits } from '../../../src/use-cases/documents/credits';
import { DocumentCreation } from '../../../src/use-cases/documents/document-creation';
import { Documents } from '../../../src/use-cases/documents/documents';
import { aBusiness, type Business, DAYS_AHEAD } from '../../support/business';
import { A_LINE } from '../../support/documents';
import { onPostgres } from '../../support/on-postgres';

/** What the driver does with each row. */
interface Reading {
  handleDataRow(row: { readonly fields: readonly (string | null)[] }): void;
}
const rows = jest.spyOn(Query.prototype as unknown as Reading, 'handleDataRow');
afterAll(() => rows.mockRestore());

const unitsOf = onPostgres();
const unit = () => unitsOf().open();
let business: Business;
let documents: Documents;
let credits: Credits;
beforeAll(async () => {
  business = await aBusiness(unitsOf());
  const { clock, ids } = business;
  const creation = new DocumentCreation(clock, ids, { issue_date_days_ahead: DAYS_AHEAD });
  credits = new Credits(clock, ids, creation);
  documents = new Documents(clock, creation);
});

const LINES = Array.from({ length: 10 }, () => ({ ...A_LINE, quantity: '50' }));
const A_PART = LINES.map((_, index) => ({ index, quantity: '1' }));
const OF_EARLIER = 'Only in earlier credit notes';

const credit = (id: string, lines?: readonly CreditedLine[]) =>
  credits.credit(unit(), business.company_id, id, { lines });

/** An invoice, and credit notes for parts of all its lines, which have another text. */
async function credited(notes: number): Promise<string> {
  const { id } = await business.issued({ lines: LINES });
  for (let n = 0; n < notes; n++) {
    const note = await credit(id, A_PART);
    const lines = note.lines.map((line) => ({ ...line, description: OF_EARLIER }));
    await documents.update(unit(), business.company_id, note.id, { lines }, undefined);
  }
  return id;
}

/** All that PostgreSQL sends for the work. */
async function sentFor(work: () => Promise<unknown>): Promise<string> {
  rows.mockClear();
  await work();
  return rows.mock.calls.flatMap(([{ fields }]) => fields).join();
}

describe('The lines of earlier credit notes of an invoice', () => {
  test('are not read for the next one, for the last one, or when one is changed or deleted', async () => {
    const id = await credited(3);
    expect(await sentFor(() => documents.get(unit(), business.company_id, id))).toContain(A_LINE.name);
    let next = '';
    const read = [
      await sentFor(async () => ({ id: next } = await credit(id, [{ index: 0, quantity: '1' }]))),
      await sentFor(() => documents.update(unit(), business.company_id, next, { note: 'Note' }, undefined)),
      await sentFor(() => documents.delete(unit(), business.company_id, next, undefined)),
      await sentFor(() => credit(id)),
    ];
    expect(read.map((text) => text.includes(OF_EARLIER))).toEqual([false, false, false, false]);
  });

  test('are read as sums, of which there are not more after more credit notes', async () => {
    const sums = async (notes: number) => {
      const id = await credited(notes);
      return sentFor(() => unit().read(({ credit_notes }) => credit_notes.sumMade(business.company_id, id)));
    };
    expect((await sums(4)).length).toBe((await sums(2)).length);
  });
});
