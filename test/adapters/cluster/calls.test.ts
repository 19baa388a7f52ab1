import { Calls } from '../../../src/adapters/cluster/calls';
import { DomainError } from '../../../src/domain/errors';
import { aChannel } from './channel';

interface Functions {
  later(time: Date, text: string | undefined): Promise<[Date, string | undefined]>;
  refuse(): void;
  fail(): void;
  hang(): Promise<void>;
}

function set() {
  const { ends, close } = aChannel();
  const called: string[] = [];
  new Calls(ends[1]).serve({
    later: async (time: Date, text: string | undefined) => [new Date(time.getTime() + 1_000), text],
    refuse: () => {
      called.push('refuse');
      throw new DomainError('too_many_requests', 'Later.', { retry_after_s: 3 });
    },
    fail: () => {
      throw new TypeError('A fault.');
    },
    hang: () => new Promise<void>(() => undefined),
    note: (name: string) => void called.push(name),
  });
  return { calls: new Calls<Functions & { note(name: string): void }>(ends[0]), close, called };
}

describe('A call of another process', () => {
  test('returns what its function returns, with times and undefined values', async () => {
    const time = new Date('2026-03-01T12:00:00Z');
    const expected = [new Date('2026-03-01T12:00:01Z'), undefined];
    await expect(set().calls.call('later', time, undefined)).resolves.toEqual(expected);
  });

  test('throws the error of its function; a DomainError keeps its class', async () => {
    const { calls } = set();
    const refused = calls.call('refuse');
    await expect(refused).rejects.toBeInstanceOf(DomainError);
    await expect(refused).rejects.toMatchObject({ code: 'too_many_requests', options: { retry_after_s: 3 } });
    await expect(calls.call('fail')).rejects.toThrow('A fault.');
  });

  test('throws when the other process ends before its function, and afterwards', async () => {
    const { calls, close } = set();
    const pending = calls.call('hang');
    close();
    await expect(pending).rejects.toThrow('has ended');
    await expect(calls.call('later', new Date(), '')).rejects.toThrow('has ended');
  });

  test('can be made without waiting for its end', async () => {
    const { calls, called } = set();
    calls.tell('note', 'a');
    await calls.call('later', new Date(), '');
    expect(called).toEqual(['a']);
  });
});
