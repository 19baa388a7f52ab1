import { networkFaults } from '../../../../src/domain/e-invoicing/rules/network-faults';
import { aDocument, BRUSSELS, type DocumentMembers } from '../../../support/documents';

/** The violations of one rule: `pointer message` of each. */
export function violationsOf(rule: string, members: DocumentMembers): string[] {
  return networkFaults(aDocument(members))
    .filter((fault) => fault.rule === rule)
    .map(({ pointer, message }) => `${pointer} ${message}`);
}

export const LINE = { name: 'Work', quantity: '1', unit_price: '100', vat_rate: '21' } as const;

export function lineOf(vat_category: 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O') {
  return { ...LINE, vat_rate: '0', vat_category } as const;
}

export function addressIn(country_code: string, changes: Partial<typeof BRUSSELS> = {}) {
  return { ...BRUSSELS, country_code, ...changes };
}

/** Companies that satisfy the national rules. */
export const DANISH = {
  address: addressIn('DK'),
  identifier: '13585628',
  electronic_address: '0184:DK13585628',
  vat: 'DK13585628',
};
export const DUTCH = {
  address: addressIn('NL'),
  identifier: '12345678',
  electronic_address: '0106:12345678',
  vat: 'NL123456782B12',
};
export const GERMAN = {
  address: addressIn('DE'),
  identifier: 'HRB 1',
  electronic_address: '9930:DE136695976',
  vat: 'DE136695976',
  phone: '+49 30 555 01 01',
  email: 'info@firma.example',
};
export const ICELANDIC = {
  address: addressIn('IS'),
  identifier: '4710080280',
  electronic_address: '0196:4710080280',
  vat: 'IS00621',
};
export const SWEDISH = {
  address: addressIn('SE'),
  identifier: '5560160680',
  electronic_address: '0007:5560160680',
  vat: 'SE123456789701',
};
export const GREEK = {
  address: addressIn('GR'),
  identifier: null,
  electronic_address: '9933:094259216',
  vat: 'EL094259216',
};
