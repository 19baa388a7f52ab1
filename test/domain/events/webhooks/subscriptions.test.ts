import { EVENT_TYPES } from '../../../../src/domain/events/event';
import { assertMayRead, readTypes } from '../../../../src/domain/events/webhooks/subscriptions';

const scope = (...permissions: string[]) => new Set(permissions);

describe('the types of a subscription', () => {
  test('are those that its patterns name and its client may read', () => {
    const types = readTypes(
      ['relation.created', 'journal.*', 'branding.*'],
      scope('relation:read', 'journal:read'),
    );
    expect([...types]).toEqual(['relation.created', 'journal.created', 'journal.updated', 'journal.deleted']);
  });

  test('are all readable ones for *', () => {
    const types = readTypes(['*'], scope('document:read'));
    const readable = EVENT_TYPES.filter((type) => /^(document|attachment)\./.test(type));
    expect([...types]).toEqual(readable);
  });

  test('of companies and clients are readable to no client', () => {
    expect(readTypes(['company.*', 'client.*', 'company.updated'], scope('document:read')).size).toBe(0);
  });
});

describe('a subscription', () => {
  test.each([
    [['document.*'], ['document:read']],
    [['attachment.created'], ['document:read']],
    [['delivery_location.updated', 'relation.*'], ['relation:read']],
    [['*'], []],
  ])('to %j needs %j', (patterns, permissions) => {
    expect(() => assertMayRead(patterns, scope(...permissions))).not.toThrow();
  });

  test.each([
    [['document.*'], 'Events of the type document.* need the permission document:read.'],
    [['*', 'journal.created'], 'Events of the type journal.created need the permission journal:read.'],
    [['client.*'], 'Only operators read events of the type client.*.'],
    [['company.updated'], 'Only operators read events of the type company.updated.'],
  ])('to %j is refused without it', (patterns, message) => {
    expect(() => assertMayRead(patterns, scope('relation:read', 'document:create'))).toThrow(
      expect.objectContaining({ error_name: 'insufficient_permissions', message }),
    );
  });
});
