import {
  assertActive,
  assertRoomForOneMore,
  changedWebhook,
  disabled,
  livingSecrets,
  MAX_REPLACED_SECRETS,
  newWebhook,
  type Webhook,
  withNewWebhookSecret,
} from '../../../../src/domain/events/webhooks/webhook';

const NOW = new Date('2026-07-01T10:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const DAY = 86_400_000;
const MADE = { id: 'an id', client_id: 'a client', sealed_secret: 'first' };
const INPUT = { url: 'https://books.example/', types: ['*'] };
const webhook = (given: Partial<Webhook> = {}): Webhook => ({ ...newWebhook(INPUT, MADE, NOW), ...given });

test('A new webhook is active, and has not failed', () => {
  expect(newWebhook(INPUT, MADE, NOW)).toEqual({
    ...{ ...MADE, ...INPUT, description: null, active: true, disabled_at: null, failing_since: null },
    ...{ previous_sealed_secret: null, previous_secret_expires_at: null, older_secrets: [] },
    ...{ version: 1, created_at: NOW, updated_at: NOW },
  });
  expect(newWebhook({ ...INPUT, active: false, description: 'Books' }, MADE, NOW)).toMatchObject({
    active: false,
    description: 'Books',
  });
});

describe('a change', () => {
  test('sets what it names', () => {
    const change = {
      url: 'https://other.example/',
      types: ['document.*'],
      description: 'Other',
      active: false,
    };
    expect(changedWebhook(webhook(), change, later(1))).toEqual({
      ...webhook(),
      ...change,
      version: 2,
      updated_at: later(1),
    });
  });

  test('clears the description by null', () => {
    expect(
      changedWebhook(webhook({ description: 'Books' }), { description: null }, NOW).description,
    ).toBeNull();
  });

  test('of nothing returns the same webhook', () => {
    const same = webhook({ description: 'Books' });
    expect(changedWebhook(same, {}, later(1))).toBe(same);
    expect(changedWebhook(same, { ...INPUT, active: true, description: 'Books' }, later(1))).toBe(same);
  });

  test('that turns it on forgets the failures', () => {
    const off = webhook({ active: false, disabled_at: NOW, failing_since: NOW });
    const on = { active: true, disabled_at: null, failing_since: null };
    expect(changedWebhook(off, { active: true }, NOW)).toMatchObject(on);
    expect(changedWebhook(off, { url: 'https://other.example/' }, NOW)).toMatchObject({ disabled_at: NOW });
  });

  test('of the url forgets the failures of the previous one', () => {
    const failing = webhook({ failing_since: NOW });
    expect(changedWebhook(failing, { url: 'https://other.example/' }, NOW).failing_since).toBeNull();
    expect(changedWebhook(failing, { url: INPUT.url, description: 'Books' }, NOW).failing_since).toEqual(NOW);
  });

  test('to active of an active webhook keeps its failures', () => {
    const failing = webhook({ failing_since: NOW });
    expect(changedWebhook(failing, { active: true }, later(1))).toBe(failing);
  });

  test.each(['id', 'secret', 'disabled_at', 'created_at', 'updated_at'])('of %s is refused', (field) => {
    expect(() => changedWebhook(webhook(), { [field]: null }, NOW)).toThrow(
      expect.objectContaining({ error_name: 'field_not_editable', message: `${field}: cannot be changed` }),
    );
  });
});

describe('a secret', () => {
  test('signs alone at first', () => {
    expect(livingSecrets(webhook(), NOW)).toEqual(['first']);
  });

  test('signs along for 24 h after its rotation', () => {
    const rotated = withNewWebhookSecret(webhook(), 'second', NOW);
    expect(rotated).toMatchObject({ version: 2, updated_at: NOW });
    expect(livingSecrets(rotated, later(DAY - 1))).toEqual(['second', 'first']);
    expect(livingSecrets(rotated, later(DAY))).toEqual(['second']);
  });

  test('signs along for 24 h after its own rotation, whatever is rotated after it', () => {
    const second = withNewWebhookSecret(webhook(), 'second', NOW);
    const third = withNewWebhookSecret(second, 'third', later(1));
    const fourth = withNewWebhookSecret(third, 'fourth', later(2));
    expect(livingSecrets(fourth, later(3))).toEqual(['fourth', 'third', 'second', 'first']);
    expect(livingSecrets(fourth, later(DAY))).toEqual(['fourth', 'third', 'second']);
    expect(livingSecrets(fourth, later(DAY + 2))).toEqual(['fourth']);
    expect(withNewWebhookSecret(fourth, 'fifth', later(DAY)).older_secrets).toHaveLength(2);
  });

  test('ends early when twenty others were replaced after it', () => {
    let rotated = webhook();
    for (let n = 1; n <= 30; n++) rotated = withNewWebhookSecret(rotated, `secret ${n}`, NOW);
    const living = livingSecrets(rotated, NOW);
    expect([living.length, living[0], living.at(-1)]).toEqual([
      MAX_REPLACED_SECRETS + 1,
      'secret 30',
      `secret ${30 - MAX_REPLACED_SECRETS}`,
    ]);
  });
});

test('A webhook that the service turns off says since when', () => {
  expect(disabled(webhook(), later(1))).toEqual({
    ...webhook(),
    ...{ active: false, disabled_at: later(1), version: 2, updated_at: later(1) },
  });
});

test('A webhook that is off sends nothing, and neither does one of a client that is off or gone', () => {
  const refused = (what: string) => {
    const message = `active: the ${what} is off, so that nothing is sent`;
    return expect.objectContaining({ error_name: 'validation_error', message }) as Error;
  };
  expect(() => assertActive(webhook(), { active: true })).not.toThrow();
  expect(() => assertActive(webhook({ active: false }), { active: true })).toThrow(refused('webhook'));
  expect(() => assertActive(webhook(), { active: false })).toThrow(refused('client'));
  expect(() => assertActive(webhook(), undefined)).toThrow(refused('client'));
});

test('A client has at most 20 webhooks', () => {
  expect(() => assertRoomForOneMore(19)).not.toThrow();
  const message = 'body: the client has 20 webhooks, which is the most';
  expect(() => assertRoomForOneMore(20)).toThrow(
    expect.objectContaining({ error_name: 'validation_error', message }),
  );
});
