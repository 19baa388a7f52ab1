import { type LaneLimits, Lanes, type QueuedWebhook } from '../../../src/adapters/webhooks/lanes';

const LIMITS: LaneLimits = { fast: 4, slow: 3, slow_per_webhook: 2, slow_per_host: 2 };

class Scripted implements QueuedWebhook {
  in_flight = 0;
  window = 10;

  constructor(
    private readonly lanes: Lanes,
    readonly name: string,
    public waiting: number,
    readonly host = name,
  ) {
    lanes.enter(this, name);
    lanes.offer(this);
  }

  get has_waiting() {
    return this.waiting > 0;
  }

  sendNext() {
    this.waiting--;
    this.in_flight++;
    this.lanes.started(this);
  }

  end() {
    this.in_flight--;
    this.lanes.ended(this);
  }
}

test('A webhook sends as many requests as its window and the lane allow', () => {
  const lanes = new Lanes(LIMITS);
  const one = new Scripted(lanes, 'one', 10);
  expect([one.in_flight, one.waiting]).toEqual([4, 6]);
  one.end();
  expect([one.in_flight, one.waiting]).toEqual([4, 5]);
  one.window = 2;
  for (let i = 0; i < 3; i++) one.end();
  expect(one.in_flight).toBe(2);
});

test('Webhooks take turns', () => {
  const lanes = new Lanes(LIMITS);
  const one = new Scripted(lanes, 'one', 100);
  const two = new Scripted(lanes, 'two', 100);
  expect([one.in_flight, two.in_flight]).toEqual([4, 0]);
  const started = () => [96 - one.waiting, 100 - two.waiting];
  for (let i = 0; i < 40; i++) {
    (one.in_flight > two.in_flight ? one : two).end();
    const [of_one, of_two] = started() as [number, number];
    expect(Math.abs(of_one - of_two)).toBeLessThanOrEqual(1);
  }
  expect(started()).toEqual([20, 20]);
});

test('A slow webhook takes no place of the others, and is remembered', () => {
  const lanes = new Lanes(LIMITS);
  const slow = new Scripted(lanes, 'slow', 10);
  const other = new Scripted(lanes, 'other', 10);
  expect([slow.in_flight, other.in_flight]).toEqual([4, 0]);
  lanes.move(slow, 'slow');
  expect([slow.in_flight, other.in_flight]).toEqual([4, 4]);
  slow.end();
  slow.end();
  expect(slow.in_flight).toBe(2);
  slow.end();
  expect(slow.in_flight).toBe(2);
  slow.waiting = 0;
  slow.end();
  slow.end();
  lanes.leave(slow);
  const again = new Scripted(lanes, 'slow', 10);
  expect([again.in_flight, lanes.isSlow(again)]).toEqual([2, true]);
});

test('Slow webhooks of one host leave places to those of another', () => {
  const lanes = new Lanes(LIMITS);
  const all = ['a', 'b', 'c'].map((name) => {
    const webhook = new Scripted(lanes, name, 0, name === 'c' ? 'other' : 'same');
    lanes.move(webhook, 'slow');
    return webhook;
  });
  for (const webhook of all) {
    webhook.waiting = 10;
    lanes.offer(webhook);
  }
  expect(all.map(({ in_flight }) => in_flight)).toEqual([2, 0, 1]);
  all[0]!.end();
  expect(all[0]!.in_flight + all[1]!.in_flight).toBe(2);
});

test('A webhook that answers fast again returns to the fast lane with its requests', () => {
  const lanes = new Lanes(LIMITS);
  const one = new Scripted(lanes, 'one', 10);
  lanes.move(one, 'slow');
  lanes.move(one, 'fast');
  const other = new Scripted(lanes, 'other', 10);
  expect([one.in_flight, other.in_flight]).toEqual([4, 0]);
});
