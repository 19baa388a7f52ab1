import { PEPPOL_STATUSES, type PeppolStatus } from '../../../src/domain/documents/document-status';
import type { ReportedDocument } from '../../../src/domain/e-invoicing/network-transitions';
import {
  afterAnswer,
  afterOperator,
  afterStatusMessage,
  type NetworkAnswer,
  networkSettled,
  type NetworkSettlement,
  statusAnswered,
  type StatusMessage,
} from '../../../src/domain/e-invoicing/settlement';
import {
  type Attempt,
  type AttemptOutcome,
  isAcceptedByNetwork,
  isBeingHandedOver,
  needsStatusQuery,
  newTransmission,
  type Transmission,
} from '../../../src/domain/e-invoicing/transmission';

const NOW = new Date('2026-07-01T10:00:00.000Z');
const LATER = new Date('2026-07-01T11:00:00.000Z');

const attempt = (outcome: AttemptOutcome): Attempt => ({ at: NOW.toISOString(), outcome, message: null });

/** A transmission as a worker takes it, after attempts that ended so. */
function taken(outcomes: readonly AttemptOutcome[], members: Partial<Transmission> = {}): Transmission {
  const addressing = { sender: '0208:0123456749', receiver: '0088:5412345000013' };
  const ids = { message_id: 'm', document_id: 'd' };
  return {
    ...newTransmission(
      { ...addressing, document_type: 'invoice', process: 'billing', sender_country: 'BE' },
      ids,
      NOW,
    ),
    generation: outcomes.length,
    attempts: outcomes.map(attempt),
    ...members,
  };
}

const outcomes = ({ attempts }: { attempts: readonly Attempt[] }) => attempts.map(({ outcome }) => outcome);

describe('a transmission that lacks its PDF', () => {
  const lacking = taken(['unknown', 'started'], { lacks_pdf: true, generation: 2 });

  test('was not sent, so the network is not asked for it', () => {
    expect(needsStatusQuery(lacking)).toBe(false);
    expect(needsStatusQuery({ ...lacking, lacks_pdf: false })).toBe(true);
  });

  test('was not handed over by an attempt that was interrupted', () => {
    const interrupted = taken(['started', 'started'], { lacks_pdf: true });
    const settlement = afterAnswer(interrupted, { kind: 'delivered' }, LATER);
    expect(outcomes(settlement)).toEqual(['transient_failure', 'delivered']);
  });

  test('reports that it waits for its PDF, not for the network', () => {
    const answer = { kind: 'transient_failure', reason: 'No PDF.', code: 'pdf_not_made' } as const;
    expect(afterAnswer(lacking, answer, LATER)).toMatchObject({
      ...{ state: 'pending', finished_at: null, next_in_s: 5 },
      error: { code: 'pdf_not_made', message: 'No PDF.' },
    });
  });
});

describe('a first attempt', () => {
  test('does not ask the network before', () => {
    expect(needsStatusQuery(taken(['started']))).toBe(false);
    expect(isAcceptedByNetwork(taken(['started']))).toBe(false);
  });

  test.each<[NetworkAnswer, PeppolStatus, AttemptOutcome, number | null]>([
    [{ kind: 'delivered' }, 'delivered', 'delivered', null],
    [{ kind: 'delivered', awaits_answer: true }, 'delivered', 'delivered', 1],
    [{ kind: 'duplicate' }, 'delivered', 'duplicate', null],
    [{ kind: 'sent' }, 'sent', 'sent', 1],
    [{ kind: 'accepted' }, 'pending', 'accepted', 1],
    [{ kind: 'transient_failure', reason: 'Away.' }, 'pending', 'transient_failure', 1],
    [{ kind: 'unknown', reason: 'Silence.' }, 'pending', 'unknown', 10],
    [{ kind: 'permanent_failure', code: 'configuration', reason: 'No.' }, 'failed', 'failed', null],
    [{ kind: 'rejected', reason: 'Not mine.' }, 'rejected', 'rejected', null],
  ])('with the response %j', (answer, state, outcome, next_in_s) => {
    const settlement = afterAnswer(taken(['started']), answer, LATER);
    expect(settlement).toMatchObject({ state, next_in_s });
    expect(settlement.attempts).toEqual([
      { at: NOW.toISOString(), outcome, message: 'reason' in answer ? answer.reason : null },
    ]);
    const is_final = ['delivered', 'failed', 'rejected'].includes(state);
    expect(settlement.finished_at).toEqual(is_final ? LATER : null);
  });

  test.each<[NetworkAnswer, string | null]>([
    [{ kind: 'accepted' }, null],
    [{ kind: 'transient_failure', reason: 'Away.' }, 'network_unavailable'],
    [{ kind: 'unknown', reason: 'Silence.' }, 'outcome_unknown'],
    [{ kind: 'permanent_failure', code: 'configuration', reason: 'No.' }, 'configuration'],
    [{ kind: 'rejected', reason: 'Not mine.' }, 'rejected_by_receiver'],
  ])('with the response %j leaves the error %s', (answer, code) => {
    expect(afterAnswer(taken(['started']), answer, LATER).error?.code ?? null).toBe(code);
  });
});

