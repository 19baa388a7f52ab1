import { invoicingClient } from '../../client/invoicing-client';
import { ApiError, dataOf, outcome, type Refusal } from '../../client/outcome';

/** Code that must not compile; the type check of the repository verifies it, and it is never called. */
export async function misuses(): Promise<void> {
  const api = invoicingClient({ base_url: 'http://localhost', client_id: 'x', client_secret: 'y' });
  const line = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };
  const invoice = { type: 'invoice' as const, relation_id: 'x', lines: [line] };

  // @ts-expect-error -- no such path
  await api.GET('/invoices');
  // @ts-expect-error -- `id` is missing
  await api.GET('/documents/{id}', { params: { path: {} } });
  // @ts-expect-error -- no such parameter
  await api.GET('/documents', { params: { query: { colour: 'red' } } });
  // @ts-expect-error -- no such member
  await api.POST('/documents', { body: { ...invoice, colour: 'red' } });
  // @ts-expect-error -- no such type of document
  await api.POST('/documents', { body: { ...invoice, type: 'receipt' } });
  // @ts-expect-error -- `lines` is missing
  await api.POST('/documents', { body: { type: 'invoice', relation_id: 'x' } });
  // @ts-expect-error -- a contact has no VAT number
  await api.POST('/relations', { body: { type: 'contact', last_name: 'Janssens', vat: 'BE0417497106' } });
  // @ts-expect-error -- read-only
  await api.PATCH('/documents/{id}', { params: { path: { id: 'x' } }, body: { type: 'quote' } });

  // @ts-expect-error -- no such type of event
  api.events({ types: ['document.eaten'] });

  const nothing = { after: undefined, types: undefined, resource_id: undefined, signal: undefined };
  for await (const event of api.events(nothing)) {
    if (event.type === 'document.failed') {
      const total: string = event.data.totals.payable;
      // @ts-expect-error -- not of a document
      void [total, event.data.filename];
    }
    if (event.type === 'attachment.created') void (event.data.document_id satisfies string);
    // @ts-expect-error -- not of all resources
    void event.data.number;
  }

  const url = 'https://books.example/hooks/invoices';
  // @ts-expect-error -- no such type of event
  await api.POST('/webhooks', { body: { url, types: ['documnt.*'] } });
  const { id, types } = await dataOf(api.POST('/webhooks', { body: { url, types: ['document.*'] } }));
  await api.PATCH('/webhooks/{id}', {
    params: { path: { id } },
    body: { types: [...types, 'relation.created'] },
  });

  // @ts-expect-error -- not a list
  api.rows('/auth/me');
  // @ts-expect-error -- `id` is missing
  api.rows('/webhooks/{id}/deliveries');
  // @ts-expect-error -- a logo is a file
  await api.PUT('/brandings/{id}/logo', { params: { path: { id: 'x' } }, body: 'text' });
  for await (const { number } of api.rows('/documents')) {
    // @ts-expect-error -- numbers of documents are text
    const is_number: number = number;
    void is_number;
  }

  const path = { id: 'an id' };
  const payment = await dataOf(
    api.POST('/documents/{id}/payments', { params: { path }, body: { amount: '50.00' } }),
  );
  const lines = [{ index: 0, quantity: '1' }];
  const note = await dataOf(api.POST('/documents/{id}/credit', { params: { path }, body: { lines } }));
  const converted = await dataOf(
    api.POST('/documents/{id}/convert', { params: { path }, body: { type: 'invoice' } }),
  );
  const responded = await outcome(
    api.POST('/documents/{id}/responses', {
      params: { path },
      body: { status: 'UQ', reasons: [{ code: 'QTY', text: 'Two days were ordered.' }] },
    }),
  );
  const is_possible = responded.ok || responded.refusal.code !== 'response_not_possible';
  const body = { status: 'UQ' as const, reasons: [{ code: 'BAD' as const }] };
  // @ts-expect-error -- no reason of the code list
  await api.POST('/documents/{id}/responses', { params: { path }, body });
  void [payment.amount, note.number, converted.number, is_possible];

  const created = await outcome(api.POST('/documents', { body: invoice }));
  // @ts-expect-error -- only of a response that is ok
  void created.data.number;
  if (created.ok) {
    const number: string = created.data.number;
    // @ts-expect-error -- amounts are decimals as text
    const total: number = created.data.totals.payable;
    void [number, total];
  } else {
    const is_own = created.refusal.code === 'invalid_journal';
    // @ts-expect-error -- no code of this operation
    const is_other = created.refusal.code === 'journal_in_use';
    // @ts-expect-error -- no code of any operation
    const is_none = new ApiError(created.refusal).code === 'journal_eaten';
    void [is_own, is_other, is_none];
  }
}

/** Programs recover from each of these errors by its details; it is never called. */
export async function recoveries(refusal: Refusal): Promise<void> {
  if (refusal.code === 'send_failed') {
    const [{ document_id, rule, pointer } = {}] = refusal.details;
    const texts: readonly (string | null | undefined)[] = [document_id, rule, pointer];
    // @ts-expect-error -- of another error
    void [texts, refusal.details[0]?.relation_id];
  }
  if (refusal.code === 'duplicate_relation') {
    const ids: readonly string[] = refusal.details.map(({ relation_id }) => relation_id);
    void ids;
  }
  if (refusal.code === 'external_id_in_use') {
    const id: string | undefined = refusal.details[0]?.id;
    void id;
  }
  if (refusal.code === 'invalid_issue_date') {
    const dates: readonly (string | null)[] = refusal.details.flatMap(({ min, max }) => [min, max]);
    void dates;
  }
  if (refusal.code === 'relation_in_use') {
    const counts: readonly (readonly [string, number])[] = refusal.details.map(({ kind, count }) => [
      kind,
      count,
    ]);
    void counts;
  }
  if (refusal.code === 'internal_error') {
    const is_safe: boolean = refusal.details[0]?.effect === 'none';
    // @ts-expect-error -- no such effect
    void [is_safe, refusal.details[0]?.effect === 'all'];
  }
  if (refusal.code === 'not_found') {
    const none: readonly never[] = refusal.details;
    void none;
  }

  const api = invoicingClient({ base_url: 'http://localhost', client_id: 'x', client_secret: 'y' });
  const body = { type: 'company' as const, name: 'Peeters BV' };
  const created = await outcome(api.POST('/relations', { body }));
  if (!created.ok) {
    if (created.refusal.code === 'duplicate_relation') void created.refusal.details[0]?.relation_id;
    const any: Refusal = created.refusal;
    void any;
  }
  await dataOf(api.POST('/relations', { body })).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    // @ts-expect-error -- no code of any operation
    void (error.code === 'relation_eaten');
    if (error.refusal.code === 'duplicate_relation') void error.refusal.details[0]?.relation_id;
  });
}

describe('the types of the client', () => {
  test('compile in this repository', () => {
    expect([misuses, recoveries]).toEqual([expect.any(Function), expect.any(Function)]);
  });
});
