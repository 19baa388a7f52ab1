import type { PeppolStatus } from '../../../src/domain/documents/document-status';
import type { Activity, ActivityScope, QueueDepth } from '../../../src/ports/documents/activity';
import { Overview } from '../../../src/use-cases/documents/overview';
import { SettableClock } from '../../support/settable-clock';

/** Answers what it was given, and remembers what it was asked. */
class KnownActivity implements Activity {
  readonly asked: ActivityScope[] = [];
  documents: ReadonlyMap<string, number> | undefined = new Map();
  sends: ReadonlyMap<PeppolStatus, number> | undefined = new Map();
  queue: QueueDepth | undefined = { due: 1, later: 2 };
  /** Told of each question before it is answered. */
  during: () => void | Promise<void> = () => undefined;

  async documentsPerDay(scope: ActivityScope) {
    this.asked.push(scope);
    await this.during();
    return this.documents;
  }
  async sendsByStatus() {
    return this.sends;
  }
  async queueDepth() {
    return this.queue;
  }
}

const NOON = new Date('2026-07-01T12:00:00.000Z');
let activity: KnownActivity;
let overview: Overview;
let elapsed_ms: number;
beforeEach(() => {
  activity = new KnownActivity();
  elapsed_ms = 0;
  overview = new Overview(activity, new SettableClock(NOON), { now_ms: () => elapsed_ms });
});

describe('an overview', () => {
  test('counts the thirty days that end today, those without a document too', async () => {
    activity.documents = new Map([
      ['2026-06-02', 4],
      ['2026-07-01', 7],
    ]);
    const { documents_per_day } = await overview.figures('a-company');
    expect(documents_per_day).toHaveLength(30);
    expect(documents_per_day!.filter(({ count }) => count > 0)).toEqual([
      { day: '2026-06-02', count: 4 },
      { day: '2026-07-01', count: 7 },
    ]);
    expect([documents_per_day![0]!.day, documents_per_day![29]!.day]).toEqual(['2026-06-02', '2026-07-01']);
    expect(activity.asked).toEqual([
      {
        company_id: 'a-company',
        from: new Date('2026-06-02T00:00:00.000Z'),
        to: new Date('2026-07-02T00:00:00.000Z'),
      },
    ]);
  });

  test('names every status of the network', async () => {
    activity.sends = new Map([['failed', 3]]);
    const { sends_by_status, queue } = await overview.figures();
    expect(sends_by_status).toEqual([
      { status: 'pending', count: 0 },
      { status: 'sent', count: 0 },
      { status: 'delivered', count: 0 },
      { status: 'failed', count: 3 },
      { status: 'rejected', count: 0 },
    ]);
    expect(queue).toEqual({ due: 1, later: 2 });
  });

  test('leaves out what took too long to count, and only that', async () => {
    activity.documents = undefined;
    const figures = await overview.figures();
    expect(figures.documents_per_day).toBeUndefined();
    expect(figures.sends_by_status).toHaveLength(5);
  });

  test('is counted once for all who look at the same time, and those who come within ten seconds', async () => {
    const all = await Promise.all([overview.figures(), overview.figures()]);
    elapsed_ms = 9_999;
    expect(await overview.figures()).toBe(all[0]);
    expect(activity.asked).toHaveLength(1);
    elapsed_ms = 10_000;
    await overview.figures();
    expect(activity.asked).toHaveLength(2);
  });

  test('is kept the longer, the longer counting took', async () => {
    activity.during = () => void (elapsed_ms += 2_000);
    await overview.figures();
    elapsed_ms = 2_000 + 39_999;
    await overview.figures();
    expect(activity.asked).toHaveLength(1);
    elapsed_ms = 2_000 + 40_000;
    await overview.figures();
    expect(activity.asked).toHaveLength(2);
  });

  test('of one company is not that of another', async () => {
    await Promise.all([overview.figures('one'), overview.figures('other'), overview.figures()]);
    expect(activity.asked.map(({ company_id }) => company_id)).toEqual(['one', 'other', undefined]);
  });

  test('is counted anew after a failure', async () => {
    activity.during = () => Promise.reject(new Error('broke'));
    await expect(overview.figures()).rejects.toThrow('broke');
    activity.during = () => undefined;
    expect((await overview.figures()).queue).toEqual({ due: 1, later: 2 });
  });

  test('forgets the oldest of very many companies', async () => {
    for (let nth = 0; nth <= 200; nth++) await overview.figures(String(nth));
    await overview.figures('1');
    expect(activity.asked).toHaveLength(201);
    await overview.figures('0');
    expect(activity.asked).toHaveLength(202);
  });
});
