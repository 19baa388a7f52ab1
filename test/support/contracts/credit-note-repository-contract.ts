import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { aBusiness, type Business } from '../business';
import { readOn } from './stored-documents';

/** What every repository of credit notes does; run on the fake and on PostgreSQL. */
export function testCreditNoteRepository(unitsOf: () => UnitsOfWork): void {
  const read = readOn(unitsOf);
  let business: Business;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
  });

  const list = (invoice_id: string, { company_id } = business) =>
    read(({ credit_notes }) => credit_notes.list(company_id, invoice_id));

  test('the credit notes that name an invoice are listed, the oldest first', async () => {
    const [invoice, other] = [await business.issued(), await business.issued()];
    expect(await list(invoice.id)).toEqual([]);
    const preceding_document = { id: invoice.id };
    const first = await business.issued({ type: 'credit_note', preceding_document });
    await business.issued({ type: 'credit_note', preceding_document: { id: other.id } });
    await business.issued({ type: 'credit_note', preceding_document: { number: invoice.number } });
    business.clock.advance(1_000);
    const second = await business.issued({ type: 'credit_note', preceding_document });
    const expected = [first, second].map(({ id, number, totals, lines, vat_breakdown }) => ({
      ...{ id, number, totals, lines, vat_breakdown, credit_origin: null, allowance_charges: [] },
      ...{ currency: 'EUR', company_currency: 'EUR', exchange_rate: null },
    }));
    expect(await list(invoice.id)).toEqual(expected);
    expect(await list(invoice.id, await aBusiness(unitsOf()))).toEqual([]);
  });
}
