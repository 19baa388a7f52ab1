import { sql } from 'kysely';
import { issueAll } from '../../../src/adapters/postgres/documents/numbered-documents';
import { aBusiness, type Business } from '../../support/business';
import { onPostgres } from '../../support/on-postgres';

const unitsOf = onPostgres();
let business: Business;
beforeEach(async () => {
  business = await aBusiness(unitsOf());
});

/** The external ids, in the order in which PostgreSQL has inserted the documents. */
async function inserted(): Promise<(string | null)[]> {
  const { rows } = await sql<{ external_id: string | null }>`
    select external_id from document where company_id = ${business.company_id} order by ctid`.execute(
    unitsOf().db,
  );
  return rows.map(({ external_id }) => external_id);
}

describe('documents that are stored together', () => {
  // Invoices and quotes are numbered by two journals.
  const INPUTS = [
    { type: 'invoice', external_id: 'f' },
    { type: 'quote', external_id: 'c' },
    { type: 'quote', external_id: null },
    { type: 'invoice', external_id: 'a' },
    { type: 'invoice', external_id: 'e' },
    { type: 'quote', external_id: 'B' },
  ] as const;

  async function issued() {
    const requests = [];
    for (const input of INPUTS) requests.push(await business.request(input));
    return issueAll(unitsOf().db, business.company_id, requests);
  }

  test('are numbered in the order of their requests, each by its journal', async () => {
    const documents = await issued();
    expect(documents.map((document) => `${document!.type} ${document!.sequence_number}`)).toEqual([
      ...['invoice 1', 'quote 1', 'quote 2'],
      ...['invoice 2', 'invoice 3', 'quote 3'],
    ]);
    const are_last = documents.map((document) => document!.is_last_in_sequence);
    expect(are_last).toEqual([false, false, false, false, true, true]);
    expect(documents.map((document) => document!.external_id)).toEqual(
      INPUTS.map(({ external_id }) => external_id),
    );
  });

  test('leave out those that their sequence refuses, and no number', async () => {
    await business.issued({ type: 'quote', issue_date: '2026-07-03' });
    const requests = [
      await business.request({ type: 'quote', issue_date: '2026-07-02', external_id: 'a' }),
      await business.request({ type: 'invoice', issue_date: '2026-07-02', external_id: 'c' }),
      await business.request({ type: 'invoice', issue_date: '2026-07-03', external_id: 'b' }),
    ];
    const documents = await issueAll(unitsOf().db, business.company_id, requests);
    expect(documents.map((document) => document?.sequence_number)).toEqual([undefined, 1, 2]);
    const next = await business.issued({ type: 'quote', issue_date: '2026-07-03' });
    expect(next.sequence_number).toBe(2);
  });

  // Two statements that insert the same ids in different orders would wait for each other.
  test('are inserted in the order of their external ids', async () => {
    await issued();
    expect(await inserted()).toEqual([null, 'B', 'a', 'c', 'e', 'f']);
  });
});
