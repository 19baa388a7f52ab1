import { setImmediate as iteration, setTimeout as sleep } from 'node:timers/promises';
import { type Ending, type Member, WorkerGroup } from '../../../src/adapters/cluster/worker-group';
import { SilentLog } from '../../support/silent-log';

/** A worker without a process. */
class FakeMember implements Member {
  readonly ready: Promise<void>;
  readonly ended: Promise<Ending>;
  is_retired = false;
  is_stopped = false;
  is_killed = false;
  is_hanging = false;
  begin = () => {};
  end: (ending: Ending) => void = () => {};

  constructor(readonly pid: number) {
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.ready = new Promise((resolve, reject) => {
      this.begin = resolve;
      void this.ended.then(({ code }) => reject(new Error(`exit code ${code}`)));
    });
    this.ready.catch(() => undefined);
  }

  retire(): void {
    this.is_retired = true;
  }
  stop(): void {
    this.is_stopped = true;
    this.end({ code: 0, signal: null });
  }
  kill(): void {
    this.is_killed = true;
    this.end({ code: null, signal: 'SIGKILL' });
  }
  answer(): Promise<void> {
    return this.is_hanging ? new Promise(() => undefined) : Promise.resolve();
  }
}

function set(count: number) {
  const members: FakeMember[] = [];
  const system = { refuses: false };
  const launch = () => {
    if (system.refuses) throw new Error('spawn ENOMEM');
    members.push(new FakeMember(members.length + 1));
    return members.at(-1)!;
  };
  return { group: new WorkerGroup(count, launch, new SilentLog()), members, system };
}
async function settled(): Promise<void> {
  for (let n = 0; n < 5; n++) await iteration();
}
async function started(count: number) {
  const { group, members, system } = set(count);
  const start = group.start();
  members[0]!.begin();
  await settled();
  for (const member of members.slice(1)) member.begin();
  await start;
  await settled();
  return { group, members, system };
}
const pids = (members: readonly FakeMember[]) => members.map(({ pid }) => pid);

