import fc from 'fast-check';
import { type ChainHead, contentOf, hashOf } from '../../../src/domain/events/chain';
import type { ChainedEvent } from '../../../src/domain/events/event';
import {
  type Fault,
  headFault,
  NOTHING_VERIFIED,
  type StoredEvent,
  type Verified,
  verifiedPage,
} from '../../../src/domain/events/verification';
import { aLog, chained, anEvent, anId, numbers, storedEvent } from '../../support/chains';

const LOG = aLog(numbers(20).map((number) => anEvent(number)));
const HEAD: ChainHead = { position: 20, hash: LOG[19]!.hash };

/** The faults of a log that is read in pages. */
function faultsOf(rows: readonly StoredEvent[], page_size = 7, head = HEAD): Fault[] {
  const faults: Fault[] = [];
  let verified: Verified = NOTHING_VERIFIED;
  for (let start = 0; start < rows.length; start += page_size) {
    const page = verifiedPage(verified, rows.slice(start, start + page_size));
    faults.push(...page.faults);
    ({ verified } = page);
  }
  const end = headFault(verified, head);
  return end ? [...faults, end] : faults;
}

const positionsOf = (faults: readonly Fault[]) => faults.map(({ position }) => position);
const eventOf = ({ body }: StoredEvent) => JSON.parse(body) as ChainedEvent;
const replaced = (position: number, change: (row: StoredEvent) => StoredEvent) =>
  LOG.map((row) => (row.position === position ? change(row) : row));

