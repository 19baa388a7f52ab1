import { rowViewOf, viewOf } from '../../../src/domain/documents/document-view';
import { aDocument } from '../../support/documents';

describe('The view of a document', () => {
  const stored = {
    ...aDocument(),
    ...{
      attachments: [],
      books_closed_until: null,
      is_last_in_sequence: false,
      links_count: 0,
      converted_to: [],
    },
  };

  test('has all its fields, and the actions that it allows', () => {
    expect(viewOf(stored)).toEqual({
      ...stored,
      ...{ open_amount: '121.00', allowed_actions: ['update', 'send', 'pay'] },
    });
    expect(viewOf({ ...stored, is_last_in_sequence: true }).allowed_actions).toEqual([
      ...['update', 'delete', 'send', 'pay'],
    ]);
  });

  test('has what is open, as in a list', () => {
    const settlement = { payments: '21.00', links: '0.50', set_off: null };
    expect(viewOf({ ...stored, settlement }).open_amount).toBe('99.50');
    expect(rowViewOf({ ...stored, settlement })).toMatchObject({ id: stored.id, open_amount: '99.50' });
  });

  test('can only be paid once the document was received', () => {
    expect(viewOf({ ...stored, status: 'received' }).allowed_actions).toEqual(['pay']);
  });
});
