import { dataOf, invoicingClient, outcome } from './entry.ts';

/** Creates a relation and an invoice. @returns the number of the invoice */
export async function example(base_url: string, client_id: string, client_secret: string): Promise<string> {
  const api = invoicingClient({ base_url, client_id, client_secret });

  const address = { country_code: 'BE', street: 'Meir', street_number: '1', city: 'Antwerpen' };
  const relation = await dataOf(
    api.POST('/relations', { body: { type: 'company', name: 'Peeters BV', address } }),
  );

  const lines = [{ name: 'Consulting', quantity: '8', unit: 'HUR', unit_price: '95', vat_rate: '21' }];
  const body = { type: 'invoice' as const, relation_id: relation.id, lines };
  const created = await outcome(api.POST('/documents', { body }));
  if (created.ok) return created.data.number;

  // Only codes of this operation compile.
  if (created.refusal.code === 'invalid_relation') throw new Error('The relation needs an address.');
  throw new Error(created.refusal.message);
}
