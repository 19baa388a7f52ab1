import fc from 'fast-check';
import {
  CHECKPOINT_INTERVAL,
  type CheckpointProgress,
  type DatedLink,
  dueCheckpoints,
  endOfSearch,
  NO_CHECKPOINT,
  signedText,
} from '../../../src/domain/events/checkpoints';

const event = (position: number, occurred_at: string): DatedLink => ({
  position,
  hash: `hash ${position}`,
  occurred_at,
});
const positions = (progress: CheckpointProgress, events: readonly DatedLink[], today: string) =>
  dueCheckpoints(progress, events, today).map(({ position }) => position);

describe('checkpoints', () => {
  test('are signed as company, position, hash and time with one space between', () => {
    const checkpoint = { position: 7, hash: 'ab', at: '2026-07-01T00:00:00.000Z' };
    expect(signedText('01981e5c', checkpoint)).toBe('01981e5c 7 ab 2026-07-01T00:00:00.000Z');
  });

  test('are due at the last event of each day, once the day is over', () => {
    const events = [
      event(1, '2026-07-01T08:00:00.000Z'),
      event(2, '2026-07-01T23:59:59.999Z'),
      event(3, '2026-07-02T00:00:00.000Z'),
    ];
    expect(positions(NO_CHECKPOINT, events, '2026-07-02')).toEqual([2]);
    expect(positions(NO_CHECKPOINT, events, '2026-07-03')).toEqual([2, 3]);
  });

  test('are due every 1,000 positions, whatever the day', () => {
    const events = [999, 1000].map((position) => event(position, '2026-07-02T08:00:00.000Z'));
    expect(positions({ position: 998, day: '2026-07-02' }, events, '2026-07-02')).toEqual([1000]);
    expect(endOfSearch(NO_CHECKPOINT)).toBe(1000);
    expect(endOfSearch({ position: 998, day: null })).toBe(1000);
    expect(endOfSearch({ position: 1000, day: null })).toBe(2000);
  });

  test('have a day that can be stored, also where the first event has no readable time', () => {
    const events = [event(1, ''), event(2, '2026-07-02T08:00:00.000Z')];
    expect(dueCheckpoints(NO_CHECKPOINT, events, '2026-07-03')).toMatchObject([
      { position: 1, day: '0001-01-01' },
      { position: 2, day: '2026-07-02' },
    ]);
  });

  test('an event that occurred before midnight and follows one after midnight belongs to the later day', () => {
    const events = [
      event(4, '2026-07-02T00:00:00.001Z'),
      event(5, '2026-07-01T23:59:59.999Z'),
      event(6, '2026-07-02T00:00:00.002Z'),
    ];
    expect(positions({ position: 3, day: '2026-07-01' }, events, '2026-07-02')).toEqual([]);
  });

  test('an event that occurred before the day of the last checkpoint belongs to that day', () => {
    const events = [event(4, '2026-07-01T23:59:59.999Z')];
    expect(positions({ position: 3, day: '2026-07-02' }, events, '2026-07-02')).toEqual([]);
  });

  test('an event of a day that gets its position after the checkpoint of that day is the last of it too', () => {
    const late = [event(4, '2026-07-01T23:59:59.999Z')];
    expect(dueCheckpoints({ position: 3, day: '2026-07-01' }, late, '2026-07-02')).toEqual([
      { position: 4, hash: 'hash 4', day: '2026-07-01' },
    ]);
  });

  test('of a log that is searched in steps are those of one search, and each day ends with one', () => {
    const day = fc.integer({ min: 1, max: 9 }).map((number) => `2026-07-0${number}`);
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 40 }), (days) => {
        const events = days.map((date, index) => event(index + 1, `${date}T12:00:00.000Z`));
        const whole = dueCheckpoints(NO_CHECKPOINT, events, '2026-07-10');
        const steps: typeof whole = [];
        let progress = NO_CHECKPOINT;
        // A search of which only the first checkpoint is stored, because the node dies after it.
        for (;;) {
          const [first] = dueCheckpoints(progress, events.slice(progress.position), '2026-07-10');
          if (!first) break;
          steps.push((progress = first));
        }
        expect(steps).toEqual(whole);
        expect(whole.at(-1)!.position).toBe(events.length);
        expect(new Set(whole.map((one) => one.day)).size).toBe(whole.length);
        expect(CHECKPOINT_INTERVAL).toBeGreaterThan(events.length);
      }),
    );
  });
});
