import { createdView, rowViewOf, viewOf } from '../../../src/domain/documents/document-view';
import type {
  InvoiceResponse,
  ResponseStatus,
} from '../../../src/domain/documents/responses/invoice-response';
import { aDocument } from '../../support/documents';

function aResponse(status: ResponseStatus): InvoiceResponse {
  return {
    ...{ id: 'response', direction: 'sent', status, reasons: [], actions: [], note: null },
    ...{ effective_date: null, at: '2026-09-02T10:00:00.000Z', state: 'delivered', message_id: 'response' },
  };
}

describe('The view of a document', () => {
  const stored = {
    ...aDocument(),
    ...{
      attachments: [],
      books_closed_until: null,
      self_billing_enabled: false,
      is_last_in_sequence: false,
      links_count: 0,
      is_from_network: false,
      converted_to: [],
    },
  };

  test('has all its fields, and the actions that it allows', () => {
    expect(viewOf(stored)).toEqual({
      ...stored,
      ...{
        open_amount: '121.00',
        credited_amount: '0.00',
        credit_notes: [],
        allowed_actions: ['update', 'send', 'pay', 'credit'],
      },
    });
    expect(viewOf({ ...stored, is_last_in_sequence: true }).allowed_actions).toEqual([
      ...['update', 'delete', 'send', 'pay', 'credit'],
    ]);
    const closed = { ...stored, is_last_in_sequence: true, books_closed_until: stored.issue_date };
    expect(viewOf(closed).allowed_actions).not.toContain('delete');
  });

  test('is the same right after its creation, when nothing refers to it yet', () => {
    for (const is_last_in_sequence of [true, false])
      for (const books_closed_until of [null, aDocument().issue_date]) {
        const created = { ...aDocument(), is_last_in_sequence };
        const company = { books_closed_until, self_billing_enabled: true };
        expect(createdView(created, company)).toEqual(viewOf({ ...stored, ...created, ...company }));
      }
  });

  test('has what is open, as in a list', () => {
    const settlement = { payments: '21.00', links: '0.50', set_off: null };
    expect(viewOf({ ...stored, settlement }).open_amount).toBe('99.50');
    expect(rowViewOf({ ...stored, settlement })).toMatchObject({ id: stored.id, open_amount: '99.50' });
  });

  test('has the credit notes of an own invoice, and of no other document', () => {
    const notes = [{ id: 'note-1', number: 'CRN-1' }];
    const credited = { amount: '21.00', notes, is_made: true, is_complete: false };
    expect(viewOf({ ...stored, credited })).toMatchObject({ credited_amount: '21.00', credit_notes: notes });
    for (const other of [{ type: 'quote' }, { type: 'credit_note' }, { status: 'received' }] as const) {
      expect(viewOf({ ...stored, ...other })).toMatchObject({ credited_amount: null, credit_notes: [] });
    }
  });

  test('of a purchase document from the network may be responded to, until a response ends it', () => {
    const received = { ...stored, type: 'purchase_invoice', status: 'received' } as const;
    const actions = (members: object) => viewOf({ ...received, ...members }).allowed_actions;
    const responded = (status: ResponseStatus, state: 'delivered' | 'failed' = 'delivered') => ({
      is_from_network: true,
      responses: [{ ...aResponse(status), state }],
    });
    expect(actions({})).toEqual(['pay']);
    expect(actions({ is_from_network: true })).toEqual(['pay', 'respond']);
    expect(actions(responded('AP'))).toContain('respond');
    expect(actions(responded('RE'))).not.toContain('respond');
    expect(actions(responded('RE', 'failed'))).toContain('respond');
    expect(actions({ is_from_network: true, type: 'invoice' })).not.toContain('respond');
  });

  test('can only be paid once the document was received', () => {
    expect(viewOf({ ...stored, status: 'received' }).allowed_actions).toEqual(['pay']);
  });
});
