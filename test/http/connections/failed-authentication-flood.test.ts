import { z } from 'zod';
import { route } from '../../../src/adapters/http/route';
import { DomainError } from '../../../src/domain/errors';
import type { MeasuredResponse } from '../../../src/ports/metrics';
import { type Kit, startKit } from '../../support/http-kit';
import { until } from '../../support/raw-http';

const FAILURES = 100;

describe('A burst of failed authentications', () => {
  let kit: Kit;
  const answers: MeasuredResponse[] = [];
  let arrived = 0;
  let open: () => void;
  const all_arrived = new Promise<void>((resolve) => (open = resolve));
  const arrive = () => {
    arrived += 1;
    return all_arrived;
  };

  beforeAll(async () => {
    const response = z.object({ ok: z.boolean() });
    const routes = [
      route({
        ...{ method: 'get', path: '/failing', access: 'public', response },
        async handle(): Promise<{ ok: boolean }> {
          await arrive();
          throw new DomainError('invalid_credentials', 'Unknown client_id or wrong client_secret.');
        },
      }),
      route({
        ...{ method: 'get', path: '/good', access: 'public', response },
        async handle() {
          await arrive();
          await new Promise(setImmediate);
          return { ok: true };
        },
      }),
    ];
    kit = await startKit(routes, { observe: (answer) => answers.push(answer) });
  });
  afterAll(() => kit.server.stop(0));

  test('is answered over many iterations of the event loop: a request that is ready one iteration later is not delayed', async () => {
    const failing = Array.from({ length: FAILURES }, () => fetch(`${kit.address}/failing`));
    await until(() => arrived === FAILURES, 'the failing requests');
    const good = fetch(`${kit.address}/good`);
    await until(() => arrived === FAILURES + 1, 'the good request');
    open();
    expect((await good).status).toBe(200);
    expect((await Promise.all(failing)).map(({ status }) => status)).toEqual(Array(FAILURES).fill(401));
    await until(() => answers.length === FAILURES + 1, 'the log of all answers');
    expect(answers.findIndex(({ route }) => route === '/good')).toBeLessThan(20);
    expect(kit.log.lines.filter(({ message }) => message === 'Authentication failed')).toHaveLength(FAILURES);
  });
});
