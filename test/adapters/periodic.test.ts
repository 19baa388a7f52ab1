import { startPeriodicJobs } from '../../src/adapters/periodic';
import { KeptLog } from '../support/http-kit';

describe('a periodic job', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('logs a failure that lasts once, and that it succeeds again', async () => {
    const log = new KeptLog();
    let is_away = true;
    const run = async () => {
      if (is_away) throw new Error('The database is away.');
      return 0;
    };
    const stop = startPeriodicJobs([{ name: 'sweep', every_s: 10, run }], log);
    await jest.advanceTimersByTimeAsync(30_000);
    is_away = false;
    await jest.advanceTimersByTimeAsync(30_000);
    await stop();
    expect(log.lines.map(({ level, message, members }) => [level, message, members])).toEqual([
      ['error', 'A periodic job failed', { job: 'sweep' }],
      ['info', 'A periodic job succeeds again', { job: 'sweep' }],
    ]);
  });
});