describe('A group of workers', () => {
  test('is started when the first one is ready, and then starts the others', async () => {
    const { group, members } = set(3);
    const start = group.start();
    await settled();
    expect(pids(members)).toEqual([1]);
    members[0]!.begin();
    await start;
    expect(pids(members)).toEqual([1, 2, 3]);
    await group.stop();
    expect(members.map(({ is_stopped }) => is_stopped)).toEqual([true, true, true]);
  });

  test('does not start when the first one ends before it is ready', async () => {
    const { group, members } = set(2);
    const start = group.start();
    members[0]!.end({ code: 1, signal: null });
    await expect(start).rejects.toThrow('No worker started: exit code 1');
    await sleep(300);
    expect(members).toHaveLength(1);
  });

  test('replaces one that ends; the pauses grow while the next ones end at their start', async () => {
    const { group, members } = await started(2);
    members[1]!.end({ code: null, signal: 'SIGKILL' });
    await sleep(150);
    expect(pids(members)).toEqual([1, 2, 3]);
    members[2]!.end({ code: 1, signal: null });
    await sleep(150);
    expect(members).toHaveLength(3);
    await sleep(150);
    expect(members).toHaveLength(4);
    await group.stop();
  });

  test('replaces all: each next one is ready before the previous one retires', async () => {
    const { group, members } = await started(2);
    const [first, second] = members;
    const replaced = group.replaceAll();
    await settled();
    expect([pids(members), first!.is_retired]).toEqual([[1, 2, 3], false]);
    members[2]!.begin();
    await settled();
    expect([pids(members), first!.is_retired]).toEqual([[1, 2, 3], true]);
    first!.end({ code: 0, signal: null });
    await settled();
    expect([pids(members), second!.is_retired]).toEqual([[1, 2, 3, 4], false]);
    members[3]!.begin();
    await settled();
    second!.end({ code: 0, signal: null });
    await replaced;
    await sleep(150);
    expect(members).toHaveLength(4);
    await group.stop();
  });

  test('replaces all once more when it is asked to meanwhile', async () => {
    const { group, members } = await started(1);
    void group.replaceAll();
    void group.replaceAll();
    void group.replaceAll();
    for (const index of [1, 2]) {
      await settled();
      members[index]!.begin();
      await settled();
      members[index - 1]!.end({ code: 0, signal: null });
    }
    await sleep(150);
    expect(members).toHaveLength(3);
    await group.stop();
  });

  test('keeps the next one of a worker that ends while it is replaced, and retires the one that was started too', async () => {
    const { group, members } = await started(1);
    const replaced = group.replaceAll();
    members[0]!.end({ code: null, signal: 'SIGKILL' });
    await sleep(150);
    expect(pids(members)).toEqual([1, 2, 3]);
    members[1]!.begin();
    await replaced;
    members[2]!.begin();
    await settled();
    expect(members.map(({ is_retired }) => is_retired)).toEqual([false, false, true]);
    await group.stop();
  });

  test('goes on with the previous ones when a next one does not start', async () => {
    const { group, members } = await started(2);
    const replaced = group.replaceAll();
    members[2]!.end({ code: 1, signal: null });
    await replaced;
    await sleep(150);
    expect(members).toHaveLength(3);
    expect(members.some(({ is_retired }) => is_retired)).toBe(false);
    await group.stop();
  });

  test('goes on when the operating system refuses another process, and starts one when it no longer does', async () => {
    const { group, members, system } = await started(2);
    system.refuses = true;
    await group.replaceAll();
    members[0]!.end({ code: null, signal: 'SIGKILL' });
    await sleep(150);
    expect(pids(members)).toEqual([1, 2]);
    expect(members[1]!.is_retired).toBe(false);
    system.refuses = false;
    await sleep(300);
    expect(pids(members)).toEqual([1, 2, 3]);
    await group.stop();
  });

  test('does not start when the operating system refuses the first process', async () => {
    const { group, system } = set(2);
    system.refuses = true;
    await expect(group.start()).rejects.toThrow('No worker started: spawn ENOMEM');
  });

  test('stops all, also one that is starting and one that retires, and starts none afterwards', async () => {
    const { group, members } = await started(2);
    void group.replaceAll();
    members[2]!.begin();
    await settled();
    members[1]!.end({ code: null, signal: 'SIGKILL' });
    await sleep(150);
    expect(members).toHaveLength(4);
    await group.stop();
    expect(members.map(({ is_stopped }) => is_stopped)).toEqual([true, false, true, true]);
    await sleep(150);
    expect(members).toHaveLength(4);
  });

  test('reports a worker that does not stop in order', async () => {
    const { group, members } = await started(1);
    members[0]!.stop = () => members[0]!.end({ code: 1, signal: null });
    await expect(group.stop()).rejects.toThrow('A worker ended with exit code 1.');
  });

  describe('of which one hangs', () => {
    beforeEach(() => void jest.useFakeTimers({ doNotFake: ['performance', 'setImmediate', 'nextTick'] }));
    afterEach(() => void jest.useRealTimers());

    test('kills and replaces it after 18 s, and no other', async () => {
      const { group, members } = await started(2);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(members).toHaveLength(2);
      members[0]!.is_hanging = true;
      await jest.advanceTimersByTimeAsync(14_000);
      expect(members).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(5_000);
      expect(pids(members)).toEqual([1, 2, 3]);
      expect(await members[0]!.ended).toEqual({ code: null, signal: 'SIGKILL' });
      await group.stop();
    });

    test('kills one that does not start within two minutes, and can then replace all again', async () => {
      const { group, members } = await started(1);
      const replaced = group.replaceAll();
      await jest.advanceTimersByTimeAsync(119_000);
      expect(members[1]!.is_killed).toBe(false);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(members[1]!.is_killed).toBe(true);
      await replaced;
      void group.replaceAll();
      members[2]!.begin();
      await jest.advanceTimersByTimeAsync(300_000);
      expect(members.map(({ is_killed }) => is_killed)).toEqual([false, true, false]);
      await group.stop();
    });

    test('does not kill one that answers late', async () => {
      const { group, members } = await started(1);
      members[0]!.answer = () => new Promise((resolve) => setTimeout(resolve, 14_000));
      await jest.advanceTimersByTimeAsync(120_000);
      expect(members).toHaveLength(1);
      await group.stop();
    });

    test('kills one that should retire', async () => {
      const { group, members } = await started(1);
      members[0]!.is_hanging = true;
      const replaced = group.replaceAll();
      members[1]!.begin();
      await jest.advanceTimersByTimeAsync(19_000);
      await replaced;
      expect(pids(members)).toEqual([1, 2]);
      await group.stop();
    });
  });
});
