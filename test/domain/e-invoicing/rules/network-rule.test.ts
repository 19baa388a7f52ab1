import { peppolDocument } from '../../../../src/domain/e-invoicing/peppol-document';
import { fatal, partyNeeds, unless, warning } from '../../../../src/domain/e-invoicing/rules/network-rule';
import { aDocument } from '../../../support/documents';

const { seller, buyer } = peppolDocument(aDocument())!;

test('A rule has a name, a severity and violations', () => {
  const violations = () => [];
  expect(fatal('BR-1', violations)).toEqual({ rule: 'BR-1', severity: 'fatal', violations });
  expect(warning('BR-2', violations)).toEqual({ rule: 'BR-2', severity: 'warning', violations });
});

test('A rule that holds reports nothing', () => {
  expect([unless(true, '/note', 'x'), partyNeeds(true, seller, 'vat', 'x')]).toEqual([[], []]);
});

test('A rule that does not hold reports the path and the fix', () => {
  expect(unless(false, '/note', 'Why.')).toEqual([{ pointer: '/note', message: 'Why.' }]);
});

test('A missing value of a company has the path of its field, one of a relation the path of the relation', () => {
  expect(partyNeeds(false, seller, 'vat', 'a VAT number')).toEqual([
    { pointer: '/seller/vat', message: 'The company, as the seller, needs a VAT number.' },
  ]);
  expect(partyNeeds(false, buyer, 'vat', 'a VAT number')).toEqual([
    { pointer: '/relation_id', message: 'The relation, as the buyer, needs a VAT number.' },
  ]);
});
