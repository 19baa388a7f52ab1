import { unitLabel } from '../../../src/domain/code-lists/unit-labels';

describe('The name of a unit', () => {
  test.each([
    ['en', 'month', 'months'],
    ['nl', 'maand', 'maanden'],
    ['fr', 'mois', 'mois'],
    ['de', 'Monat', 'Monate'],
  ] as const)('is singular at 1 and -1, and plural otherwise: %s', (language, singular, plural) => {
    for (const one of ['1', '-1', '1.00']) expect(unitLabel('MON', one, language)).toBe(singular);
    for (const many of ['2', '-2', '21']) expect(unitLabel('MON', many, language)).toBe(plural);
  });

  test.each([
    ['en', 'days'],
    ['nl', 'dagen'],
    ['fr', 'jour'],
    ['de', 'Tage'],
  ] as const)('is singular for every quantity below 2 only in French: %s', (language, name) => {
    for (const part of ['0.5', '1.999999', '-1.5']) expect(unitLabel('DAY', part, language)).toBe(name);
    expect(unitLabel('DAY', '2', 'fr')).toBe('jours');
  });

  test('is the same for every quantity where it is an abbreviation, and the code of an unknown unit', () => {
    for (const quantity of ['1', '2']) {
      expect(unitLabel('HUR', quantity, 'de')).toBe('Std.');
      expect(unitLabel('KGM', quantity, 'en')).toBe('kg');
      expect(unitLabel('C62', quantity, 'en')).toBe('');
      expect(unitLabel('4G', quantity, 'en')).toBe('4G');
    }
  });
});
