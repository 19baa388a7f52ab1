import { RepeatedFailures } from '../../src/adapters/repeated-failures';

const HOUR_MS = 3_600_000;

describe('failures of repeated work', () => {
  let lines: string[];
  let failures: RepeatedFailures;
  beforeEach(() => {
    jest.useFakeTimers();
    lines = [];
    failures = new RepeatedFailures({
      failure: (error, key) => lines.push(`${key} failed: ${(error as Error).message}`),
      success: (key) => lines.push(`${key} succeeds again`),
    });
  });
  afterEach(() => jest.useRealTimers());

  test('are logged once, with the success that follows', () => {
    failures.succeeded('work');
    for (const message of ['first', 'second', 'third']) failures.failed(new Error(message), 'work');
    failures.succeeded('work');
    failures.succeeded('work');
    failures.failed(new Error('later'), 'work');
    expect(lines).toEqual(['work failed: first', 'work succeeds again', 'work failed: later']);
  });

  test('are logged again after an hour, since the cause may be another one', () => {
    failures.failed(new Error('first'), 'work');
    jest.advanceTimersByTime(HOUR_MS - 1);
    failures.failed(new Error('too early'), 'work');
    jest.advanceTimersByTime(1);
    failures.failed(new Error('an hour later'), 'work');
    failures.failed(new Error('at once'), 'work');
    expect(lines).toEqual(['work failed: first', 'work failed: an hour later']);
  });

  test('of other work are logged by themselves', () => {
    failures.failed(new Error('first'), 'one');
    failures.failed(new Error('second'), 'two');
    failures.succeeded('one');
    failures.failed(new Error('third'), 'two');
    expect(lines).toEqual(['one failed: first', 'two failed: second', 'one succeeds again']);
  });
});
