import { z } from 'zod';
import { route } from '../../src/adapters/http/route';
import { type Kit, startKit } from '../support/http-kit';
import { until } from '../support/raw-http';

const COUNT = 8;
const LONG_TEXT = 'a'.repeat(100_000);
/** `answer` for each response that is serialised, `-` for each iteration of the event loop. */
let order: string;
let waiting: (() => void)[] = [];

const routes = [
  route({
    method: 'get',
    path: '/large',
    access: 'public',
    response: z.object({ lines: z.array(z.string()) }),
    handle: async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return {
        get lines() {
          order += 'answer';
          return [LONG_TEXT];
        },
      };
    },
  }),
];

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(routes);
});
afterAll(() => kit.server.stop(0));

test('Requests that continue at the same time are answered in several iterations of the event loop', async () => {
  const answers = Array.from({ length: COUNT }, () => fetch(`${kit.address}/large`));
  await until(() => waiting.length === COUNT, 'all requests');
  order = '';
  const iterate = () => {
    order += '-';
    if (waiting.length > 0) setImmediate(iterate);
  };
  setImmediate(iterate);
  for (const proceed of waiting) proceed();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(COUNT).fill(200));
  waiting = [];
  expect(order).not.toContain('answeranswer');
  expect(order.split('answer')).toHaveLength(COUNT + 1);
});
