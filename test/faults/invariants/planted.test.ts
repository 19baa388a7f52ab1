import { add, attempt, document, failure, refusal, Run, without } from './good-run';

describe('a violation is found when', () => {
  const planted: [string, string | string[], (run: Run) => void][] = [
    ['an acknowledged document is missing', ['lost', 'numbering'], (run) => without(run, 2)],
    [
      'the last document is not there, which was sent',
      ['lost', 'sent without a request'],
      (run) => without(run, 3),
    ],
    [
      'a document is there twice',
      'doubled',
      (run) => add(run, document(4, { id: 'id-x', order_reference: 'mark-2' })),
    ],
    [
      'one key made two documents',
      'doubled',
      (run) =>
        run.creations[0]!.push(
          attempt({ status: 201, body: document(2), headers: { 'idempotency-replayed': 'true' } }),
        ),
    ],
    ['a replay is not marked', 'replay not marked', (run) => run.creations[0]!.push(run.creations[0]![0]!)],
    ['a deleted document is stored', 'resurrected', (run) => add(run, document(4))],
    [
      'a deleted document is there whose second deletion found nothing',
      'resurrected',
      (run) => (
        add(run, document(4)),
        run.deletion.splice(0, 1, attempt(undefined), refusal(404, 'not_found'))
      ),
    ],
    [
      'a document is gone whose deletion was refused',
      'lost',
      (run) => void (run.deletion[0] = refusal(409, 'document_not_deletable')),
    ],
    [
      'a document is gone whose deletion had no effect',
      'lost',
      (run) => void (run.deletion[0] = failure('none')),
    ],
    [
      'a document is there that was refused',
      'stored although refused',
      (run) => void (run.creations[1]![0] = refusal(422, 'validation_error')),
    ],
    [
      'a document is there that had no effect',
      'stored although refused',
      (run) => void (run.creations[1]![0] = failure('none')),
    ],
    [
      'a document is there that nobody asked for',
      'stored without a request',
      (run) => add(run, document(4, { order_reference: 'mark-?' })),
    ],
    [
      'a document has another total',
      'changed',
      (run) => void (run.documents[0] = document(1, { totals: { payable: '13.00' } })),
    ],
    ['a document has another id', 'changed', (run) => void (run.documents[1] = document(2, { id: 'id-x' }))],
    ['a number is missing', ['lost', 'numbering'], (run) => without(run, 1)],
    [
      'a number was given twice',
      ['changed', 'numbering'],
      (run) => void (run.documents[1] = document(1, { id: 'id-2', order_reference: 'mark-2' })),
    ],
    [
      'dates run backwards',
      ['changed', 'numbering'],
      (run) => void (run.documents[2] = document(3, { issue_date: '2026-06-30' })),
    ],
    ['the service reports a gap', 'numbering', (run) => run.periods[0]!.gaps.push(2)],
    ['the service counts otherwise', 'numbering', (run) => void run.periods[0]!.count++],
    [
      'two documents bore one number at one time',
      'numbering',
      (run) =>
        void (run.creations[3]![0] = attempt(
          { status: 201, body: { ...document(4), number: 'MAIN-2026-00001' } },
          { ended_ms: 1 },
        )),
    ],
    ['a read shows no default', 'defaults', (run) => run.read()],
    ['a read shows two defaults', 'defaults', (run) => run.read('one', 'two')],
    ['there are two defaults at the end', 'defaults', (run) => void (run.defaults = ['one', 'two'])],
    ['the last promotion is lost', 'defaults', (run) => run.promote('two')],
    ['two uses of a token got a pair', 'refresh tokens', (run) => run.use([attempt({}), attempt({})])],
    [
      'a live token was refused',
      'refresh tokens',
      (run) => run.use([failure('none'), refusal(401, 'invalid_grant')]),
    ],
    ['a send was accepted twice', 'sent twice', (run) => run.sending.push(attempt({ status: 202 }))],
    [
      'a send has two transmissions',
      'sent twice',
      (run) => run.transmissions.push({ message_id: 'n', state: 'delivered' }),
    ],
    [
      'a send that may be retried was accepted twice by one request',
      'sent twice',
      (run) => run.sendTo('0088:5412345000044', 'rejected', 'rejected'),
    ],
    [
      'a send that may be retried was accepted twice under one key',
      'sent twice',
      (run) => {
        run.sendTo('0088:5412345000044', 'rejected', 'rejected');
        run.sending.splice(0, 1, attempt(undefined, { key: 'k' }), attempt({ status: 202 }, { key: 'k' }));
      },
    ],
    [
      'a delivered send has two transmissions after an answer was lost',
      'sent twice',
      (run) => {
        run.transmissions.push({ message_id: 'n', state: 'delivered' });
        run.sending.unshift(attempt(undefined));
      },
    ],
    ['a send arrived twice', 'sent twice', (run) => run.received.push({ ...run.received[0]!, id: 'id-10' })],
    ['a send did not arrive', 'lost', (run) => void (run.received = [])],
    [
      'an accepted send has no transmission',
      ['lost', 'sent without a request'],
      (run) => void (run.transmissions = []),
    ],
    ['a send is still under way', 'not settled', (run) => void (run.transmissions[0]!.state = 'pending')],
    [
      'a send is under way that was refused',
      'stored although refused',
      (run) => void (run.sending[0] = failure('none')),
    ],
    [
      'something arrived that nobody sent',
      'sent without a request',
      (run) =>
        run.received.push(document(10, { journal_id: null, status: 'received', number: 'MAIN-2026-00001' })),
    ],
    ['a response is lost', 'lost', (run) => run.respond(undefined, [], 0)],
    ['a response did not arrive', 'lost', (run) => run.respond(undefined, ['delivered'], 0)],
    ['a response arrived twice', 'sent twice', (run) => run.respond(undefined, ['delivered'], 2)],
    [
      'a response is kept twice',
      'sent twice',
      (run) => run.respond(attempt(undefined, { key: 'k' }), ['delivered', 'delivered']),
    ],
    ['a response is still under way', 'not settled', (run) => run.respond(undefined, ['pending'])],
    [
      'a response is kept that was refused',
      'stored although refused',
      (run) => run.respond(refusal(409, 'response_not_possible')),
    ],
    [
      'a response arrived that nobody sent',
      'sent without a request',
      (run) => (run.respond(), run.ledger.responses.pop()),
    ],
    ['an attachment is missing', 'lost', (run) => void (run.attachments = [])],
    ['an attachment is stored twice', 'doubled', (run) => run.attachments.push(run.attachments[0]!)],
    ['an attachment has other bytes', 'changed', (run) => void (run.attachments[0]!.sha256 = 'def')],
    ['an attachment cannot be read', 'changed', (run) => void (run.attachments[0]!.sha256 = undefined)],
    [
      'an attachment is there that was refused',
      'stored although refused',
      (run) => void (run.upload[0] = failure('none')),
    ],
    [
      'an attachment is not there that is said to be',
      'lost',
      (run) =>
        void (
          run.upload.splice(0, 1, attempt(undefined), refusal(409, 'duplicate_attachment')),
          (run.attachments = [])
        ),
    ],
    [
      'an answer came late',
      'late',
      (run) => run.ledger.attempts.push(attempt({}, { started_ms: 0, ended_ms: 10_001 })),
    ],
    [
      'no answer came',
      'late',
      (run) =>
        run.ledger.attempts.push(
          attempt(undefined, { failure: 'given up', started_ms: 0, ended_ms: 12_000 }),
        ),
    ],
    [
      'an answer came late while another node was frozen',
      'late',
      (run) => {
        run.ledger.attempts.push(attempt({}, { started_ms: 0, ended_ms: 12_000 }));
        run.stalls = {
          nodes: new Map([['node 2', [{ from_ms: 0, to_ms: 12_000 }]]]),
          waits: new Map([
            ['node 1', [{ from_ms: 0, to_ms: 500 }]],
            ['node 2', [{ from_ms: 0, to_ms: 12_000 }]],
          ]),
          own: [{ from_ms: 0, to_ms: 500 }],
        };
      },
    ],
    [
      'a position is missing',
      'event log',
      (run) =>
        void (run.alterLog = ({ events }) => {
          events[2] = { ...events[2]!, position: 4 };
        }),
    ],
    [
      'a position was given twice',
      'event log',
      (run) =>
        void (run.alterLog = ({ events }) => {
          events[2] = { ...events[2]!, position: 2 };
        }),
    ],
    [
      'an event is there twice',
      'event log',
      (run) =>
        void (run.alterLog = ({ events }) => {
          events.push({ ...events[0]!, position: 4, type: 'document.updated' });
        }),
    ],
    [
      'the verification of the log finds a fault',
      'event log',
      (run) => void (run.alterLog = ({ faults }) => void faults.push({ position: 2, reason: 'altered' })),
    ],
    [
      'a document has no event',
      'events',
      (run) =>
        void (run.alterLog = ({ events }) => {
          events[1] = { ...events[1]!, type: 'document.updated' };
        }),
    ],
    [
      'a document has two first events',
      'events',
      (run) =>
        void (run.alterLog = ({ events }) => {
          events.push({ ...events[0]!, id: 'another', position: 4 });
        }),
    ],
    [
      'a webhook did not receive an event',
      'webhooks',
      (run) => void (run.alterLog = ({ received }) => void received.delete('event of id-2')),
    ],
    [
      'a webhook received other bytes than those of the feed',
      'webhooks',
      (run) =>
        void (run.alterLog = ({ received }) => void received.get('event of id-2')!.add('badly signed')),
    ],
    [
      'a webhook received an event that is in no feed',
      'webhooks',
      (run) => void (run.alterLog = ({ due }) => void due.delete('event of id-2')),
    ],
    ['a 500 to a write has no effect field', 'failure', (run) => run.ledger.attempts.push(failure())],
    [
      'a failure is reported differently',
      'failure',
      (run) => run.ledger.attempts.push(attempt({ status: 503 })),
    ],
  ];
  test.each(planted)('%s', (_, rules, plant) => {
    const run = new Run();
    plant(run);
    expect(run.violated).toEqual([rules].flat().sort());
  });
});
