import { decided, LostStatement } from '../../../src/adapters/postgres/connections/doubt';
import {
  forCompany,
  forNoCompany,
  shareOfWork,
} from '../../../src/adapters/postgres/connections/share-of-work';
import { NO_DEADLINES } from '../../../src/ports/deadlines';

const share = () => shareOfWork(() => 'the company of the request');

describe('Connections come from the share', () => {
  test('of the company of the request, if nothing else is said', () => {
    expect(share()).toBe('the company of the request');
  });

  test('of the company that work is for, as long as the work goes on', async () => {
    const seen = await forCompany('one', async () => {
      await Promise.resolve();
      return [share(), forCompany('two', share), share()];
    });
    expect(seen).toEqual(['one', 'two', 'one']);
    expect(share()).toBe('the company of the request');
  });

  test('of no company, if the work settles other work', () => {
    expect(forCompany('one', () => forNoCompany(share))).toBeUndefined();
  });

  test('of no company, when the outcome of a lost statement is read back', async () => {
    const lost = new LostStatement('lost', performance.now() + 1_000, () => Promise.resolve(true));
    const outcome = await forCompany('one', () =>
      decided<unknown>(
        () => Promise.reject(Object.assign(new Error('lost'), { cause: lost })),
        () => Promise.resolve({ share: share() }),
        NO_DEADLINES,
      ),
    );
    expect(outcome).toEqual({ share: undefined });
  });
});