describe('another attempt', () => {
  test.each<AttemptOutcome>(['started', 'transient_failure', 'unknown'])(
    'asks first, whatever is known of the one before: %s',
    (outcome) => expect(needsStatusQuery(taken([outcome, 'started']))).toBe(true),
  );

  test('records that the previous one was interrupted', () => {
    const settlement = afterAnswer(taken(['started', 'started']), { kind: 'delivered' }, LATER);
    expect(outcomes(settlement)).toEqual(['unknown', 'delivered']);
    expect(settlement.attempts[0]!.message).toMatch(/process ended/);
  });

  test('keeps the outcomes of previous ones', () => {
    const settlement = afterAnswer(
      taken(['transient_failure', 'unknown', 'started']),
      { kind: 'delivered' },
      LATER,
    );
    expect(settlement.attempts.slice(0, 2)).toEqual([attempt('transient_failure'), attempt('unknown')]);
  });

  test('comes after growing pauses, up to a limit', () => {
    const pauses: (number | null)[] = [];
    for (let n = 1; ; n++) {
      const tries = [...Array<AttemptOutcome>(n - 1).fill('transient_failure'), 'started' as const];
      const settlement = afterAnswer(taken(tries), { kind: 'transient_failure', reason: 'Away.' }, LATER);
      pauses.push(settlement.next_in_s);
      if (settlement.state === 'failed') {
        expect(settlement.error?.code).toBe('gave_up');
        break;
      }
    }
    expect(pauses.slice(0, 7)).toEqual([1, 5, 30, 120, 600, 3600, 3600]);
    expect(pauses.length).toBeGreaterThan(50);
  });

  test('comes without limit while the outcome is unknown, and the oldest attempts are deleted', () => {
    const tries = [...Array<AttemptOutcome>(500).fill('unknown'), 'started' as const];
    const settlement = afterAnswer(taken(tries), { kind: 'unknown', reason: 'Silence.' }, LATER);
    expect(settlement).toMatchObject({ state: 'pending', next_in_s: 3600 });
    expect(settlement.attempts).toHaveLength(100);
  });
});

describe('a network that cannot be asked', () => {
  const silence: NetworkAnswer = { kind: 'unknown', reason: 'Silence.' };

  test('has certainly not accepted what no attempt has handed over', () => {
    const unsent = taken(['transient_failure', 'transient_failure', 'started']);
    expect(statusAnswered(unsent, silence)).toEqual({ kind: 'transient_failure', reason: 'Silence.' });
    expect(statusAnswered(unsent, { kind: 'sent' })).toEqual({ kind: 'sent' });
  });

  test.each<[string, Transmission]>([
    ['unknown', taken(['unknown', 'transient_failure', 'started'])],
    ['interrupted', taken(['started', 'started'])],
    ['deleted', taken(['transient_failure', 'started'], { generation: 3 })],
    ['sent', taken(['transient_failure'], { state: 'sent' })],
  ])('leaves the outcome unknown after an attempt that is %s', (_outcome, transmission) => {
    expect(statusAnswered(transmission, silence)).toEqual(silence);
  });
});