describe('the verification of a log', () => {
  test('finds no fault in a log as it was written, and counts its events', () => {
    expect(faultsOf(LOG)).toEqual([]);
    expect(verifiedPage(NOTHING_VERIFIED, LOG).verified).toEqual({ ...HEAD, events: 20 });
    expect(faultsOf([], 7, { position: 0, hash: '0'.repeat(64) })).toEqual([]);
  });

  test.each<[string, (row: StoredEvent) => StoredEvent, RegExp]>([
    ['whose body was altered', (row) => ({ ...row, body: row.body.replace('121.00', '1.00') }), /content/],
    ['whose content was altered', (row) => ({ ...row, content: 'c'.repeat(64) }), /content/],
    [
      'whose body and content were altered',
      (row) => {
        const event = { ...eventOf(row), data: {} };
        return storedEvent(event, contentOf(event));
      },
      /hash/,
    ],
    ['with another id', (row) => ({ ...row, id: anId(77) }), /stored under/],
    ['with another type', (row) => ({ ...row, type: 'document.deleted' }), /stored under/],
    ['with another resource', (row) => ({ ...row, resource_id: anId(77) }), /stored under/],
    ['that is not JSON', (row) => ({ ...row, body: '{' }), /not a JSON object/],
    ['that is not an object', (row) => ({ ...row, body: 'null' }), /not a JSON object/],
    ['that is a number', (row) => ({ ...row, body: '5' }), /not a JSON object/],
    [
      'without a resource',
      (row) => ({ ...row, body: JSON.stringify({ ...eventOf(row), resource: undefined }) }),
      /not a JSON object/,
    ],
    [
      'with a number that no digest covers',
      (row) => ({ ...row, body: row.body.replace('"121.00"', '1e999') }),
      /content/,
    ],
    [
      'that is nested without end',
      (row) => ({ ...row, body: row.body.replace('"121.00"', '['.repeat(100_000) + ']'.repeat(100_000)) }),
      /content/,
    ],
  ])('names the position of a row %s', (_what, change, reason) => {
    for (const position of [1, 7, 8, 13, 20]) {
      expect(faultsOf(replaced(position, change))).toEqual([
        { position, reason: expect.stringMatching(reason) },
      ]);
    }
  });

  test.each([
    ['resource', null],
    ['resource', 5],
    ['data', null],
    ['data', 'a text'],
  ])(
    'names the head when the last row was altered with all its digests, and its %s is %j',
    (member, value) => {
      const { event, content } = chained({ ...anEvent(20), [member]: value }, LOG[18]!);
      const row = { ...LOG[19]!, content, hash: event.hash, body: JSON.stringify(event) };
      expect(faultsOf([...LOG.slice(0, 19), row])).toEqual([
        { position: 20, reason: 'The event is not a JSON object with a resource and data.' },
        { position: 20, reason: 'The head of the chain has another hash than the event.' },
      ]);
    },
  );

  test('names a row whose stored hash was altered, and the row after it', () => {
    const altered = replaced(9, (row) => ({ ...row, hash: 'a'.repeat(64) }));
    expect(faultsOf(altered)).toEqual([
      { position: 9, reason: 'hash does not cover previous_hash and content.' },
      { position: 10, reason: 'previous_hash is not the hash of the event before.' },
    ]);
  });

  test('names a position that comes twice', () => {
    expect(faultsOf([...LOG.slice(0, 9), ...LOG.slice(8)])).toEqual([
      { position: 9, reason: 'The position follows position 9.' },
    ]);
  });

  test('returns the events of the rows without a fault, by position', () => {
    const altered = replaced(2, (row) => ({ ...row, content: 'c'.repeat(64) }));
    const { events } = verifiedPage(NOTHING_VERIFIED, altered.slice(0, 3));
    expect([...events]).toEqual([
      [1, eventOf(LOG[0]!)],
      [3, eventOf(LOG[2]!)],
    ]);
  });

  test('names the row after one that was altered with all its digests', () => {
    const altered = replaced(9, (row) => {
      const { event, content } = chained(
        { ...anEvent(9), data: {} },
        { position: 8, hash: eventOf(row).previous_hash },
      );
      return storedEvent(event, content);
    });
    expect(faultsOf(altered)).toEqual([
      { position: 10, reason: 'previous_hash is not the hash of the event before.' },
    ]);
  });

  test('names the head when the last rows were altered with all their digests', () => {
    const rewritten = [...LOG.slice(0, 18), ...aLog([anEvent(19, { data: {} }), anEvent(20)], LOG[17])];
    expect(faultsOf(rewritten)).toEqual([
      { position: 20, reason: 'The head of the chain has another hash than the event.' },
    ]);
  });

  test('names the positions that were removed', () => {
    expect(faultsOf(LOG.filter(({ position }) => position !== 8))).toEqual([
      { position: 8, reason: 'The event is missing.' },
    ]);
    expect(faultsOf(LOG.filter(({ position }) => position > 5))).toEqual([
      { position: 1, reason: 'The events up to 5 are missing.' },
    ]);
    expect(faultsOf(LOG.slice(0, 17))).toEqual([
      { position: 18, reason: 'The events up to the head, 20, are missing.' },
    ]);
  });

  test('names a row that was removed even when the later positions were moved up', () => {
    const closed = [
      ...LOG.slice(0, 7),
      ...LOG.slice(8).map((row) => ({ ...row, position: row.position - 1 })),
    ];
    expect(faultsOf(closed)[0]).toEqual({ position: 8, reason: 'The event has another position.' });
  });

  test('names the position of a row that was inserted', () => {
    const [inserted] = aLog([anEvent(99)], LOG[9]);
    const rows = [...LOG.slice(0, 10), inserted!, ...LOG.slice(10)];
    expect(positionsOf(faultsOf(rows))[0]).toBe(11);
    const [appended] = aLog([anEvent(99)], HEAD);
    expect(faultsOf([...LOG, appended!])).toEqual([
      { position: 21, reason: 'The event follows the head of the chain.' },
    ]);
  });

  test('names both positions of rows that were swapped', () => {
    const swapped = LOG.map((row) => {
      const other = row.position === 4 ? LOG[14] : row.position === 15 ? LOG[3] : undefined;
      return other ? { ...other, position: row.position } : row;
    });
    expect(positionsOf(faultsOf(swapped))).toEqual(expect.arrayContaining([4, 15]));
  });

  test('finds any change of one character of a body, a content or a hash at its position or the next', () => {
    const character = fc.constantFrom(...'0123456789abcdef');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('body' as const, 'content' as const, 'hash' as const),
        fc.nat(),
        character,
        (position, member, place, by) => {
          const text = LOG[position - 1]![member];
          const at = place % text.length;
          fc.pre(text[at] !== by);
          const changed = `${text.slice(0, at)}${by}${text.slice(at + 1)}`;
          const faults = faultsOf(replaced(position, (row) => ({ ...row, [member]: changed })));
          expect([position, position + 1]).toContain(positionsOf(faults)[0]);
        },
      ),
    );
  });

  test('a hash covers the previous hash and the content', () => {
    const { previous_hash, hash } = eventOf(LOG[4]!);
    expect(hashOf(previous_hash, LOG[4]!.content)).toBe(hash);
  });
});
