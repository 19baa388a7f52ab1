import type { ResponseMessage } from '../../src/domain/e-invoicing/responses/response-message';

/** An Invoice Response about the invoice `F-1`; by default it says that the invoice is in process. */
export function aResponseMessage(members: Partial<ResponseMessage> = {}): ResponseMessage {
  return {
    ...{ id: 'R-1', issue_date: '2026-09-02' },
    sender: { name: 'Buyer NV', endpoint: { scheme: '0208', value: '0123456749' } },
    receiver: { name: 'Seller BV', endpoint: { scheme: '0088', value: '5412345000013' } },
    document: { number: 'F-1', issue_date: '2026-09-01', type_code: '380' },
    ...{ status: 'IP', reasons: [], actions: [], note: null, effective_date: null },
    ...members,
  };
}
