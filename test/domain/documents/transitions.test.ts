import { type Document, UNNUMBERED } from '../../../src/domain/documents/document';
import { DOCUMENT_TYPE_NAMES, isTransported } from '../../../src/domain/documents/document-type';
import type { PeppolStatus } from '../../../src/domain/documents/document-status';
import { assertDeletable, assertEditable } from '../../../src/domain/documents/lifecycle';
import {
  bookedInAccounting,
  fileAttached,
  fileDetached,
  markedSent,
  settled,
} from '../../../src/domain/documents/transitions';
import {
  networkReported,
  sendAccepted,
  sendAcceptedOnCreation,
} from '../../../src/domain/e-invoicing/network-transitions';
import { DomainError } from '../../../src/domain/errors';
import { withOwnData } from '../../../src/domain/values/own-data';
import { aDocument } from '../../support/documents';

const BEFORE = new Date('2026-07-02T10:00:00.000Z');
const NOW = new Date('2026-07-03T10:00:00.000Z');
const OWN_DATA = { external_id: 'order-1', metadata: { shop: 'gent' } };
const ERROR = { code: 'some_code', message: 'Some message.' };

type StateFields = Pick<Document, 'status' | 'peppol_status' | 'marked_sent' | 'was_rejected'> & {
  readonly is_dated: boolean;
};

const state = (
  status: Document['status'],
  peppol_status: PeppolStatus | null = null,
  {
    marked_sent = false,
    was_rejected = false,
    is_dated = marked_sent || was_rejected,
  }: Partial<StateFields> = {},
): StateFields => ({ status, peppol_status, marked_sent, was_rejected, is_dated });
const DATED = { is_dated: true };
const MARKED = { marked_sent: true };
const REJECTED = { was_rejected: true };

/** All states that a stored document can be in, accounting aside. Dated ones have `sent_at`. */
const STATES = {
  draft: state('draft'),
  failed: state('draft', 'failed'),
  pending: state('sent', 'pending'),
  sent: state('sent', 'sent', DATED),
  delivered: state('sent', 'delivered', DATED),
  rejected: state('sent', 'rejected', DATED),
  resent_pending: state('sent', 'pending', REJECTED),
  resent_sent: state('sent', 'sent', REJECTED),
  resent_delivered: state('sent', 'delivered', REJECTED),
  resent_failed: state('sent', 'failed', REJECTED),
  resent_rejected: state('sent', 'rejected', REJECTED),
  marked: state('sent', null, MARKED),
  marked_failed: state('sent', 'failed', MARKED),
  marked_pending: state('sent', 'pending', MARKED),
  marked_sent: state('sent', 'sent', MARKED),
  marked_delivered: state('sent', 'delivered', MARKED),
  marked_rejected: state('sent', 'rejected', MARKED),
  received: state('received'),
} as const;
type StateName = keyof typeof STATES;
const STATE_NAMES = Object.keys(STATES) as StateName[];

const addressed = {
  seller: { ...aDocument().seller, electronic_address: '0208:0000000097' },
  buyer: { ...aDocument().buyer, electronic_address: '0208:0000000196' },
};
const reported = (status: PeppolStatus) => (document: Document) =>
  networkReported(document, { state: status, error: ERROR }, NOW);
const allowed = (assert: (document: Document) => void) => (document: Document) => {
  assert(document);
  return document;
};
const ALL_PAID = { payments: null, links: '1000000', set_off: null };
const facts = {
  ...{ books_closed_until: null, self_billing_enabled: false, is_last_in_sequence: true },
  ...{ links_count: 0, response_fault: null },
};

/** Every event, with the fields besides those of the state that it sets. */
const EVENTS = {
  change: [allowed(assertEditable), {}],
  delete: [allowed((document) => assertDeletable({ ...document, ...facts })), {}],
  attach: [(document: Document) => fileAttached(document, NOW), {}],
  detach: [(document: Document) => fileDetached(document, NOW), {}],
  book: [
    (document: Document) => bookedInAccounting(document, NOW),
    { accounting_status: 'transmitted', transmitted_at: NOW },
  ],
  pay: [
    (document: Document) => settled(document, ALL_PAID, NOW),
    { payment_status: 'paid', settlement: ALL_PAID },
  ],
  own_data: [(document: Document) => withOwnData(document, OWN_DATA, NOW), OWN_DATA],
  mark: [(document: Document) => markedSent(document, addressed, NOW), addressed],
  send: [
    (document: Document) => sendAccepted(document, addressed, NOW),
    { ...addressed, peppol_error: null },
  ],
  pending: [reported('pending'), { peppol_error: ERROR }],
  sent: [reported('sent'), { peppol_error: ERROR }],
  delivered: [reported('delivered'), { peppol_error: ERROR }],
  failed: [reported('failed'), { peppol_error: ERROR }],
  rejected: [reported('rejected'), { peppol_error: ERROR }],
} as const satisfies Record<string, readonly [(document: Document) => Document, Partial<Document>]>;
type EventName = keyof typeof EVENTS;
const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** The cell of the table when the event is refused. */
const REFUSALS: Readonly<Record<string, readonly [string, number] | null>> = {
  not_editable: ['document_not_editable', 409],
  not_deletable: ['document_not_deletable', 409],
  already: ['already_sent', 409],
  unsendable: ['not_sendable', 409],
  impossible: null,
};

