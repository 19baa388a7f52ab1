import { HmacSecretDigests } from '../../../src/adapters/secret-digests';
import {
  changedClient,
  CLIENT_READ_ONLY,
  newClient,
  shownClientId,
  withNewSecret,
} from '../../../src/domain/access/client';
import { refusal } from '../refusal';

const NOW = new Date('2026-07-02T10:00:00.000Z');
const ACCOUNT = { client_id: 'shop', company_id: 'company', secret_hash: 'first' };
const client = newClient({ name: 'Shop' }, ACCOUNT, new Date('2026-07-01T10:00:00.000Z'));

describe('a new client', () => {
  test('has the given permissions, in order, and no others', () => {
    const account = { client_id: 'shop', company_id: 'company', secret_hash: 'hash' };
    const { permissions } = newClient(
      { name: 'X', permissions: { journal: ['update', 'read', 'read'] } },
      account,
      NOW,
    );
    expect(permissions).toEqual({
      document: [],
      relation: [],
      bank_account: [],
      journal: ['read', 'update'],
      branding: [],
    });
  });
});

describe('a changed client', () => {
  test('keeps omitted fields, and replaces all permissions', () => {
    const granted = changedClient(client, { permissions: { document: ['read'] } }, NOW);
    expect(granted).toMatchObject({ name: client.name, active: true, version: 2, updated_at: NOW });
    expect(changedClient(granted, { permissions: { journal: ['read'] } }, NOW).permissions).toMatchObject({
      document: [],
    });
    expect(changedClient(granted, { active: false }, NOW)).toMatchObject({
      active: false,
      permissions: granted.permissions,
    });
  });

  test('is the same object when no field is given', () => {
    expect(changedClient(client, {}, NOW)).toBe(client);
  });

  test.each(CLIENT_READ_ONLY)('keeps its %s', (member) => {
    expect(() => changedClient(client, { name: 'X', [member]: null }, NOW)).toThrow(
      refusal('field_not_editable', `${member}: cannot be changed`),
    );
  });
});

describe('a new secret', () => {
  test('ends the previous one', () => {
    expect(withNewSecret(client, 'second', 0, NOW)).toMatchObject({
      secret_hash: 'second',
      previous_secret_hash: null,
      previous_secret_expires_at: null,
      version: 2,
    });
  });

  test('keeps the previous one for the given time, and no earlier one', () => {
    const second = withNewSecret(client, 'second', 60, NOW);
    const third = withNewSecret(second, 'third', 1, NOW);
    expect(third).toMatchObject({
      secret_hash: 'third',
      previous_secret_hash: 'second',
      previous_secret_expires_at: new Date('2026-07-02T10:00:01.000Z'),
    });
  });
});

describe('A client_id in the log', () => {
  const FACE = '😀';
  const PREFIXED_UUID = 'client-052329fe-75b3-402f-a4a1-82de3e1211ae'; // as long as a secret
  test.each(['shop', 'a b-c.d', 'ü', FACE.repeat(64), 'x'.repeat(64), PREFIXED_UUID])(
    'is logged unchanged: %s',
    (client_id) => {
      expect(shownClientId(client_id)).toBe(client_id);
    },
  );

  test.each(['', 'x'.repeat(65), FACE.repeat(65), 'a\n', '\u001b[31m', 'a\u0000b', '\u200ba'])(
    'is not logged when it is not valid: %j',
    (client_id) => {
      expect(shownClientId(client_id)).toBe('(unprintable)');
    },
  );

  test('is not logged when it may be a secret that was sent in its place', () => {
    const secret = new HmacSecretDigests(new Uint8Array(32)).newClientSecret();
    expect(shownClientId(secret)).toBe('(like a secret)');
  });
});
