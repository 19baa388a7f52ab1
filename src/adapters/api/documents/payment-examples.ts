import type { OperationExamples } from '../../http/route';

const PAYMENT = { amount: '400.00', date: '2026-07-10', reference: 'bank-2026-0710-17' };

export const RECORD_PAYMENT: OperationExamples = {
  transfer: {
    summary: 'A part of the total, by bank transfer',
    request: PAYMENT,
    response: {
      id: '01981e62-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
      amount: '400.00',
      date: '2026-07-10',
      method: 'transfer',
      reference: 'bank-2026-0710-17',
      created_at: '2026-07-10T09:30:00.000Z',
      updated_at: '2026-07-10T09:30:00.000Z',
    },
  },
};
