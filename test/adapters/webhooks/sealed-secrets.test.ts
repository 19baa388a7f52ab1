import { SealedSecrets } from '../../../src/adapters/webhooks/sealed-secrets';

const first = { kid: 'first', secret: 'a secret of at least thirty-two bytes, one' };
const second = { kid: 'the.second', secret: 'a secret of at least thirty-two bytes, two' };

test('A secret is whsec_ and base64 of 32 bytes, and never the same', () => {
  const secrets = new SealedSecrets([first]);
  const [one, other] = [secrets.newSecret(), secrets.newSecret()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(other).not.toBe(one);
});

describe('a sealed text', () => {
  const sealed = new SealedSecrets([first]).seal('whsec_é');

  test('is opened by the same key, and does not contain the text', () => {
    expect(sealed).toMatch(/^first\.[\w-]+$/);
    expect(Buffer.from(sealed.slice(6), 'base64url').toString()).not.toContain('whsec');
    expect(new SealedSecrets([first]).open(sealed)).toBe('whsec_é');
  });

  test('is different each time', () => {
    expect(new SealedSecrets([first]).seal('whsec_é')).not.toBe(sealed);
  });

  test('is opened after another key has become the first', () => {
    const secrets = new SealedSecrets([second, first]);
    expect(secrets.open(sealed)).toBe('whsec_é');
    expect(secrets.open(secrets.seal('text'))).toBe('text');
  });

  test('is not opened without its key, by another key of its name, or when it was altered', () => {
    expect(new SealedSecrets([second]).open(sealed)).toBeUndefined();
    expect(new SealedSecrets([{ ...second, kid: 'first' }]).open(sealed)).toBeUndefined();
    const altered = Buffer.from(sealed.slice(6), 'base64url');
    altered[altered.length - 1]! ^= 1;
    expect(new SealedSecrets([first]).open(`first.${altered.toString('base64url')}`)).toBeUndefined();
  });

  test.each(['', 'AA', 'A'.repeat(16), 'A'.repeat(22), 'A'.repeat(37)])(
    'that was cut down to %j is not opened',
    (rest) => {
      expect(new SealedSecrets([first]).open(`first.${rest}`)).toBeUndefined();
    },
  );

  test('whose tag was cut down is not opened', () => {
    const bytes = Buffer.from(new SealedSecrets([first]).seal('').slice(6), 'base64url');
    const short = `first.${bytes.subarray(0, 12 + 4).toString('base64url')}`;
    expect(new SealedSecrets([first]).open(short)).toBeUndefined();
  });
});
