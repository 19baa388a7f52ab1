import { PEPPOL_STATUSES, STATUSES } from '../../../src/domain/documents/document-status';
import {
  DOCUMENT_ACTIONS,
  allowedActions,
  assertConvertible,
  assertCreditable,
  assertDeletable,
  assertEditable,
  assertMarkable,
  assertPayable,
  assertResendable,
  assertRespondable,
  assertSelfBilling,
  assertSendable,
  assertTransported,
  type DocumentFacts,
} from '../../../src/domain/documents/lifecycle';
import { DOCUMENT_TYPE_NAMES } from '../../../src/domain/documents/document-type';

function facts(changes: Partial<DocumentFacts> = {}): DocumentFacts {
  return {
    type: 'invoice',
    status: 'draft',
    accounting_status: 'pending',
    peppol_status: null,
    issue_date: '2026-07-23',
    books_closed_until: null,
    self_billing_enabled: true,
    is_last_in_sequence: true,
    links_count: 0,
    open_amount: '121.00',
    settlement: null,
    credited: null,
    response_fault: 'Not from the network.',
    ...changes,
  };
}

const refused = (code: string, status: number, message: RegExp) =>
  expect.objectContaining({ code, status, message: expect.stringMatching(message) as string }) as Error;

describe('a document', () => {
  test('that is a draft can be changed, deleted and sent', () => {
    expect(allowedActions(facts())).toEqual(['update', 'delete', 'send', 'pay', 'credit']);
  });

  test.each<[string, Partial<DocumentFacts>, RegExp]>([
    ['received', { status: 'received' }, /was received/],
    ['sent', { status: 'sent' }, /was sent/],
    ['transmitted to accounting', { accounting_status: 'transmitted' }, /was transmitted/],
  ])('that was %s can be neither changed nor deleted', (_case, changes, message) => {
    expect(() => {
      assertEditable(facts(changes));
    }).toThrow(refused('document_not_editable', 409, message));
    expect(() => {
      assertDeletable(facts(changes));
    }).toThrow(refused('document_not_deletable', 409, message));
  });

  test.each([
    ['purchase_invoice', true, true],
    ['purchase_invoice', false, false],
    ['invoice', false, true],
  ] as const)('that is a %s with self-billing %s can be credited: %s', (type, self_billing_enabled, can) => {
    const actions = allowedActions(facts({ type, self_billing_enabled }));
    expect(actions.includes('credit')).toBe(can);
  });

  test('whose sending failed can be changed again', () => {
    expect(allowedActions(facts({ peppol_status: 'failed' }))).toEqual([
      'update',
      'delete',
      'send',
      'pay',
      'credit',
    ]);
  });

  test.each<[string, Partial<DocumentFacts>, string, RegExp]>([
    ['not the last', { is_last_in_sequence: false }, 'document_not_deletable', /not the last/],
    ['in closed books', { books_closed_until: '2026-07-23' }, 'document_not_deletable', /closed books/],
    ['linked', { links_count: 1 }, 'document_in_use', /linked to a reconciliation, a timesheet line/],
    [
      'paid',
      { settlement: { payments: '1.00', links: null, set_off: null }, status: 'sent' },
      'document_in_use',
      /payments/,
    ],
    [
      'linked and sent',
      { links_count: 2, status: 'sent', is_last_in_sequence: false },
      'document_in_use',
      /linked/,
    ],
  ])('that is %s cannot be deleted', (_case, changes, code, message) => {
    expect(() => {
      assertDeletable(facts(changes));
    }).toThrow(refused(code, 409, message));
  });

  test('in closed books can be changed partially', () => {
    expect(allowedActions(facts({ books_closed_until: '2026-12-31' }))).toEqual([
      'update',
      'send',
      'pay',
      'credit',
    ]);
  });

  test.each<[string, Partial<DocumentFacts>, string, number]>([
    ['received', { status: 'received' }, 'not_sendable', 409],
    ['received, of a type not transported', { status: 'received', type: 'quote' }, 'not_sendable', 409],
    ['a proforma', { type: 'proforma' }, 'not_sendable', 422],
    ['a quote that was sent by other means', { type: 'quote', status: 'sent' }, 'not_sendable', 422],
    ['sent by other means', { status: 'sent' }, 'already_sent', 409],
    ['underway before it is said to be sent', { peppol_status: 'pending' }, 'already_sent', 409],
    ['underway', { status: 'sent', peppol_status: 'pending' }, 'already_sent', 409],
    ['sent', { status: 'sent', peppol_status: 'sent' }, 'already_sent', 409],
    ['delivered', { status: 'sent', peppol_status: 'delivered' }, 'already_sent', 409],
  ])('that is %s cannot be sent', (_case, changes, code, status) => {
    expect(() => {
      assertSendable(facts(changes));
    }).toThrow(refused(code, status, /./));
  });

  test.each<[string, Partial<DocumentFacts>]>([
    ['new', {}],
    ['transmitted to accounting', { accounting_status: 'transmitted' }],
    ['failed', { peppol_status: 'failed' }],
    ['rejected', { status: 'sent', peppol_status: 'rejected' }],
    ['failed, then sent by other means', { status: 'sent', peppol_status: 'failed' }],
    ['a self-billed invoice', { type: 'purchase_invoice' }],
  ])('that is %s can be sent', (_case, changes) => {
    expect(() => {
      assertSendable(facts(changes));
    }).not.toThrow();
  });

  test.each<[string, Partial<DocumentFacts>, [string, number] | null]>([
    ['failed', { peppol_status: 'failed' }, null],
    ['rejected', { status: 'sent', peppol_status: 'rejected' }, null],
    ['new', {}, ['not_sendable', 409]],
    ['underway', { status: 'sent', peppol_status: 'pending' }, ['already_sent', 409]],
    ['a quote', { type: 'quote' }, ['not_sendable', 422]],
  ])('that is %s can be sent again only after a failed or rejected send', (_case, changes, refusal) => {
    const check = () => {
      assertResendable(facts(changes));
    };
    if (refusal) expect(check).toThrow(refused(...refusal, /./));
    else expect(check).not.toThrow();
  });

  test.each(DOCUMENT_TYPE_NAMES)('of type %s can be sent only if the network transports it', (type) => {
    const check = () => {
      assertTransported(type);
    };
    if (type === 'proforma' || type === 'quote') expect(check).toThrow(refused('not_sendable', 422, /type/));
    else expect(check).not.toThrow();
  });

  test('can be marked as sent once, whatever its type, unless it was received', () => {
    expect(() => {
      assertMarkable(facts({ type: 'quote' }));
    }).not.toThrow();
    expect(() => {
      assertMarkable(facts({ status: 'sent' }));
    }).toThrow(refused('already_sent', 409, /./));
    expect(() => {
      assertMarkable(facts({ status: 'received' }));
    }).toThrow(refused('not_sendable', 409, /./));
  });

  test.each<[string | null, string, number]>([
    [null, 'validation_error', 422],
    ['0.00', 'invalid_paid_amount', 422],
    ['-0.01', 'invalid_paid_amount', 422],
  ])('of which %s is open takes no payment: %s', (open_amount, code, status) => {
    expect(() => {
      assertPayable(facts({ open_amount }));
    }).toThrow(refused(code, status, /./));
  });

  test('takes payments in every state while something is open', () => {
    const actions = allowedActions(facts({ status: 'received', accounting_status: 'transmitted' }));
    expect(actions).toEqual(['pay']);
  });

  test.each<[string, Partial<DocumentFacts>, RegExp]>([
    ['a quote', { type: 'quote' }, /^type: /],
    ['a credit note', { type: 'credit_note' }, /^type: /],
    ['received', { status: 'received' }, /^type: /],
    ['credited', { credited: { amount: '1.00', notes: [], is_made: true, is_complete: true } }, /^lines: /],
  ])('that is %s cannot be credited', (_case, changes, message) => {
    expect(() => {
      assertCreditable(facts(changes));
    }).toThrow(refused('validation_error', 422, message));
  });

  test('is self-billed only by a company that has enabled it', () => {
    const created = (type: DocumentFacts['type'], enabled: boolean) => () => {
      assertSelfBilling(type, enabled);
    };
    const refusal = refused('self_billing_disabled', 422, /not enabled for the company/);
    for (const type of DOCUMENT_TYPE_NAMES) expect(created(type, true)).not.toThrow();
    for (const type of ['purchase_invoice', 'purchase_credit_note'] as const) {
      expect(created(type, false)).toThrow(refusal);
    }
    for (const type of ['invoice', 'credit_note', 'proforma', 'quote'] as const) {
      expect(created(type, false)).not.toThrow();
    }
  });

  test.each(DOCUMENT_TYPE_NAMES)('of type %s can be converted only if it is a quote or proforma', (type) => {
    const check = () => {
      assertConvertible(facts({ type }));
    };
    if (type === 'quote' || type === 'proforma') expect(check).not.toThrow();
    else expect(check).toThrow(refused('validation_error', 422, /^type: only quotes and proformas/));
    expect(allowedActions(facts({ type })).includes('convert')).toBe(type === 'quote' || type === 'proforma');
  });

  test('that no response is possible to says why', () => {
    const check = () => {
      assertRespondable(facts({ response_fault: 'The exchange ended.' }));
    };
    expect(check).toThrow(refused('response_not_possible', 409, /^The exchange ended\.$/));
  });

  test('from which a credit note was made cannot be deleted', () => {
    const credited = { amount: '1.00', notes: [], is_made: true, is_complete: false };
    expect(() => {
      assertDeletable(facts({ credited }));
    }).toThrow(refused('document_in_use', 409, /credit note/));
    expect(() => {
      assertDeletable(facts({ credited: { ...credited, is_made: false } }));
    }).not.toThrow();
  });

  test('allows exactly the actions that are not refused', () => {
    const asserts = {
      ...{ update: assertEditable, delete: assertDeletable },
      ...{ send: assertSendable, pay: assertPayable, credit: assertCreditable, convert: assertConvertible },
      respond: assertRespondable,
    };
    const passes = (action: (typeof DOCUMENT_ACTIONS)[number], given: DocumentFacts) => {
      try {
        asserts[action](given);
        return true;
      } catch {
        return false;
      }
    };

    for (const type of DOCUMENT_TYPE_NAMES) {
      for (const status of STATUSES) {
        for (const peppol_status of [null, ...PEPPOL_STATUSES]) {
          for (const [links_count, open_amount, response_fault] of [
            [0, '1.00', null],
            [1, '0.00', 'It ended.'],
          ] as const) {
            const given = facts({ type, status, peppol_status, links_count, open_amount, response_fault });
            expect(allowedActions(given)).toEqual(DOCUMENT_ACTIONS.filter((action) => passes(action, given)));
          }
        }
      }
    }
  });
});