describe('a message that the network has', () => {
  const accepted = taken(['accepted'], { generation: 2 });

  test('is not sent again, only asked for', () => {
    expect(needsStatusQuery(accepted)).toBe(true);
    expect(isAcceptedByNetwork(accepted)).toBe(true);
  });

  test('keeps its state when the network cannot be asked', () => {
    const settlement = afterAnswer(accepted, { kind: 'unknown', reason: 'Silence.' }, LATER);
    expect(settlement).toMatchObject({ state: 'pending', error: { code: 'outcome_unknown' } });
    expect(outcomes(settlement)).toEqual(['accepted']);
  });

  test('has the final outcome of the attempt', () => {
    expect(outcomes(afterAnswer(accepted, { kind: 'sent' }, LATER))).toEqual(['sent']);
  });

  test('is asked for with growing pauses, until it is final', () => {
    const pause = (generation: number) =>
      afterAnswer(taken(['sent'], { state: 'sent', generation }), { kind: 'sent' }, LATER);
    expect([2, 3, 4, 5].map((generation) => pause(generation).next_in_s)).toEqual([5, 10, 30, 60]);
    expect(pause(200)).toMatchObject({ state: 'sent', next_in_s: null, finished_at: LATER });
  });

  test.each<[PeppolStatus, NetworkAnswer]>([
    ['sent', { kind: 'unknown', reason: 'Silence.' }],
    ['delivered', { kind: 'transient_failure', reason: 'Away.' }],
    ['delivered', { kind: 'delivered', awaits_answer: true }],
  ])('is asked for a limited number of times once it is %s: %j', (state, answer) => {
    const asked = (generation: number) => afterAnswer(taken(['sent'], { state, generation }), answer, LATER);
    expect(asked(80).next_in_s).toBe(3600);
    expect(asked(81).next_in_s).toBeNull();
  });

  test('is not asked for any more when the network had it already', () => {
    const duplicate = { kind: 'duplicate', awaits_answer: true } as const;
    expect(afterAnswer(taken(['started']), duplicate, LATER).next_in_s).toBeNull();
  });

  test('is asked for again when the network could not be asked', () => {
    const sent = taken(['sent'], { state: 'sent', generation: 2 });
    const settlement = afterAnswer(sent, { kind: 'unknown', reason: 'Silence.' }, LATER);
    expect(settlement).toMatchObject({ state: 'sent', error: null, next_in_s: 5 });
  });

  test('was rejected after it was delivered', () => {
    const delivered = taken(['delivered'], { state: 'delivered', generation: 2, finished_at: NOW });
    const settlement = afterAnswer(delivered, { kind: 'rejected', reason: 'Not mine.' }, LATER);
    expect(settlement).toMatchObject({ state: 'rejected', finished_at: LATER, next_in_s: null });
    expect(outcomes(settlement)).toEqual(['delivered']);
  });
});

describe('a message on its way', () => {
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

  test('may be handed over as long as the lease of its worker lasts', () => {
    expect(isBeingHandedOver(taken(['unknown', 'started']), later(29))).toBe(true);
    expect(isBeingHandedOver(taken(['unknown', 'started']), later(30))).toBe(false);
    expect(isBeingHandedOver(taken(['started']), later(-86_400))).toBe(false); // the clock was set back
    expect(isBeingHandedOver(taken(['unknown']), later(1))).toBe(false);
    expect(isBeingHandedOver(taken([]), later(1))).toBe(false);
  });
});

describe('a failure that is reported after the message was delivered', () => {
  const delivered = taken(['accepted'], { state: 'delivered', generation: 2, finished_at: NOW });
  const failure = { kind: 'permanent_failure', code: 'not_delivered', reason: 'No receipt.' } as const;

  test('changes nothing when the access point of the sender reports it', () => {
    expect(afterAnswer(delivered, failure, LATER)).toEqual({
      ...{ state: 'delivered', attempts: delivered.attempts, finished_at: NOW },
      ...{ error: null, next_in_s: null },
    });
  });

  test('counts when that of the receiver does, as by a message', () => {
    const by_receiver = { ...failure, by_receiver: true } as const;
    expect(afterAnswer(delivered, by_receiver, LATER)).toMatchObject({ state: 'failed' });
  });
});

