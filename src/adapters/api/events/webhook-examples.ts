import type { OperationExamples } from '../../http/route';

export const CREATE_WEBHOOK: OperationExamples = {
  documents: {
    summary: 'All events of documents',
    request: { url: 'https://books.example/hooks/invoices', types: ['document.*'] },
    response: {
      id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e',
      url: 'https://books.example/hooks/invoices',
      types: ['document.*'],
      description: null,
      active: true,
      disabled_at: null,
      created_at: '2026-07-01T09:30:00.000Z',
      updated_at: '2026-07-01T09:30:00.000Z',
      secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDVWdeFVbIcVg=',
    },
  },
};

export const UPDATE_WEBHOOK: OperationExamples = {
  types: {
    summary: 'Other types',
    request: { types: ['document.sent', 'document.delivered', 'relation.*'] },
  },
};

export const REPLAY_WEBHOOK: OperationExamples = {
  after: { summary: 'Everything after a position', request: { after: 0 } },
  failed: { summary: 'What was not delivered', request: { failed: true } },
};
