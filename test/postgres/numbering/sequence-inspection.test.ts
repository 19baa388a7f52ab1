import { sql } from 'kysely';
import { aBusiness } from '../../support/business';
import { testSequenceInspection } from '../../support/contracts/sequence-inspection-contract';
import { onPostgres } from '../../support/on-postgres';

describe('the sequences of a journal in PostgreSQL', () => {
  const unitsOf = onPostgres();
  testSequenceInspection(unitsOf);

  test('show missing and duplicate numbers of a damaged database', async () => {
    const { db } = unitsOf();
    const business = await aBusiness(unitsOf());
    const { company_id } = business;
    await db.schema.alterTable('document').dropConstraint('document_sequence_number').execute();
    for (let count = 1; count <= 7; count++) await business.issued();
    await sql`update document set sequence_number = case when sequence_number < 4 then 2 else sequence_number end
      where company_id = ${company_id}`.execute(db);
    await sql`delete from document where company_id = ${company_id} and sequence_number in (5, 7)`.execute(
      db,
    );
    const journal_id = await business.journal('sales');
    expect(
      await unitsOf()
        .open()
        .read(({ journals }) => journals.inspectSequences(company_id, journal_id)),
    ).toMatchObject([
      {
        last_number: 7,
        ranges: [
          [2, 2],
          [4, 4],
          [6, 6],
        ],
        count: 5,
        duplicates: [2],
      },
    ]);
  });
});
