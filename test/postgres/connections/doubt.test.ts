import { inDoubt, undecided } from '../../../src/adapters/postgres/connections/doubt';
import { type Deadlines, type Effect, NO_DEADLINES } from '../../../src/ports/deadlines';

/** The effect of a request that writes. */
function aRequest() {
  const request = { effect: 'none' as Effect };
  const deadlines: Deadlines = {
    ...NO_DEADLINES,
    setEffect(effect) {
      const before = request.effect;
      request.effect = effect;
      return before;
    },
  };
  return { request, deadlines };
}

describe('The effect of a write that a batch executes', () => {
  test('is unknown from its start on, and when it is stored', async () => {
    const { request, deadlines } = aRequest();
    const written = undecided(deadlines, async () => request.effect);
    expect(await written).toBe('unknown');
    expect(request.effect).toBe('unknown');
  });

  test('is none when nothing is stored', async () => {
    const { request, deadlines } = aRequest();
    await undecided(deadlines, async () => undefined);
    expect(request.effect).toBe('none');
    const refused = new Error('refused');
    await expect(undecided(deadlines, () => Promise.reject(refused))).rejects.toBe(refused);
    expect(request.effect).toBe('none');
  });

  test('stays unknown when the outcome is', async () => {
    const { request, deadlines } = aRequest();
    const doubt = inDoubt(new Error('lost'));
    await expect(undecided(deadlines, () => Promise.reject(doubt))).rejects.toBe(doubt);
    expect(request.effect).toBe('unknown');
  });
});
