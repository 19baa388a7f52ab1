import type { Request } from '../../src/adapters/http/request';
import { inTime } from '../../src/adapters/http/in-time';

const ANSWER_MS = 9_500;
const RESPONSE_LIMIT_MS = 10_000; // api.md §1

const req = { complete: true } as Request;
const limits = { answer_ms: ANSWER_MS, reads_body: false };

describe('Work with a time limit', () => {
  let now = 0;

  beforeEach(() => {
    now = 0;
    jest.useFakeTimers();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });

  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** @param suspended_ms - how much later than it should a timer fires */
  async function pass(ms: number, suspended_ms = 0): Promise<void> {
    now += ms + suspended_ms;
    await jest.advanceTimersByTimeAsync(ms);
  }

  function settledOf(work: Promise<unknown>): { value?: unknown; error?: Error } {
    const settled: { value?: unknown; error?: Error } = {};
    work.then(
      (value) => (settled.value = value),
      (error: Error) => (settled.error = error),
    );
    return settled;
  }

  const never = () => new Promise<never>(() => undefined);

  test('ends with an error at the limit', async () => {
    const settled = settledOf(inTime(req, limits, never));
    await pass(ANSWER_MS - 1);
    expect(settled).toEqual({});
    await pass(1);
    expect(settled.error?.message).toBe('The response took too long. Retry later.');
  });

  test('may use what arrived while the process was suspended', async () => {
    let arrive!: (value: string) => void;
    const settled = settledOf(inTime(req, limits, () => new Promise((resolve) => (arrive = resolve))));
    await pass(ANSWER_MS, 20_000);
    expect(settled).toEqual({});
    arrive('committed');
    await pass(0);
    expect(settled).toEqual({ value: 'committed' });
  });

  test.each([1_000, 20_000])(
    'exceeds the limit of a response by no more than the %d ms for which the process was suspended',
    async (suspended_ms) => {
      const settled = settledOf(inTime(req, limits, never));
      await pass(ANSWER_MS, suspended_ms);
      await pass(RESPONSE_LIMIT_MS - ANSWER_MS);
      expect(settled.error?.message).toBe('The response took too long. Retry later.');
    },
  );
});
