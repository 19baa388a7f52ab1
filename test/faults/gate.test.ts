import { setTimeout as sleep } from 'node:timers/promises';
import { Gate } from './world';

describe('The gate of the fault run', () => {
  test('lets no step start once it is held, not even one that asked in the same tick', async () => {
    const gate = new Gate();
    let started = 0;
    const step = async () => void (started += 1);
    const early = gate.through(step);
    const held = gate.hold();
    const late = gate.through(step);
    await held;
    const by_then = started;
    await sleep(5);
    expect(started).toBe(by_then);
    gate.release();
    await Promise.all([early, late]);
    expect(started).toBe(2);
  });

  test('is held when the steps that run have ended', async () => {
    const gate = new Gate();
    let has_ended = false;
    void gate.through(async () => {
      await sleep(5);
      has_ended = true;
    });
    await gate.hold();
    expect(has_ended).toBe(true);
    gate.release();
  });
});
