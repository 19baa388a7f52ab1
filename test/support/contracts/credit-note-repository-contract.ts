import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { aBusiness, type Business } from '../business';
import { readOn, writeOn } from './stored-documents';

/** What every repository of credit notes does; run on the fake and on PostgreSQL. */
export function testCreditNoteRepository(unitsOf: () => UnitsOfWork): void {
  const read = readOn(unitsOf);
  let business: Business;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
  });

  const list = (invoice_id: string, { company_id } = business) =>
    read(({ credit_notes }) => credit_notes.list(company_id, invoice_id));
  const listMade = (invoice_id: string) =>
    read(({ credit_notes }) => credit_notes.listMade(business.company_id, invoice_id));

  test('the credit notes that name an invoice are listed, the oldest first', async () => {
    const [invoice, other] = [await business.issued(), await business.issued()];
    expect(await list(invoice.id)).toEqual([]);
    const preceding_document = { id: invoice.id };
    const first = await business.issued({ type: 'credit_note', preceding_document });
    await business.issued({ type: 'credit_note', preceding_document: { id: other.id } });
    await business.issued({ type: 'credit_note', preceding_document: { number: invoice.number } });
    business.clock.advance(1_000);
    const second = await business.issued({ type: 'credit_note', preceding_document });
    const expected = [first, second].map(({ id, number, totals }) => {
      return { id, number, totals, credit_origin: null, quantities: [] };
    });
    expect(await list(invoice.id)).toEqual(expected);
    expect(await list(invoice.id, await aBusiness(unitsOf()))).toEqual([]);
    expect(await listMade(invoice.id)).toEqual([]);
  });

  test('those that were made from the invoice have quantities and amounts', async () => {
    const line = { name: 'Work', quantity: '3', unit_price: '10', vat_rate: '21' };
    const { id: invoice_id } = await business.issued({ lines: [line, { ...line, quantity: '5' }] });
    const preceding_document = { id: invoice_id };
    const lines = [{ ...line, quantity: '2' }];
    const { id, number, ...note } = await business.issued({ type: 'credit_note', preceding_document, lines });
    const credit_origin = { lines: [1], allowance_charges: [] };
    await writeOn(unitsOf)(async ({ documents }) => {
      const { company_id } = business;
      const stored = (await documents.lock(company_id, id))!;
      await documents.save(company_id, stored, { ...stored, credit_origin, version: stored.version + 1 });
    });
    const { totals, currency, company_currency, exchange_rate, allowance_charges, vat_breakdown } = note;
    expect(await list(invoice_id)).toEqual([{ id, number, totals, credit_origin, quantities: ['2'] }]);
    expect(await listMade(invoice_id)).toEqual([
      {
        ...{ currency, company_currency, exchange_rate, lines: note.lines },
        ...{ allowance_charges, vat_breakdown, totals, credit_origin },
      },
    ]);
  });
}
