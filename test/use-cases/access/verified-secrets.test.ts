import { VerifiedSecrets } from '../../../src/use-cases/access/verified-secrets';
import { FakeClock } from '../../support/token-fakes';

describe('a secret that was found right', () => {
  test.each([
    ['is remembered for less than five minutes', 299.999, 'hash'],
    ['is forgotten after five minutes', 300, undefined],
    ['is forgotten when the clock is set back', -1, undefined],
  ])('%s', (_case, seconds, expected) => {
    const clock = new FakeClock();
    const secrets = new VerifiedSecrets(clock);
    secrets.remember('digest', 'hash');
    clock.advance(seconds);
    expect(secrets.find('digest')).toBe(expected);
  });

  test('is not kept for longer by being used', () => {
    const clock = new FakeClock();
    const secrets = new VerifiedSecrets(clock);
    secrets.remember('digest', 'hash');
    for (let minute = 0; minute < 4; minute++) {
      clock.advance(60);
      expect(secrets.find('digest')).toBe('hash');
    }
    clock.advance(60);
    expect(secrets.find('digest')).toBeUndefined();
  });

  test('makes room, the one that was not used for longest first', () => {
    const secrets = new VerifiedSecrets(new FakeClock(), 3);
    for (const digest of ['a', 'b', 'c']) secrets.remember(digest, digest);
    secrets.find('a');
    secrets.remember('d', 'd');
    expect(['a', 'b', 'c', 'd'].map((digest) => secrets.find(digest))).toEqual(['a', undefined, 'c', 'd']);
  });
});
