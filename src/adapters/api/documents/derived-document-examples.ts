import type { OperationExamples } from '../../http/route';
import { CREATED } from './document-examples';

/** A conversion of the quote `QUO-2026-00001`. */
export const CONVERT_DOCUMENT: OperationExamples = {
  invoice: {
    summary: 'The invoice of an accepted quote',
    request: { type: 'invoice', issue_date: '2026-07-01' },
    answer: {
      ...CREATED,
      converted_from: {
        id: '01981e5f-2b3c-7d4e-8f5a-6b7c8d9e0f1a',
        number: 'QUO-2026-00001',
        type: 'quote',
      },
      external_id: null,
      metadata: {},
    },
  },
};
