import type { OperationExamples } from '../../http/route';

export const SEND_RESPONSE: OperationExamples = {
  query: {
    summary: 'A question, with the request for a partial credit note',
    request: {
      status: 'UQ',
      reasons: [{ code: 'QTY', text: 'Two days were ordered, three are invoiced.' }],
      actions: [{ code: 'CNP' }],
    },
  },
};
