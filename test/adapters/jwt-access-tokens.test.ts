import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { JwtAccessTokens } from '../../src/adapters/jwt-access-tokens';

const KEYS = [
  { kid: 'k2', secret: 'a secret of at least thirty-two bytes' },
  { kid: 'k1', secret: 'an older secret, also of 32 bytes and more' },
];
const NOW = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const holder = {
  client_id: 'client-1',
  company_id: '6f1c1d38-6a0e-4a53-9b0e-0d3c5f3a0001',
  permissions: { journal: ['read'], document: ['update', 'create'] },
} as const;

const PLACE = { issuer: 'https://invoicing.example', audience: 'invoicing' };
const tokens = new JwtAccessTokens({ keys: KEYS, ...PLACE });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (segment: string) =>
  JSON.parse(Buffer.from(segment, 'base64url').toString()) as Record<string, unknown>;
const HEADER = { alg: 'HS256', typ: 'at+jwt', kid: 'k2' };
const CLAIMS = {
  ...{
    iss: PLACE.issuer,
    aud: PLACE.audience,
    sub: 'client-1',
    client_id: 'client-1',
    company_id: holder.company_id,
  },
  ...{
    scope: 'document:create journal:read',
    iat: NOW.getTime() / 1000,
    exp: NOW.getTime() / 1000 + 3600,
    jti: 'x',
  },
};

function forge(header: object, claims: object, { secret = KEYS[0]!.secret, hash = 'sha256' } = {}): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}
const without = (claim: keyof typeof CLAIMS) => ({ ...CLAIMS, [claim]: undefined });

