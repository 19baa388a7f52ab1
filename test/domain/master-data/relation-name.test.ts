import { displayName, searchName, sortName } from '../../../src/domain/master-data/relation-name';

const contact = (first_name: string | null, last_name: string) =>
  ({ type: 'contact', first_name, last_name }) as const;
const company = (name: string) => ({ type: 'company', name }) as const;

describe('the name of a relation', () => {
  test('is shown in the usual order', () => {
    expect(displayName(company('Janssens BV'))).toBe('Janssens BV');
    expect(displayName(contact('Piet', 'Janssens'))).toBe('Piet Janssens');
    expect(displayName(contact(null, 'Janssens'))).toBe('Janssens');
  });

  test('is sorted by last name, ignoring case', () => {
    expect(sortName(company('Janssens bv'))).toBe('JANSSENS BV');
    expect(sortName(contact('Piet', 'de Smet'))).toBe('DE SMET PIET');
  });

  test('is sorted by at most 255 whole characters', () => {
    expect(sortName(contact('a', '𠀀'.repeat(255)))).toBe('𠀀'.repeat(255));
  });

  test('is found in either order', () => {
    expect(searchName(contact('Piet', 'De Smet'))).toContain('PIET DE SMET');
    expect(searchName(contact('Piet', 'De Smet'))).toContain('DE SMET PIET');
    expect(searchName(contact(null, 'De Smet'))).toBe('DE SMET');
    expect(searchName(company('Janssens bv'))).toBe('JANSSENS BV');
  });
});
