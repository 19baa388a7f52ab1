import { EventSequencer } from '../../../src/adapters/events/event-sequencer';
import { KeptLog } from '../../support/http-kit';
import { SilentLog } from '../../support/silent-log';

const MOMENT_MS = 50;

/** Gives positions for as long as a test wants. */
class HeldPositions {
  readonly given: string[] = [];
  private readonly ends: (() => void)[] = [];

  give(company_id: string): Promise<number> {
    this.given.push(company_id);
    return new Promise((resolve) => this.ends.push(() => resolve(1)));
  }

  waiting(): Promise<string[]> {
    return Promise.resolve([]);
  }

  /** Ends the one that began first. */
  end(): void {
    this.ends.shift()!();
  }
}

describe('The sequencer', () => {
  let positions: HeldPositions;
  let sequencer: EventSequencer;

  beforeEach(() => {
    jest.useFakeTimers();
    positions = new HeldPositions();
    sequencer = new EventSequencer(positions, new SilentLog(), (_company_id, work) => work());
  });

  afterEach(() => jest.useRealTimers());

  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  test('serves the commits of a moment together', async () => {
    for (let commit = 0; commit < 10; commit++) sequencer.wake('one');
    await pass(MOMENT_MS - 1);
    expect(positions.given).toEqual([]);
    await pass(1);
    expect(positions.given).toEqual(['one']);
  });

  test('gathers commits during a service too, instead of serving them at its end', async () => {
    sequencer.wake('one');
    await pass(MOMENT_MS);
    sequencer.wake('one');
    positions.end();
    await pass(MOMENT_MS - 1);
    expect(positions.given).toEqual(['one']);
    await pass(1);
    expect(positions.given).toEqual(['one', 'one']);
  });

  test('serves a company once at a time, and another one meanwhile', async () => {
    sequencer.wake('one');
    await pass(MOMENT_MS);
    sequencer.wake('one');
    sequencer.wake('two');
    await pass(10 * MOMENT_MS);
    expect(positions.given).toEqual(['one', 'two']);
    positions.end();
    await pass(MOMENT_MS);
    expect(positions.given).toEqual(['one', 'two', 'one']);
  });

  test('serves at most two companies at a time, and the others in turn', async () => {
    for (const company of ['one', 'two', 'three']) sequencer.wake(company);
    await pass(MOMENT_MS);
    expect(positions.given).toEqual(['one', 'two']);
    positions.end();
    await pass(0);
    expect(positions.given).toEqual(['one', 'two', 'three']);
  });

  test('serves what waits before it stops, a company that is being served included', async () => {
    sequencer.wake('one');
    await pass(MOMENT_MS);
    sequencer.wake('one');
    sequencer.wake('two');
    let is_stopped = false;
    void sequencer.stop().then(() => (is_stopped = true));
    for (let services = 0; services < 3; services++) {
      await pass(MOMENT_MS);
      expect(is_stopped).toBe(false);
      positions.end();
    }
    await pass(0);
    expect(is_stopped).toBe(true);
    expect(positions.given).toEqual(['one', 'two', 'one']);
    sequencer.wake('one');
    await pass(10 * MOMENT_MS);
    expect(positions.given).toHaveLength(3);
  });
});

test('The sequencer logs once that the database is away, and that it is back', async () => {
  jest.useFakeTimers();
  try {
    const log = new KeptLog();
    let is_away = true;
    const reached = async <T>(result: T) => {
      if (is_away) throw new Error('The database is away.');
      return result;
    };
    const positions = { give: () => reached(1), waiting: () => reached(['one']) };
    const sequencer = new EventSequencer(positions, log, (_company_id, work) => work());
    sequencer.start();
    for (let commit = 0; commit < 3; commit++) {
      sequencer.wake('one');
      await jest.advanceTimersByTimeAsync(2_000);
    }
    is_away = false;
    await jest.advanceTimersByTimeAsync(5_000);
    await sequencer.stop();
    expect(log.lines.map(({ message }) => message)).toEqual([
      'Events got no positions yet',
      'Events without positions could not be looked for',
      'Events without positions are looked for again',
      'Events get positions again',
    ]);
  } finally {
    jest.useRealTimers();
  }
});