describe('a status message', () => {
  const mls = (code: string) => ({ kind: 'message_level_status' as const, code, reason: null });
  const response = (code: string) => ({ kind: 'invoice_response' as const, code, reason: 'Wrong amount.' });

  test.each([
    ['pending', mls('AP'), 'delivered'],
    ['sent', mls('AB'), 'delivered'],
    ['sent', mls('RE'), 'failed'],
    ['delivered', mls('RE'), 'failed'],
    ['sent', response('IP'), 'delivered'],
    ['pending', response('RE'), 'rejected'],
    ['delivered', response('RE'), 'rejected'],
  ] as const)('moves a %s transmission: %j', (state, message, next) => {
    expect(afterStatusMessage(taken(['sent'], { state }), message, LATER)).toMatchObject({
      state: next,
      finished_at: LATER,
    });
  });

  test.each([
    ['delivered', mls('AP')],
    ['delivered', response('AP')],
    ['failed', mls('AP')],
    ['failed', response('RE')],
    ['rejected', mls('RE')],
    ['rejected', response('RE')],
    ['rejected', response('PD')],
  ] as const)('never moves a %s transmission back: %j', (state, message) => {
    expect(afterStatusMessage(taken(['sent'], { state }), message, LATER)).toBeUndefined();
  });

  test.each([
    ['failed', mls('RE'), 'not_delivered', /could not deliver/],
    ['failed', { ...mls('RE'), reason: 'Unknown.' }, 'not_delivered', /^Unknown\.$/],
    ['rejected', { ...response('RE'), reason: null }, 'rejected_by_receiver', /receiver rejected/],
  ] as const)('that ends as %s has a reason: %j', (state, message, code, text) => {
    expect(afterStatusMessage(taken(['sent'], { state: 'sent' }), message, LATER)).toMatchObject({
      ...{ state, error: { code, message: expect.stringMatching(text) as string } },
    });
  });

  test('passes on the message of the receiver', () => {
    const settlement = afterStatusMessage(taken(['sent'], { state: 'sent' }), response('RE'), LATER);
    expect(settlement!.error).toEqual({ code: 'rejected_by_receiver', message: 'Wrong amount.' });
  });
});

describe('an operator', () => {
  test.each(['sent', 'failed'] as const)('closes an open transmission as %s', (outcome) => {
    expect(afterOperator(taken(['unknown']), outcome, LATER)).toMatchObject({
      ...{ state: outcome, finished_at: LATER, next_in_s: null },
    });
  });

  test('is recorded as the source when a document was not delivered', () => {
    expect(afterOperator(taken(['unknown']), 'failed', LATER)!.error).toEqual({
      code: 'closed_by_operator',
      message: 'An operator found that it was not delivered.',
    });
    expect(afterOperator(taken(['unknown']), 'sent', LATER)!.error).toBeNull();
  });

  test.each(['sent', 'delivered', 'failed', 'rejected'] as const)(
    'cannot close a transmission that is %s',
    (state) => {
      expect(afterOperator(taken(['sent'], { state }), 'failed', LATER)).toBeUndefined();
    },
  );
});

/**
 * For each state and event, the state that follows; `-` where the event changes nothing. Only open transmissions are
 * taken by workers, so that the network is asked for no other.
 */
const TABLE = `
state     | accepted  sent      duplicate delivered transient_failure unknown   permanent_failure rejected | mls_AP    mls_RE ir_AP     ir_RE    | closed_sent closed_failed
pending   | pending   sent      delivered delivered pending           pending   failed            rejected | delivered failed delivered rejected | sent        failed
sent      | sent      sent      delivered delivered sent              sent      failed            rejected | delivered failed delivered rejected | -           -
delivered | delivered delivered delivered delivered delivered         delivered delivered         rejected | -         failed -         rejected | -           -
failed    | .         .         .         .         .                 .         .                 .        | -         -      -         -        | -           -
rejected  | .         .         .         .         .                 .         .                 .        | -         -      -         -        | -           -
`;
const [HEADER, ...ROWS] = TABLE.trim()
  .split('\n')
  .map((row) => row.split(/[\s|]+/));
