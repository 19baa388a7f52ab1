import {
  EVENT_TYPES,
  NETWORK_ORIGIN,
  READ_PERMISSION,
  RESOURCE_TYPES,
  SERVICE_ORIGIN,
} from '../../../src/domain/events/event';

const THREE = ['created', 'updated', 'deleted'];
const DOCUMENT = [
  ...[...THREE, 'marked_sent', 'send_accepted', 'sent', 'delivered', 'failed', 'rejected'],
  ...['received', 'imported', 'transmitted', 'payment_recorded', 'payment_removed'],
  ...['response_received', 'response_sent'],
];
const RESOURCES = [
  ['document', DOCUMENT, 'document:read'],
  ['attachment', ['created', 'deleted'], 'document:read'],
  ['relation', THREE, 'relation:read'],
  ['delivery_location', THREE, 'relation:read'],
  ['bank_account', THREE, 'bank_account:read'],
  ['journal', THREE, 'journal:read'],
  ['branding', THREE, 'branding:read'],
  ['company', ['updated'], null],
  ['client', ['created', 'updated', 'secret_rotated', 'revoked', 'locked'], null],
] as const;

describe('The types of events', () => {
  test.each(RESOURCES)('of a %s are those of %j', (resource, verbs) => {
    const own = EVENT_TYPES.filter((type) => type.startsWith(`${resource}.`));
    expect(own).toEqual(verbs.map((verb) => `${resource}.${verb}`));
  });

  test('are in the order of their resources, and of no others', () => {
    const resources = RESOURCES.map(([resource]) => resource);
    expect(RESOURCE_TYPES).toEqual(resources);
    expect([...new Set(EVENT_TYPES.map((type) => type.split('.')[0]))]).toEqual(resources);
  });
});

test.each(RESOURCES)('The events of a %s, %j, are read with the permission %s', (resource, _, permission) => {
  expect(READ_PERMISSION[resource]).toBe(permission);
});

test.each([
  ['service', SERVICE_ORIGIN],
  ['network', NETWORK_ORIGIN],
])('What the %s causes has neither an id of its actor nor a request', (kind, origin) => {
  expect(origin).toEqual({ actor: { kind, id: null }, request_id: null });
});