describe('an access token', () => {
  test('is a JWT of the type at+jwt with its key id, client and permissions', () => {
    const [header, claims] = tokens
      .sign(holder, NOW, 3600)
      .split('.')
      .map((segment, index) => (index < 2 ? decode(segment) : undefined));
    expect(header).toEqual(HEADER);
    const { jti, ...rest } = claims!;
    expect(rest).toEqual({
      ...CLAIMS,
      jti: undefined,
      scope: 'document:create document:update journal:read',
    });
    expect(jti).toMatch(/^[0-9a-f-]{36}$/);
    expect(decode(tokens.sign(holder, NOW, 3600).split('.')[1]!)['jti']).not.toBe(jti);
  });

  test('equals the token that the library signs', () => {
    const token = tokens.sign(holder, NOW, 3600);
    const claims = decode(token.split('.')[1]!);
    expect(token).toBe(jwt.sign(claims, KEYS[0]!.secret, { algorithm: 'HS256', header: HEADER }));
  });

  test('that was verified before is checked again with the time and the keys of each verifier', () => {
    const token = tokens.sign(holder, NOW, 3600);
    for (const [seconds, valid] of [
      [0, true],
      [3600, false],
      [10, true],
    ] as const) {
      expect(tokens.verify(token, at(seconds)) !== undefined).toBe(valid);
      expect(tokens.verify(`${token.slice(0, -2)}AA`, at(seconds))).toBeUndefined();
    }
  });

  test('is cached among thousands of others', () => {
    const all = Array.from({ length: 2_500 }, () => tokens.sign(holder, NOW, 3600));
    for (const token of [...all, ...all]) expect(tokens.verify(token, NOW)?.client_id).toBe('client-1');
  });

  test('authenticates its client until it expires, to the millisecond', () => {
    const token = tokens.sign(holder, NOW, 3600);
    const caller = {
      client_id: 'client-1',
      company_id: holder.company_id,
      scope: new Set(['document:create', 'document:update', 'journal:read']),
      expires_at: at(3600),
    };
    expect(tokens.verify(token, NOW)).toEqual(caller);
    expect(tokens.verify(token, at(3599.999))).toEqual(caller);
    expect(tokens.verify(token, at(3600))).toBeUndefined();
  });

  test('is never valid for longer than its lifetime, although its times are whole seconds', () => {
    expect(tokens.verify(tokens.sign(holder, at(0.9), 3600), at(3600.1))).toBeUndefined();
  });

  test('of an older configured key is accepted, of a removed key it is refused', () => {
    const before = new JwtAccessTokens({ keys: [KEYS[1]!], ...PLACE });
    const after = new JwtAccessTokens({ keys: [KEYS[0]!], ...PLACE });
    const token = before.sign(holder, NOW, 3600);
    expect(tokens.verify(token, NOW)).toBeDefined();
    expect(after.verify(token, NOW)).toBeUndefined();
  });

  test('made by other software is accepted when all its claims are right', () => {
    expect(tokens.verify(forge(HEADER, CLAIMS), NOW)).toMatchObject({ client_id: 'client-1' });
    expect(
      tokens.verify(
        forge({ kid: 'k1', typ: 'at+jwt', alg: 'HS256' }, CLAIMS, { secret: KEYS[1]!.secret }),
        NOW,
      ),
    ).toBeDefined();
  });

  const [head, body, signature] = forge(HEADER, CLAIMS).split('.');
  test.each([
    ['is empty', ''],
    ['is no JWT', 'nonsense'],
    ['has dots only', '..'],
    ['has a header that is not JSON', `bm9uc2Vuc2U.${body}.${signature}`],
    ['has null for a header', forge(null as never, CLAIMS)],
    ['has another signature', `${head}.${body}.${'A'.repeat(43)}`],
    ['has no signature', `${head}.${body}.`],
    [
      'has other claims than were signed',
      `${head}.${encode({ ...CLAIMS, client_id: 'other' })}.${signature}`,
    ],
    ['is of alg none', `${encode({ ...HEADER, alg: 'none' })}.${body}.`],
    ['is of another algorithm', forge({ ...HEADER, alg: 'HS512' }, CLAIMS, { hash: 'sha512' })],
    ['is of another type', forge({ ...HEADER, typ: 'JWT' }, CLAIMS)],
    ['is of no type', forge({ alg: 'HS256', kid: 'k2' }, CLAIMS)],
    ['names an unknown key', forge({ ...HEADER, kid: 'k3' }, CLAIMS)],
    ['names no key', forge({ alg: 'HS256', typ: 'at+jwt' }, CLAIMS)],
    ['names another key than it was signed with', forge({ ...HEADER, kid: 'k1' }, CLAIMS)],
    ['names a member of every object as its key', forge({ ...HEADER, kid: 'constructor' }, CLAIMS)],
    ['requires an extension', forge({ ...HEADER, crit: ['exp'], exp: NOW.getTime() / 1000 + 3600 }, CLAIMS)],
    ['requires no extension, but says so', forge({ ...HEADER, crit: null }, CLAIMS)],
    ['is another issuer’s', forge(HEADER, { ...CLAIMS, iss: 'https://other.example' })],
    ['is for another audience', forge(HEADER, { ...CLAIMS, aud: 'other' })],
    ['is for no audience', forge(HEADER, without('aud'))],
    ['has no issuer', forge(HEADER, without('iss'))],
    ['never expires', forge(HEADER, without('exp'))],
    ['expires at no time', forge(HEADER, { ...CLAIMS, exp: 'never' })],
    ['has expired', forge(HEADER, { ...CLAIMS, exp: NOW.getTime() / 1000 })],
    ['is not valid yet', forge(HEADER, { ...CLAIMS, nbf: NOW.getTime() / 1000 + 1 })],
    ['names no client', forge(HEADER, without('client_id'))],
    ['names no company', forge(HEADER, without('company_id'))],
    ['has a list for its scope', forge(HEADER, { ...CLAIMS, scope: ['document:create'] })],
    ['has claims that are no object', forge(HEADER, 'claims' as never)],
  ])('is refused when it %s', (_case, token) => {
    expect(tokens.verify(token, NOW)).toBeUndefined();
  });
});