/** For each state and event: `ok` where the document stays as it is, the next state, or the refusal. */
const TABLE = `
state            | change       delete        attach           detach       book             pay              own_data         mark     send           | pending        sent        delivered        failed        rejected
draft            | ok           ok            draft            draft        draft            draft            draft            marked   pending        | impossible     impossible  impossible       impossible    impossible
failed           | ok           ok            failed           failed       failed           failed           failed           marked_failed pending   | impossible     impossible  impossible       failed        impossible
pending          | not_editable not_deletable pending          not_editable pending          pending          pending          already  already        | pending        sent        delivered        failed        rejected
sent             | not_editable not_deletable sent             not_editable sent             sent             sent             already  already        | impossible     sent        delivered        failed        rejected
delivered        | not_editable not_deletable delivered        not_editable delivered        delivered        delivered        already  already        | impossible     impossible  delivered        failed        rejected
rejected         | not_editable not_deletable rejected         not_editable rejected         rejected         rejected         already  resent_pending | impossible     impossible  impossible       impossible    rejected
resent_pending   | not_editable not_deletable resent_pending   not_editable resent_pending   resent_pending   resent_pending   already  already        | resent_pending resent_sent resent_delivered resent_failed resent_rejected
resent_sent      | not_editable not_deletable resent_sent      not_editable resent_sent      resent_sent      resent_sent      already  already        | impossible     resent_sent resent_delivered resent_failed resent_rejected
resent_delivered | not_editable not_deletable resent_delivered not_editable resent_delivered resent_delivered resent_delivered already  already        | impossible     impossible  resent_delivered resent_failed resent_rejected
resent_failed    | not_editable not_deletable resent_failed    not_editable resent_failed    resent_failed    resent_failed    already  resent_pending | impossible     impossible  impossible       resent_failed impossible
resent_rejected  | not_editable not_deletable resent_rejected  not_editable resent_rejected  resent_rejected  resent_rejected  already  resent_pending | impossible     impossible  impossible       impossible    resent_rejected
marked           | not_editable not_deletable marked           not_editable marked           marked           marked           already  already        | impossible     impossible  impossible       impossible    impossible
marked_failed    | not_editable not_deletable marked_failed    not_editable marked_failed    marked_failed    marked_failed    already  marked_pending | impossible     impossible  impossible       marked_failed impossible
marked_pending   | not_editable not_deletable marked_pending   not_editable marked_pending   marked_pending   marked_pending   already  already        | marked_pending marked_sent marked_delivered marked_failed marked_rejected
marked_sent      | not_editable not_deletable marked_sent      not_editable marked_sent      marked_sent      marked_sent      already  already        | impossible     marked_sent marked_delivered marked_failed marked_rejected
marked_delivered | not_editable not_deletable marked_delivered not_editable marked_delivered marked_delivered marked_delivered already  already        | impossible     impossible  marked_delivered marked_failed marked_rejected
marked_rejected  | not_editable not_deletable marked_rejected  not_editable marked_rejected  marked_rejected  marked_rejected  already  marked_pending | impossible     impossible  impossible       impossible    marked_rejected
received         | not_editable not_deletable received         not_editable received         received         received         unsendable unsendable  | impossible     impossible  impossible       impossible    impossible
`;

const [HEADER, ...ROWS] = TABLE.trim()
  .split('\n')
  .map((row) => row.split(/[\s|]+/));
const CELLS = ROWS.flatMap(([name, ...cells]) =>
  cells.map((cell, index) => [name as StateName, HEADER![index + 1] as EventName, cell] as const),
);

function documentIn(name: StateName, members: Partial<Document> = {}): Document {
  const { is_dated, ...fields } = STATES[name];
  const dates = {
    sent_at: is_dated ? BEFORE : null,
    received_at: fields.status === 'received' ? BEFORE : null,
  };
  return { ...aDocument(), ...fields, ...dates, version: 3, updated_at: BEFORE, ...members };
}

