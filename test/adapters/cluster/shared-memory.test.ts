import { setImmediate as iteration } from 'node:timers/promises';
import { Calls } from '../../../src/adapters/cluster/calls';
import type { MemoryFunctions } from '../../../src/adapters/cluster/memory-functions';
import { remoteMemory } from '../../../src/adapters/cluster/remote-memory';
import { servedMemory } from '../../../src/adapters/cluster/served-memory';
import { FailureThrottleInMemory } from '../../../src/adapters/node-memory/failure-throttle';
import type { HashingSlot } from '../../../src/ports/access/secrets';
import type { NodeMemory } from '../../../src/ports/node-memory';
import { KeyedMutexInMemory } from '../../../src/adapters/node-memory/keyed-mutex';
import { AttemptWindowsInMemory } from '../../../src/adapters/node-memory/attempt-windows';
import { WaitsInMemory } from '../../../src/adapters/node-memory/counted-waits';
import { FakeHashing } from '../../support/token-fakes';
import { aChannel } from './channel';

const LIMITS = { attempts: 3, window_s: 900 };
const NOW = new Date('2026-03-01T12:00:00Z');

/** A hash that ends when the test says so. */
class HeldHashing extends FakeHashing {
  readonly held: (() => void)[] = [];

  override use<T>(work: (slot: HashingSlot) => Promise<T>): Promise<T> {
    return super.use((slot) =>
      work({
        ...slot,
        hash: async (text) => {
          await new Promise<void>((resolve) => this.held.push(resolve));
          return slot.hash(text);
        },
      }),
    );
  }
}

/** A node with two workers. */
function set(hashing = new FakeHashing(1)) {
  const memory: NodeMemory = {
    unknown_attempts: new AttemptWindowsInMemory(),
    sign_in_attempts: new AttemptWindowsInMemory(),
    failures: new FailureThrottleInMemory(),
    verification_mutex: new KeyedMutexInMemory(),
    waits: new WaitsInMemory(),
    hashing: Object.assign(hashing, { close: async () => undefined }),
  };
  const workers = [1, 2].map(() => {
    const { ends } = aChannel();
    const served = servedMemory(memory);
    new Calls(ends[0]).serve({ ...served.functions });
    return { memory: remoteMemory(new Calls<MemoryFunctions>(ends[1])), end: () => served.close() };
  });
  return { first: workers[0]!, second: workers[1]! };
}

/** Whether a promise is resolved after some iterations of the event loop. */
async function isResolved(promise: Promise<unknown>): Promise<boolean> {
  let is_resolved = false;
  void promise.then(() => (is_resolved = true));
  for (let n = 0; n < 10; n++) await iteration();
  return is_resolved;
}

describe('The memory of a node, over its workers,', () => {
  test('counts failed attempts, those on unknown ids and those to sign in apart', async () => {
    const { first, second } = set();
    const reserve = ({ memory }: typeof first) => memory.unknown_attempts.reserve('a', NOW, LIMITS);
    expect(await reserve(first)).toEqual({ window_started_at: NOW, count: 1 });
    expect((await reserve(second))?.count).toBe(2);
    await first.memory.unknown_attempts.release('a');
    expect((await second.memory.unknown_attempts.find('a'))?.count).toBe(1);
    expect(await second.memory.sign_in_attempts.find('a')).toBeUndefined();
  });

  test('counts failed authentications by source', async () => {
    const { first, second } = set();
    const pauses: number[] = [];
    for (let n = 0; n < 21; n++)
      pauses.push(await (n % 2 === 0 ? first : second).memory.failures.delayFor('192.0.2.1'));
    expect(pauses).toEqual([...Array<number>(20).fill(0), 1_000]);
  });

  test('gives a key of the mutex to one worker at a time, also when one ends that holds it', async () => {
    const { first, second } = set();
    const release = await first.memory.verification_mutex.acquire('a');
    const next = second.memory.verification_mutex.acquire('a');
    expect(await isResolved(next)).toBe(false);
    release();
    await next;
    const after = first.memory.verification_mutex.acquire('a');
    expect(await isResolved(after)).toBe(false);
    second.end();
    await after;
  });

  test('gives the key that a worker waited for to the next one, when the worker has ended', async () => {
    const { first, second } = set();
    const release = await second.memory.verification_mutex.acquire('a');
    void first.memory.verification_mutex.acquire('a');
    const last = second.memory.verification_mutex.acquire('a');
    await isResolved(last);
    first.end();
    release();
    await last;
  });

  test('counts waits, and forgets those of a worker that has ended', async () => {
    const { first, second } = set();
    await first.memory.waits.enter('reader', 2);
    const leave = await second.memory.waits.enter('reader', 2);
    expect(await first.memory.waits.enter('reader', 2)).toBeUndefined();
    leave!();
    expect(await first.memory.waits.enter('reader', 2)).toBeDefined();
    first.end();
    await iteration();
    for (let n = 0; n < 2; n++) expect(await second.memory.waits.enter('reader', 2)).toBeDefined();
  });

  test('has one set of hashing threads, with the errors of their queue', async () => {
    const { first, second } = set();
    const hash = await first.memory.hashing.use(async (slot) => {
      await expect(second.memory.hashing.use(async () => '')).rejects.toMatchObject({
        code: 'internal_error',
      });
      await expect(second.memory.hashing.waitInQueue()).rejects.toMatchObject({ code: 'internal_error' });
      return slot.match('text', [await slot.hash('text')]);
    });
    expect(hash).toBe('hash of text');
    await iteration();
    await expect(second.memory.hashing.use((slot) => slot.hash('other'))).resolves.toBe('hash of other');
  });

  test('gives a thread of a worker that has ended to another one when its hash is done', async () => {
    const hashing = new HeldHashing(1);
    const { first, second } = set(hashing);
    void first.memory.hashing.use((slot) => slot.hash('text'));
    await isResolved(Promise.resolve());
    first.end();
    await expect(second.memory.hashing.use(async () => '')).rejects.toMatchObject({ code: 'internal_error' });
    hashing.held[0]!();
    await isResolved(Promise.resolve());
    await expect(second.memory.hashing.use(async () => 'free')).resolves.toBe('free');
  });
});
