import { newPayment } from '../../../src/domain/documents/payments/recorded-payment';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { aBusiness, type Business } from '../business';
import { aLink, readOn, writeOn } from './stored-documents';

/** What every repository of payments does; run on the fake and on PostgreSQL. */
export function testPaymentRepository(unitsOf: () => UnitsOfWork): void {
  const [read, write] = [readOn(unitsOf), writeOn(unitsOf)];
  let business: Business;
  let company_id: string;
  let document_id: string;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
    ({ company_id } = business);
    ({ id: document_id } = await business.issued());
  });

  const paid = async (amount: string) => {
    const document = (await read(({ documents }) => documents.find(company_id, document_id)))!;
    const now = business.clock.now();
    const facts = { id: business.ids.next(), now, today: '2026-07-01' };
    const payment = newPayment({ amount, reference: 'bank 1' }, document, facts);
    const after = await write(({ payments }) => payments.insert(company_id, document_id, payment));
    expect(after).toEqual(await sums());
    business.clock.advance(1_000);
    return payment;
  };
  const find = (id: string, of = document_id) => read(({ payments }) => payments.find(company_id, of, id));
  const list = (filters: { updated_since?: Date } = {}, page: object = {}, of = document_id) =>
    read(({ payments }) =>
      payments.list(company_id, of, filters, { sort: 'created_at', limit: 50, ...page }),
    );
  const sums = () => read(({ payments }) => payments.findSums(company_id, document_id));

  test('a payment is found, until it is deleted', async () => {
    const payment = await paid('1.50');
    expect(await find(payment.id)).toEqual(payment);
    const other = await business.issued();
    expect(await find(payment.id, other.id)).toBeUndefined();
    await write(({ payments }) => payments.delete(company_id, other.id, payment.id));
    expect(await find(payment.id)).toEqual(payment);
    await write(({ payments }) => payments.delete(company_id, document_id, payment.id));
    expect(await find(payment.id)).toBeUndefined();
  });

  test.each(['created_at', 'updated_at'])('payments are listed by %s, page by page', async (sort) => {
    const [first, second, third] = [await paid('3.00'), await paid('2.00'), await paid('1.00')];
    const page = await list({}, { sort, limit: 2 });
    expect(page.data).toEqual([first, second]);
    expect(await list({}, { sort, limit: 2, after: page.next })).toEqual({ data: [third], next: null });
    expect((await list({}, { sort: `-${sort}` })).data).toEqual([third, second, first]);
    expect((await list({ updated_since: second.created_at }, { sort })).data).toEqual([second, third]);
    const other = await business.issued();
    expect(await list({}, { sort }, other.id)).toEqual({ data: [], next: null });
  });

  test('the sums are those of payments and of the amounts of links', async () => {
    const link = (amount: string | null) =>
      write(({ links }) => links.insert(company_id, aLink(business, document_id, amount)));
    expect(await sums()).toEqual({ payments: null, links: null });
    await link(null);
    expect(await sums()).toEqual({ payments: null, links: null });
    await link('1.10');
    expect(await sums()).toEqual({ payments: null, links: '1.10' });
    await link('2.90');
    await paid('10.00');
    const { id } = await paid('0.50');
    expect(await sums()).toEqual({ payments: '10.50', links: '4.00' });
    const left = await write(({ payments }) => payments.delete(company_id, document_id, id));
    expect([left, await sums()]).toEqual([
      { payments: '10.00', links: '4.00' },
      { payments: '10.00', links: '4.00' },
    ]);
  });

  test('a document with a payment is not deleted', async () => {
    await paid('1.00');
    const document = (await read(({ documents }) => documents.find(company_id, document_id)))!;
    const deleting = write(({ documents }) => documents.deleteLast(company_id, document));
    await expect(deleting).rejects.toMatchObject({ error_name: 'document_in_use' });
  });
}