/** The refusal of a transition; null for one that cannot happen. */
function refusalOf(run: () => unknown): readonly [string, number] | null {
  try {
    run();
  } catch (error) {
    return error instanceof DomainError ? [error.code, error.status] : null;
  }
  throw new Error('Nothing was refused.');
}

test('The table of transitions has a cell for each state and event', () => {
  expect(HEADER).toEqual(['state', ...EVENT_NAMES]);
  expect(CELLS.map(([name, event]) => `${name} ${event}`)).toEqual(
    STATE_NAMES.flatMap((name) => EVENT_NAMES.map((event) => `${name} ${event}`)),
  );
});

describe('A document in state', () => {
  test.each(CELLS)('%s, on %s: %s', (name, event, cell) => {
    const document = documentIn(name);
    const [run, changed] = EVENTS[event];
    if (cell in REFUSALS) {
      expect(refusalOf(() => run(document))).toEqual(REFUSALS[cell]);
      return;
    }
    if (cell === 'ok') {
      expect(run(document)).toBe(document);
      return;
    }
    const { is_dated, ...next } = STATES[cell as StateName];
    // For a document that is marked as sent too, it makes no difference.
    const is_sent_again = event === 'send' && document.peppol_status === 'rejected';
    expect(run(document)).toEqual({
      ...document,
      ...next,
      was_rejected: next.was_rejected || is_sent_again,
      ...changed,
      sent_at: is_dated ? (document.sent_at ?? NOW) : null,
      version: 4,
      updated_at: NOW,
    });
  });
});

describe('A document that is booked in accounting', () => {
  const BOOKED = { accounting_status: 'transmitted', transmitted_at: BEFORE } as const;

  test.each(CELLS)(
    'in state %s, on %s, behaves as an unbooked one: %s, or stays unchanged',
    (name, event) => {
      const document = documentIn(name, BOOKED);
      const [run] = EVENTS[event];
      if (event === 'book') expect(run(document)).toBe(document);
      else if (event === 'change' || event === 'detach') {
        expect(refusalOf(() => run(document))).toEqual(['document_not_editable', 409]);
      } else if (event === 'delete') {
        expect(refusalOf(() => run(document))).toEqual(['document_not_deletable', 409]);
      } else {
        const outcome = (transition: () => Document) => {
          try {
            const { accounting_status: _, transmitted_at: __, ...after } = transition();
            return after;
          } catch (error) {
            return error;
          }
        };
        const { accounting_status: _, transmitted_at: __, ...unbooked } = document;
        const other = { ...unbooked, accounting_status: 'pending', transmitted_at: null } as const;
        expect(outcome(() => run(document))).toEqual(outcome(() => run(other)));
      }
    },
  );
});

test.each(['draft', 'sent'] as const)(
  'An impossible report is an error that names the document: %s',
  (name) => {
    const message = {
      draft: 'The network reported sent for a document with the Peppol status null.',
      sent: 'The network reported pending for a document with the Peppol status sent.',
    };
    const run = reported(name === 'draft' ? 'sent' : 'pending');
    expect(() => run(documentIn(name))).toThrow(new Error(message[name]));
  },
);

describe('A type of document', () => {
  test.each(DOCUMENT_TYPE_NAMES)(
    '%s: can be marked as sent, and sent if the network transports it',
    (type) => {
      const document = documentIn('draft', { type });
      expect(markedSent(document, addressed, NOW)).toMatchObject({ status: 'sent', sent_at: NOW });
      const send = () => sendAccepted(document, addressed, NOW);
      if (isTransported(type)) expect(send()).toMatchObject({ status: 'sent', peppol_status: 'pending' });
      else expect(refusalOf(send)).toEqual(['not_sendable', 422]);
    },
  );
});

describe('A payment link', () => {
  test('moves the version even if the payment status stays', () => {
    const document = documentIn('sent');
    const { version, updated_at, ...same } = document;
    const next = { version: version + 1, updated_at: NOW };
    expect([updated_at === NOW, settled(document, null, NOW)]).toEqual([false, { ...same, ...next }]);
  });
});

describe('A transition that changes nothing', () => {
  test.each(['pending', 'sent', 'delivered', 'failed', 'rejected'] as const)(
    'returns the same document: reported %s again, with the same error',
    (name) => {
      const document = documentIn(name, { peppol_error: ERROR });
      expect(reported(name)(document)).toBe(document);
    },
  );
});

test('A draft that is sent on its creation is stored as pending in its first version', () => {
  const draft = { ...aDocument(), ...UNNUMBERED, journal_id: 'j', period: '2026' };
  expect(sendAcceptedOnCreation(draft, addressed)).toEqual({
    ...{ ...draft, ...addressed },
    ...{ status: 'sent', peppol_status: 'pending', peppol_error: null, sent_at: null, version: 1 },
  });
});
