import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { SealedRefreshTokens } from '../../../src/adapters/random/sealed-refresh-tokens';
import { keyFor } from '../../../src/adapters/secret-digests';

const secret_key = randomBytes(32);
const tokens = new SealedRefreshTokens(keyFor('refresh token', secret_key));

describe('a refresh token', () => {
  test('contains its family and generation, readable by every node of the installation', () => {
    const other = new SealedRefreshTokens(keyFor('refresh token', secret_key));
    const places = fc.record({ family: fc.uuid(), generation: fc.integer({ min: 0, max: 2 ** 31 - 1 }) });
    fc.assert(
      fc.property(places, ({ family, generation }) => {
        const made = tokens.next({ family, generation: generation - 1 });
        expect(made).toMatchObject({ family, generation });
        expect(other.read(made.token)).toEqual(made);
      }),
    );
  });

  test('begins a new family, and is followed by the next generation', () => {
    const [one, another] = [tokens.first(), tokens.first()];
    expect(one.generation).toBe(0);
    expect(one.family).not.toBe(another.family);
    expect(tokens.next(one)).toMatchObject({ family: one.family, generation: 1 });
  });

  test('fits what a request may send, and is stored as its SHA-256', () => {
    const { token, token_hash } = tokens.first();
    expect(token).toMatch(/^[\w-]{91}$/);
    expect(token_hash).toEqual(createHash('sha256').update(token).digest());
  });

  test('has 32 random bytes: two tokens of the same generation share only family and generation', () => {
    const place = { family: randomUUID(), generation: 0 };
    const [one, other] = [tokens.next(place), tokens.next(place)].map(({ token }) =>
      Buffer.from(token, 'base64url'),
    );
    const same = [...one!].filter((byte, index) => index >= 20 && byte === other![index]);
    expect(one).toHaveLength(16 + 4 + 32 + 16);
    expect(same.length).toBeLessThan(8);
  });

  test('is not recognised when one bit differs', () => {
    const { token } = tokens.first();
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(tokens.read(changed.toString('base64url'))).toBeUndefined();
    }
  });

  const { token } = tokens.first();
  test.each([
    ['is empty', ''],
    ['is cut off', token.slice(0, -1)],
    ['is longer', `${token}A`],
    ['is padded', `${token}=`],
    ['has a blank in it', ` ${token}`],
    // The last character encodes four bits more than the token has.
    [
      'ends in another spelling of its last bits',
      token.slice(0, -1) + String.fromCharCode(token.charCodeAt(90) + 1),
    ],
    [
      'is of another installation',
      new SealedRefreshTokens(keyFor('refresh token', randomBytes(32))).first().token,
    ],
    [
      'is sealed by a key for another purpose',
      new SealedRefreshTokens(keyFor('client secret', secret_key)).first().token,
    ],
    ['is 200 characters of anything', 'é'.repeat(200)],
    ['holds NUL and lone surrogates', '\0\ud800'],
  ])('is not recognised when it %s', (_case, text) => {
    expect(tokens.read(text)).toBeUndefined();
  });
});