const CELLS = ROWS.flatMap(([state, ...cells]) =>
  cells.map((next, index) => [state as PeppolStatus, HEADER![index + 1]!, next] as const),
);

const answered = (answer: NetworkAnswer) => (transmission: Transmission) =>
  afterAnswer(transmission, answer, LATER);
const reason = 'A reason.';
const told = (kind: StatusMessage['kind'], code: string) => (transmission: Transmission) =>
  afterStatusMessage(transmission, { kind, code, reason }, LATER);
const closed = (outcome: 'sent' | 'failed') => (transmission: Transmission) =>
  afterOperator(transmission, outcome, LATER);
const EVENTS: Readonly<Record<string, (transmission: Transmission) => NetworkSettlement | undefined>> = {
  accepted: answered({ kind: 'accepted' }),
  sent: answered({ kind: 'sent' }),
  duplicate: answered({ kind: 'duplicate' }),
  delivered: answered({ kind: 'delivered' }),
  transient_failure: answered({ kind: 'transient_failure', reason }),
  unknown: answered({ kind: 'unknown', reason }),
  permanent_failure: answered({ kind: 'permanent_failure', code: 'not_delivered', reason }),
  rejected: answered({ kind: 'rejected', reason }),
  mls_AP: told('message_level_status', 'AP'),
  mls_RE: told('message_level_status', 'RE'),
  ir_AP: told('invoice_response', 'AP'),
  ir_RE: told('invoice_response', 'RE'),
  closed_sent: closed('sent'),
  closed_failed: closed('failed'),
};

describe('The table of transmissions', () => {
  test('has a cell for each state and event', () => {
    expect(HEADER).toEqual(['state', ...Object.keys(EVENTS)]);
    expect(ROWS.map(([state]) => state)).toEqual(PEPPOL_STATUSES);
    expect(CELLS).toHaveLength(PEPPOL_STATUSES.length * Object.keys(EVENTS).length);
  });

  test.each(CELLS.filter(([, , next]) => next === '-'))('%s: %s changes nothing', (state, event) => {
    expect(EVENTS[event]!(taken(['sent'], { state }))).toBeUndefined();
  });

  test.each(CELLS.filter(([, , next]) => next !== '-' && next !== '.'))(
    '%s, on %s: %s',
    (state, event, next) => {
      const members = { state, finished_at: state === 'delivered' ? NOW : null, generation: 2 };
      const before = {
        ...taken([state === 'pending' ? 'started' : 'sent'], members),
        document: saying(state),
      };
      const settlement = EVENTS[event]!(before)!;
      expect(settlement.state).toBe(next);
      const after = networkSettled(before, settlement, LATER);
      const { attempts, finished_at, error: peppol_error } = settlement;
      // The document says the same as its transmission, in a new version if it said something else before.
      const { status, sent_at } = saying(next as PeppolStatus, before.document.sent_at ?? LATER);
      const is_revised = state !== next || peppol_error !== null;
      const revision = is_revised ? { version: 4, updated_at: LATER } : { version: 3, updated_at: NOW };
      expect(after).toEqual({
        ...{ ...before, state: next, attempts, finished_at, updated_at: LATER },
        document: {
          status,
          peppol_status: next,
          peppol_error,
          sent_at,
          marked_sent: false,
          was_rejected: false,
          responses: [],
          ...revision,
        },
      });
    },
  );

  /** A document whose transmission is in the state. */
  function saying(state: PeppolStatus, taken_over_at = NOW): ReportedDocument {
    return {
      status: state === 'failed' ? 'draft' : 'sent',
      peppol_status: state,
      peppol_error: null,
      sent_at: state === 'pending' || state === 'failed' ? null : taken_over_at,
      marked_sent: false,
      was_rejected: false,
      responses: [],
      version: 3,
      updated_at: NOW,
    };
  }
});
