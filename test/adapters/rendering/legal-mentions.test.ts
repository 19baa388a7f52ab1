import { legalMentions } from '../../../src/adapters/rendering/legal-mentions';
import type { Language } from '../../../src/domain/company';
import { A_LINE, aDocument, type DocumentMembers } from '../../support/documents';

const GERMAN = {
  vat: 'DE136695976',
  electronic_address: null,
  address: { country_code: 'DE', city: 'Berlin' },
} as const;
const at = (vat_category: 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O', more: object = {}) => ({
  lines: [{ ...A_LINE, vat_rate: '0', vat_category, ...more }],
});

const mentions = (language: Language, members: DocumentMembers) =>
  legalMentions(aDocument({ language, ...members }));

describe('Legal mentions', () => {
  test('are not needed where VAT is charged, or is 0 as such', () => {
    expect(mentions('en', {})).toEqual([]);
    expect(mentions('en', at('Z'))).toEqual([]);
  });

  test.each([
    ['en', 'Reverse charge'],
    ['nl', 'Btw verlegd'],
    ['fr', 'Autoliquidation'],
    ['de', 'Steuerschuldnerschaft des Leistungsempfängers'],
  ] as const)('say in %s that the buyer owes the VAT', (language, mention) => {
    expect(mentions(language, at('AE'))).toEqual([mention]);
  });

  test('say why nothing is charged across the Union, outside of it and outside of VAT', () => {
    const place = { delivery_location: { address: { country_code: 'DE', city: 'Berlin' } } };
    expect(mentions('fr', { ...at('K'), ...place, relation: GERMAN, delivery_date: '2026-07-01' })).toEqual([
      'Livraison intracommunautaire, exonérée de TVA (art. 138 Directive 2006/112/CE)',
    ]);
    const american = { vat: null, electronic_address: null, address: { country_code: 'US' } };
    expect(mentions('nl', { ...at('G'), relation: american })).toEqual([
      'Uitvoer buiten de EU, vrijgesteld van btw',
    ]);
    expect(mentions('de', at('O'))).toEqual(['Nicht der Mehrwertsteuer unterliegend']);
  });

  test("add the document's own reason, or the code where there is no other", () => {
    const reason = { vat_exemption_reason: 'Kleine onderneming, art. 56bis WBTW' };
    expect(mentions('nl', at('E', reason))).toEqual([
      'Vrijgesteld van btw: Kleine onderneming, art. 56bis WBTW',
    ]);
    expect(mentions('en', at('E', { vat_exemption_code: 'VATEX-EU-132-1I' }))).toEqual([
      'Exempt from VAT (VATEX-EU-132-1I)',
    ]);
    expect(mentions('en', at('AE', { vat_exemption_reason: 'Art. 20 RD no. 1' }))).toEqual([
      'Reverse charge: Art. 20 RD no. 1',
    ]);
  });

  test.each([
    ['en', 'Self-billing'],
    ['nl', 'Factuur uitgereikt door afnemer'],
    ['fr', 'Autofacturation'],
    ['de', 'Gutschrift'],
  ] as const)('name self-billing in %s', (language, mention) => {
    expect(mentions(language, { type: 'purchase_invoice' })).toEqual([mention]);
  });

  test.each([
    ['nl', 'BTW terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht'],
    ['fr', 'TVA à reverser à l’État dans la mesure où elle a été initialement déduite'],
  ] as const)('ask in %s for the VAT that a Belgian credit note gives back', (language, mention) => {
    expect(mentions(language, { type: 'credit_note' })).toEqual([mention]);
  });

  test('ask for no VAT back where none was charged, or the seller is not Belgian', () => {
    expect(mentions('nl', { type: 'credit_note', ...at('Z') })).toEqual([]);
    expect(mentions('nl', { type: 'credit_note', company: { vat: 'DE136695976' } })).toEqual([]);
  });

  test.each(['proforma', 'quote'] as const)('say that a %s is no invoice', (type) => {
    expect(mentions('fr', { type })).toEqual(['Ce document n’est pas une facture au sens de la TVA.']);
  });
});
