import {
  assertEditable,
  BRANDING_READ_ONLY,
  changedBranding,
  newBranding,
  withLogo,
} from '../../../src/domain/master-data/branding';
import { refusal } from '../refusal';

const NOW = new Date('2026-07-01T10:00:00.000Z');
const LATER = new Date('2026-07-02T10:00:00.000Z');
const branding = newBranding({ name: 'House', primary_color: '#102030', header: 'Hello' }, 'b1', NOW);

describe('a changed branding', () => {
  test('has the given fields and the next version', () => {
    const patch = {
      name: 'Home',
      address_position: 'right' as const,
      header: null,
      footer: 'Bye',
      external_id: 'own-1',
      metadata: { shop: 'gent' },
    };
    expect(changedBranding(branding, patch, false, LATER)).toEqual({
      ...branding,
      ...patch,
      version: 2,
      updated_at: LATER,
    });
  });

  test.each([
    ['no field is given', {}],
    [
      'every field has its present value',
      { name: 'House', primary_color: '#102030', address_position: 'left' as const, footer: null },
    ],
  ])('is the same object when %s', (_, patch) => {
    expect(changedBranding(branding, patch, false, LATER)).toBe(branding);
  });

  test('has the next version after its logo is set or removed', () => {
    const with_logo = withLogo(branding, true, LATER);
    expect(with_logo).toEqual({ ...branding, has_logo: true, version: 2, updated_at: LATER });
    expect(withLogo(with_logo, false, LATER)).toMatchObject({ has_logo: false, version: 3 });
  });

  test.each(BRANDING_READ_ONLY)('keeps its %s', (member) => {
    expect(() => assertEditable({ [member]: null })).toThrow(
      refusal('field_not_editable', `${member}: cannot be changed`),
    );
  });
});

describe('a new branding', () => {
  test('is not the default, and has no logo', () => {
    const look = {
      primary_color: '#102030',
      address_position: 'right' as const,
      header: 'Hello',
      footer: 'Bye',
      external_id: 'own-1',
      metadata: {},
    };
    expect(newBranding({ name: 'House', default: true, ...look }, 'b1', NOW)).toEqual({
      ...{ id: 'b1', name: 'House', ...look, default: false, has_logo: false },
      ...{ version: 1, created_at: NOW, updated_at: NOW },
    });
    expect(newBranding({ name: 'House' }, 'b1', NOW)).toMatchObject({
      ...{ primary_color: null, address_position: 'left', header: null, footer: null },
      ...{ external_id: null, metadata: {} },
    });
  });

  test('has a colour that can be cleared', () => {
    expect(changedBranding(branding, { primary_color: '#000000' }, true, LATER)).toMatchObject({
      ...{ primary_color: '#000000', default: true, version: 2 },
    });
    expect(changedBranding(branding, { primary_color: null }, false, LATER).primary_color).toBeNull();
  });

  test('permits changes of all fields that are not read-only', () => {
    expect(() => {
      assertEditable({ name: 'X', header: null });
    }).not.toThrow();
  });
});
