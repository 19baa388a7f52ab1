import { add, attempt, document, failure, refusal, Run } from './good-run';

/** A test participant of the sandbox that rejects each invoice (api.md §7). */
const REJECTING = '0088:5412345000044';

describe('a run without violations', () => {
  const harmless: [string, (run: Run) => void][] = [
    ['nothing else happens', () => undefined],
    [
      'a creation with an unknown outcome is stored',
      (run) => void (run.creations[2]![0] = attempt(undefined)),
    ],
    [
      'an unknown creation is not there',
      (run) => {
        run.creations.push([attempt(undefined)]);
        run.ledger.creations.push({
          mark: 'mark-5',
          company: 'First',
          journal_id: 'main',
          keyed: false,
          attempts: run.creations[4]!,
        });
      },
    ],
    ['an unknown deletion was done', (run) => void (run.deletion[0] = failure('unknown'))],
    [
      'a key is asked for again',
      (run) =>
        run.creations[0]!.push(
          attempt({ ...run.creations[0]![0]!.answer, headers: { 'idempotency-replayed': 'true' } }),
        ),
    ],
    ['a send is requested again', (run) => run.sending.push(refusal(409, 'already_sent'))],
    [
      'a send is accepted unknowingly',
      (run) => run.sending.splice(0, 1, failure('unknown'), refusal(409, 'already_sent')),
    ],
    [
      'a send that may be retried was accepted unknowingly, and again',
      (run) => {
        run.sendTo(REJECTING, 'rejected', 'rejected');
        run.sending.unshift(attempt(undefined));
      },
    ],
    ['a sent document was responded to', (run) => run.respond()],
    ['a response with an unknown outcome was sent', (run) => run.respond(attempt(undefined))],
    ['an unknown response is not there', (run) => run.respond(attempt(undefined), [])],
    ['a read fails', (run) => run.ledger.attempts.push({ ...failure(), is_write: false })],
    ['a write reports that it stored nothing', (run) => run.ledger.attempts.push(failure('none'))],
    ['promotions overlap', (run) => run.promote('two', attempt({}, { started_ms: 0 }))],
    [
      'a promotion came through unknowingly',
      (run) => void (run.promote('two', attempt(undefined)), (run.defaults = ['two'])),
    ],
    ['all uses of a token failed', (run) => run.use([failure('none'), failure('none')])],
    [
      'a token went with an unknown use',
      (run) => run.use([attempt(undefined), refusal(401, 'invalid_grant')]),
    ],
    [
      'a number of a deleted document was given again',
      (run) => {
        run.creations.push([
          attempt({ status: 201, body: { ...document(4), id: 'id-5', order_reference: 'mark-5' } }),
        ]);
        run.ledger.creations.push({
          mark: 'mark-5',
          company: 'First',
          journal_id: 'main',
          keyed: true,
          attempts: run.creations[4]!,
        });
        add(run, document(4, { id: 'id-5', order_reference: 'mark-5' }));
      },
    ],
    [
      'a node answered late for which the machine had no processor',
      (run) => {
        run.ledger.attempts.push(attempt({}, { started_ms: 0, ended_ms: 11_000 }));
        run.stalls = {
          nodes: new Map(),
          waits: new Map([['node 1', [{ from_ms: 9_000, to_ms: 9_700 }]]]),
          own: [{ from_ms: 9_500, to_ms: 10_000 }],
        };
      },
    ],
    [
      'a frozen node answered late',
      (run) => {
        run.ledger.attempts.push(attempt({}, { started_ms: 0, ended_ms: 40_000 }));
        run.stalls = {
          nodes: new Map([['node 1', [{ from_ms: 20_000, to_ms: 35_000 }]]]),
          waits: new Map(),
          own: [],
        };
      },
    ],
  ];
  test.each(harmless)('is accepted when %s', (_, happen) => {
    const run = new Run();
    happen(run);
    expect(run.violated).toEqual([]);
  });
});
