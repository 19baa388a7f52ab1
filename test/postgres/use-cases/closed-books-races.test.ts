import type { DocumentPatch } from '../../../src/domain/documents/change';
import type { DocumentInput } from '../../../src/domain/documents/draft';
import type { Repositories } from '../../../src/ports/unit-of-work';
import { Companies } from '../../../src/use-cases/master-data/companies';
import { Credits } from '../../../src/use-cases/documents/credits';
import { DocumentCreation } from '../../../src/use-cases/documents/document-creation';
import { Documents } from '../../../src/use-cases/documents/documents';
import { aBusiness, type Business, DAYS_AHEAD } from '../../support/business';
import { A_LINE } from '../../support/documents';
import { onPostgres } from '../../support/on-postgres';
import { untilWaiting } from '../../support/waiting-statements';

const unitsOf = onPostgres();
/** The present day of a business. */
const TODAY = '2026-07-01';

let business: Business;
let documents: Documents;
let credits: Credits;
let companies: Companies;
beforeEach(async () => {
  business = await aBusiness(unitsOf());
  const { clock, ids } = business;
  const creation = new DocumentCreation(clock, ids, { issue_date_days_ahead: DAYS_AHEAD });
  documents = new Documents(clock, creation);
  credits = new Credits(clock, ids, creation);
  companies = new Companies(clock, ids);
});

const unit = () => unitsOf().open();
const create = (members: Partial<DocumentInput> = { issue_date: TODAY }) =>
  documents.create(unit(), business.company_id, business.input(members));
const update = (id: string, patch: DocumentPatch) =>
  documents.update(unit(), business.company_id, id, patch, undefined);
const closeBooks = (books_closed_until = TODAY) =>
  companies.update(unit(), business.company_id, { books_closed_until }, undefined);

/** Ends the transactions of a test that has failed. */
const open_transactions = new Set<() => void>();
afterEach(() => open_transactions.forEach((end) => end()));

/** A transaction that has done its work, and stays open until it is ended. */
async function held(work: (repositories: Repositories) => Promise<unknown>) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  open_transactions.add(end);
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const transaction = unit().transaction(async (repositories) => {
    await work(repositories);
    begin();
    await ended;
  });
  await Promise.race([begun, transaction]);
  return async () => {
    end();
    await transaction;
  };
}

/** The closing of the books, before it commits. */
const closing = () =>
  held(async (repositories) => {
    const company = (await repositories.companies.lock(business.company_id))!;
    await repositories.companies.lockBooks(business.company_id);
    const closed = { ...company, books_closed_until: TODAY, version: company.version + 1 };
    await repositories.companies.save(company, closed);
  });

describe('while the books are being closed', () => {
  test('a document with a date in them is not numbered', async () => {
    const end = await closing();
    const refused = [create(), create({ type: 'quote', issue_date: TODAY })].map((creation) =>
      expect(creation).rejects.toMatchObject({ error_name: 'invalid_issue_date' }),
    );
    await untilWaiting(unitsOf().db, 1); // both are numbered by one statement
    await end();
    await Promise.all(refused);
    expect(await create({ issue_date: '2026-07-02' })).toMatchObject({ sequence_number: 1 });
  });

  test('a credit note with a date in them is not numbered', async () => {
    const { id } = await create();
    const end = await closing();
    const credit = credits.credit(unit(), business.company_id, id, { issue_date: TODAY });
    const refused = expect(credit).rejects.toMatchObject({ error_name: 'invalid_issue_date' });
    await untilWaiting(unitsOf().db, 1);
    await end();
    await refused;
  });

  test('the amounts of a document in them are not changed, and it is not deleted', async () => {
    const [, { id }] = [await create(), await create()];
    const end = await closing();
    const change = expect(update(id, { lines: [{ ...A_LINE, quantity: '9' }] }));
    const deletion = expect(documents.delete(unit(), business.company_id, id, undefined));
    const refused = [
      change.rejects.toMatchObject({ error_name: 'invalid_issue_date' }),
      deletion.rejects.toMatchObject({ error_name: 'document_not_deletable' }),
    ];
    await untilWaiting(unitsOf().db, 2);
    await end();
    await Promise.all(refused);
  });
});

describe('the closing of the books', () => {
  test('comes after a document that is being numbered, which keeps its number', async () => {
    const { journal_id, period } = await create();
    const end = await held((repositories) =>
      repositories.documents.lockSequence(business.company_id, { journal_id: journal_id!, period: period! }),
    );
    const creation = create();
    await untilWaiting(unitsOf().db, 1);
    const close = closeBooks();
    await untilWaiting(unitsOf().db, 2);
    await end();
    const [created, company] = await Promise.all([creation, close]);
    expect(created).toMatchObject({ sequence_number: 2, issue_date: TODAY });
    expect(company.books_closed_until).toBe(TODAY);
    await expect(create()).rejects.toMatchObject({ error_name: 'invalid_issue_date' });
  });

  test('is not overtaken by documents that are changed later', async () => {
    const [{ id }, later] = [await create(), await create()];
    const end = await held((repositories) => repositories.documents.lock(business.company_id, id));
    const order: string[] = [];
    const close = closeBooks().then(() => order.push('closed'));
    await untilWaiting(unitsOf().db, 1);
    const change = update(later.id, { note: 'Later' }).then(() => order.push('changed'));
    await untilWaiting(unitsOf().db, 2);
    await end();
    await Promise.all([close, change]);
    expect(order).toEqual(['closed', 'changed']);
  });

  test('does not wait when the date stays as it is', async () => {
    const { id } = await create();
    await closeBooks('2026-06-30');
    const end = await held((repositories) => repositories.documents.lock(business.company_id, id));
    expect((await closeBooks('2026-06-30')).books_closed_until).toBe('2026-06-30');
    await end();
  });

  test('comes after a document that is being changed', async () => {
    const { id } = await create();
    const end = await held((repositories) => repositories.documents.lock(business.company_id, id));
    const close = closeBooks();
    await untilWaiting(unitsOf().db, 1);
    await end();
    expect((await close).books_closed_until).toBe(TODAY);
  });
});
