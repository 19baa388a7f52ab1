import { EVENT_TYPES } from '../../../src/domain/events/event';
import {
  isReadable,
  isTypePattern,
  MAX_PATTERN_LENGTH,
  resourceOf,
  typesOf,
} from '../../../src/domain/events/event-types';

describe('a pattern', () => {
  test.each([
    ['*', EVENT_TYPES],
    ['journal.*', ['journal.created', 'journal.updated', 'journal.deleted']],
    ['attachment.*', ['attachment.created', 'attachment.deleted']],
    ['delivery_location.*', ['created', 'updated', 'deleted'].map((verb) => `delivery_location.${verb}`)],
    ['document.created', ['document.created']],
    ['client.locked', ['client.locked']],
  ])('%s stands for its types', (pattern, types) => {
    expect(isTypePattern(pattern)).toBe(true);
    expect(typesOf(pattern)).toEqual(types);
  });

  test.each([
    ...['', '.', '.*', '**', 'document', 'document.', 'document.exploded', '*.created', 'webhook.test'],
    ...['docs.*', 'd.*', ' *', 'document.*.*', 'constructor', '*'.repeat(1_048_576)],
  ])('is not %.64s', (text) => {
    expect(isTypePattern(text)).toBe(false);
    expect(typesOf(text)).toEqual([]);
  });

  test('is never longer than the limit', () => {
    const longest = Math.max(...EVENT_TYPES.map((type) => type.length));
    expect(longest).toBeLessThanOrEqual(MAX_PATTERN_LENGTH);
  });
});

test.each([
  ['document.created', 'document:read'],
  ['attachment.deleted', 'document:read'],
  ['delivery_location.updated', 'relation:read'],
  ['bank_account.created', 'bank_account:read'],
] as const)('events of the type %s are readable with %s only', (type, permission) => {
  expect(isReadable(type, new Set([permission]))).toBe(true);
  expect(isReadable(type, new Set(['journal:read', permission.replace('read', 'update')]))).toBe(false);
});

test.each(['company.updated', 'client.created'] as const)('no client reads events of the type %s', (type) => {
  expect(isReadable(type, new Set(['company:read', 'client:read', 'document:read']))).toBe(false);
});

test('the resource of a type is the part before the dot', () => {
  expect(resourceOf('delivery_location.created')).toBe('delivery_location');
});
