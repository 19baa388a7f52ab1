import { viewOf } from '../../../src/domain/documents/document-view';
import { aDocument } from '../../support/documents';

describe('The view of a document', () => {
  const stored = {
    ...aDocument(),
    ...{ attachments: [], books_closed_until: null, is_last_in_sequence: false, links_count: 0 },
  };

  test('has all its fields, and the actions that it allows', () => {
    expect(viewOf(stored)).toEqual({ ...stored, allowed_actions: ['update', 'send'] });
    expect(viewOf({ ...stored, is_last_in_sequence: true }).allowed_actions).toEqual([
      ...['update', 'delete', 'send'],
    ]);
  });

  test('has no actions once the document was received', () => {
    expect(viewOf({ ...stored, status: 'received' }).allowed_actions).toEqual([]);
  });
});
