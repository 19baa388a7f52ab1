import { setTimeout as sleep } from 'node:timers/promises';
import { OffsetClock } from '../../src/adapters/offset-clock';
import type { ClockOffsets } from '../../src/ports/business-clock';
import { SilentLog } from '../support/silent-log';

/** How far the clock is ahead, in whole seconds. */
const ahead = (clock: OffsetClock) => Math.round((clock.now().getTime() - Date.now()) / 1000);

const memory = (offset_s: number): ClockOffsets => ({
  load: async () => offset_s,
  save: async (next_s) => void (offset_s = next_s),
});

describe('the clock with an offset', () => {
  test('begins with the offset that the nodes share', async () => {
    const clock = new OffsetClock(memory(86_400), new SilentLog());
    await clock.start();
    clock.stop();
    expect(ahead(clock)).toBe(86_400);
  });

  test('is not set back by a reading that began before a change', async () => {
    const offsets = memory(0);
    let answerReading: () => void = () => undefined;
    const slow: ClockOffsets = {
      async load() {
        const offset_s = await offsets.load();
        await new Promise<void>((resolve) => (answerReading = resolve));
        return offset_s;
      },
      save: (offset_s) => offsets.save(offset_s),
    };
    const clock = new OffsetClock(slow, new SilentLog());
    const started = clock.start();
    await sleep(1);
    await clock.setOffset(3_700);
    answerReading();
    await started;
    clock.stop();
    expect(ahead(clock)).toBe(3_700);
  });

  test('keeps its offset while the store is unavailable, and logs that once', async () => {
    const log = new SilentLog();
    let is_away = false;
    const store: ClockOffsets = {
      load: async () => (is_away ? Promise.reject(new Error('away')) : 60),
      save: () => Promise.reject(new Error('away')),
    };
    const clock = new OffsetClock(store, log);
    await clock.start();
    is_away = true;
    await sleep(1_000);
    clock.stop();
    expect(ahead(clock)).toBe(60);
    expect(log.errors).toHaveLength(1);
    await expect(clock.setOffset(120)).rejects.toThrow('away');
    expect(ahead(clock)).toBe(60);
  });
});
