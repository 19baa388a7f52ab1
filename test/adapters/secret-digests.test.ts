import { randomBytes } from 'node:crypto';
import { HmacSecretDigests } from '../../src/adapters/secret-digests';

const secret_key = randomBytes(32);
const digests = new HmacSecretDigests(secret_key);
const both = (client_id: string, secret: string) => [
  digests.forHashing(client_id, secret),
  digests.forMemory(client_id, secret),
];

describe('the digests of a client secret', () => {
  test('are of a fixed length that bcrypt reads whole, without NUL', () => {
    for (const secret of ['', 'a', 'x'.repeat(200), '\0\0', '😀'.repeat(200)]) {
      for (const digest of both('client', secret)) expect(digest).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    }
  });

  test('depend on each of 200 characters', () => {
    const secret = 'x'.repeat(200);
    const seen = new Set(both('client', secret));
    for (let index = 0; index < 200; index++) {
      for (const digest of both('client', `${secret.slice(0, index)}y${secret.slice(index + 1)}`))
        seen.add(digest);
    }
    expect(seen.size).toBe(402);
  });

  type Credentials = [client_id: string, secret: string];
  test.each<[string, Credentials, Credentials]>([
    ['lone surrogates and the character that replaces them', ['c', '\ud800'], ['c', '\ufffd']],
    ['two lone surrogates', ['c', '\ud800'], ['c', '\udc00']],
    ['the text before and after a NUL', ['c', 'a\0b'], ['c', 'a\0c']],
    ['composed and decomposed letters', ['c', 'é'], ['c', 'e\u0301']],
    ['the same secret of two clients', ['c', 's'], ['d', 's']],
    ['where the id ends', ['ab', 'c'], ['a', 'bc']],
  ])('differ for %s', (_case, one, other) => {
    const [hashing, memory] = both(...one);
    expect(both(...other)).not.toContain(hashing);
    expect(both(...other)).not.toContain(memory);
  });

  test('for hashing are the same on every node of the installation, and differ in other installations', () => {
    const hashing = digests.forHashing('client', 'secret');
    expect(new HmacSecretDigests(secret_key).forHashing('client', 'secret')).toBe(hashing);
    expect(new HmacSecretDigests(randomBytes(32)).forHashing('client', 'secret')).not.toBe(hashing);
  });

  test('for the cache differ in every process', () => {
    const memory = digests.forMemory('client', 'secret');
    expect(digests.forMemory('client', 'secret')).toBe(memory);
    expect(new HmacSecretDigests(secret_key).forMemory('client', 'secret')).not.toBe(memory);
  });
});

describe('a new client secret', () => {
  test('has 32 random bytes', () => {
    const secrets = new Set(Array.from({ length: 100 }, () => digests.newClientSecret()));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  });
});
