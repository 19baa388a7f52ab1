import { refusal } from '../../../src/domain/access/tokens';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

describe('a refresh token that could not be used', () => {
  test.each([
    ['of a family that is no longer the client’s', undefined, 'invalid_grant'],
    [
      'that is the active one of a deactivated client',
      { active: true, used: false, used_at: null },
      'client_inactive',
    ],
    ['that never became active', { active: false, used: false, used_at: null }, 'invalid_grant'],
    ['used just now', { active: false, used: true, used_at: ago(0) }, 'invalid_grant'],
    ['used 10 s ago', { active: false, used: true, used_at: ago(10) }, 'invalid_grant'],
    ['used more than 10 s ago', { active: false, used: true, used_at: ago(10.001) }, 'compromised'],
    [
      'used before the uses whose time is stored',
      { active: false, used: true, used_at: null },
      'compromised',
    ],
    [
      'used later than now, by a clock that was set back',
      { active: false, used: true, used_at: ago(-60) },
      'invalid_grant',
    ],
  ])('%s', (_case, found, expected) => {
    expect(refusal(found, NOW)).toBe(expected);
  });
});
