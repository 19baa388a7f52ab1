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
  test('takes what is named, and is a version on', () => {
    const patch = { name: 'Home', header: null, footer: 'Bye' };
    expect(changedBranding(branding, patch, false, LATER)).toEqual({
      ...branding,
      ...patch,
      version: 2,
      updated_at: LATER,
    });
  });

  test.each([
    ['nothing is named', {}],
    ['every member is named as it is', { name: 'House', primary_color: '#102030', footer: null }],
  ])('is the very same when %s', (_, patch) => {
    expect(changedBranding(branding, patch, false, LATER)).toBe(branding);
  });

  test('is a version on with its logo, and without', () => {
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
