import { legalMentions } from '../../../../src/adapters/rendering/texts/legal-mentions';
import { LANGUAGES, type Language } from '../../../../src/domain/master-data/company';
import { A_LINE, aDocument, type DocumentMembers } from '../../../support/documents';

const IN_BERLIN = { country_code: 'DE', city: 'Berlin' } as const;
const GERMAN = { vat: 'DE136695976', electronic_address: null, address: IN_BERLIN } as const;
const AMERICAN = { vat: null, electronic_address: null, address: { country_code: 'US' } } as const;
const GERMAN_SELLER = { vat: 'DE136695976', address: { ...IN_BERLIN, ...NOTHING_ELSE() } };
const AMERICAN_SELLER = { vat: null, address: { ...AMERICAN.address, city: 'Boston', ...NOTHING_ELSE() } };

function NOTHING_ELSE() {
  return { street: null, street_number: null, box: null, postal_code: null, region: null };
}

const at = (vat_category: 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O', more: object = {}): DocumentMembers => ({
  lines: [{ ...A_LINE, vat_rate: '0', vat_category, ...more }],
});
const ACROSS_THE_UNION: DocumentMembers = {
  ...at('K'),
  relation: GERMAN,
  delivery_date: '2026-07-01',
  delivery_location: { address: IN_BERLIN },
};

const mentions = (language: Language, members: DocumentMembers) =>
  legalMentions({ ...aDocument({ language, ...members }), status: 'sent' });

/** The sentence of each language, in the order en, nl, fr, de. */
type Sentences = readonly [en: string, nl: string, fr: string, de: string];

const OF_A_BELGIAN_SELLER: readonly [string, DocumentMembers, Sentences][] = [
  [
    'E',
    at('E'),
    [
      'Exempt from VAT (art. 44 Belgian VAT Code; art. 131 Directive 2006/112/EC)',
      'Vrijgesteld van btw (art. 44 W.BTW; art. 131 Richtlijn 2006/112/EG)',
      'Exonéré de TVA (art. 44 Code TVA; art. 131 Directive 2006/112/CE)',
      'Von der Mehrwertsteuer befreit (Art. 44 belgisches MwSt.-Gesetzbuch; Art. 131 Richtlinie 2006/112/EG)',
    ],
  ],
  [
    'AE, to another member state',
    { ...at('AE'), relation: GERMAN },
    [
      'Reverse charge (art. 21 § 2 Belgian VAT Code; art. 196 Directive 2006/112/EC)',
      'Btw verlegd (art. 21 § 2 W.BTW; art. 196 Richtlijn 2006/112/EG)',
      'Autoliquidation (art. 21 § 2 Code TVA; art. 196 Directive 2006/112/CE)',
      'Steuerschuldnerschaft des Leistungsempfängers (Art. 21 § 2 belgisches MwSt.-Gesetzbuch; Art. 196 Richtlinie 2006/112/EG)',
    ],
  ],
  [
    'K',
    ACROSS_THE_UNION,
    [
      'Intra-Community supply, exempt from VAT (art. 39bis Belgian VAT Code; art. 138 Directive 2006/112/EC)',
      'Intracommunautaire levering, vrijgesteld van btw (art. 39bis W.BTW; art. 138 Richtlijn 2006/112/EG)',
      'Livraison intracommunautaire, exonérée de TVA (art. 39bis Code TVA; art. 138 Directive 2006/112/CE)',
      'Steuerfreie innergemeinschaftliche Lieferung (Art. 39bis belgisches MwSt.-Gesetzbuch; Art. 138 Richtlinie 2006/112/EG)',
    ],
  ],
  [
    'G',
    { ...at('G'), relation: AMERICAN },
    [
      'Export outside the EU, exempt from VAT (art. 39 Belgian VAT Code; art. 146 Directive 2006/112/EC)',
      'Uitvoer buiten de EU, vrijgesteld van btw (art. 39 W.BTW; art. 146 Richtlijn 2006/112/EG)',
      'Exportation hors de l’UE, exonérée de TVA (art. 39 Code TVA; art. 146 Directive 2006/112/CE)',
      'Steuerfreie Ausfuhr aus der EU (Art. 39 belgisches MwSt.-Gesetzbuch; Art. 146 Richtlinie 2006/112/EG)',
    ],
  ],
  [
    'O',
    at('O'),
    [
      'Not subject to VAT',
      'Niet onderworpen aan btw',
      'Non soumis à la TVA',
      'Nicht der Mehrwertsteuer unterliegend',
    ],
  ],
];

describe('Legal mentions', () => {
  test('are not needed where VAT is charged, or is 0 as such', () => {
    expect(mentions('en', {})).toEqual([]);
    expect(mentions('en', at('Z'))).toEqual([]);
  });

  describe.each(OF_A_BELGIAN_SELLER)(
    'of a Belgian seller in category %s',
    (_category, members, sentences) => {
      test.each(LANGUAGES.map((language, index) => [language, index] as const))(
        'name the law in %s',
        (language) => {
          const sentence = sentences[['en', 'nl', 'fr', 'de'].indexOf(language)];
          expect(mentions(language, members)).toEqual([sentence]);
        },
      );
    },
  );

  test.each([
    ['en', 'Reverse charge (art. 20 Belgian Royal Decree no. 1). Unless the customer disputes it'],
    ['nl', 'Btw verlegd (art. 20 KB nr. 1). Bij gebrek aan schriftelijke betwisting binnen een termijn van'],
    ['fr', 'Autoliquidation (art. 20 AR n° 1). En l’absence de contestation par écrit, dans un délai d’un'],
    [
      'de',
      'Steuerschuldnerschaft des Leistungsempfängers (Art. 20 belgischer Königlicher Erlass Nr. 1). Widerspricht',
    ],
  ] as const)('say in %s that the Belgian customer of a contractor owes the VAT', (language, sentence) => {
    expect(mentions(language, at('AE'))).toEqual([expect.stringContaining(sentence)]);
  });

  test.each([
    ['AE', at('AE'), 'Reverse charge (art. 196 Directive 2006/112/EC)'],
    ['AE', { ...at('AE'), relation: GERMAN }, 'Reverse charge (art. 199 Directive 2006/112/EC)'],
    ['G', { ...at('G'), relation: AMERICAN }, 'Export outside the EU, exempt from VAT (art. 146 Directive'],
    ['E', at('E'), 'Exempt from VAT (art. 131 Directive 2006/112/EC)'],
  ])('of a German seller in category %s name the directive alone', (_category, members, sentence) => {
    const [mention, ...others] = mentions('en', { ...members, company: GERMAN_SELLER });
    expect(mention).toContain(sentence);
    expect(mention).not.toContain('Belgian');
    expect(others).toEqual([]);
  });

  test('of a seller outside the Union name no law', () => {
    expect(mentions('en', { ...at('E'), company: AMERICAN_SELLER })).toEqual(['Exempt from VAT']);
  });

  test.each([
    ['VATEX-EU-132-1I', 'Exempt from VAT (art. 44 Belgian VAT Code; art. 132 (1) (i) Directive 2006/112/EC)'],
    ['VATEX-EU-135-1', 'Exempt from VAT (art. 44 § 3 Belgian VAT Code; art. 135 (1) Directive 2006/112/EC)'],
    ['VATEX-EU-148-A', 'Exempt from VAT (art. 42 Belgian VAT Code; art. 148 (a) Directive 2006/112/EC)'],
    [
      'VATEX-EU-151-1AA',
      'Exempt from VAT (art. 42 § 3 Belgian VAT Code; art. 151 (1) (aa) Directive 2006/112/EC)',
    ],
    ['VATEX-EU-79-C', 'Exempt from VAT (art. 28, 5° Belgian VAT Code; art. 79 (c) Directive 2006/112/EC)'],
    ['VATEX-EU-309', 'Exempt from VAT (art. 309 Directive 2006/112/EC)'],
    ['VATEX-EU-D', 'Margin scheme – Travel agents (art. 306 Directive 2006/112/EC)'],
    [
      'VATEX-EU-F',
      'Margin scheme – Second-hand goods (art. 58 § 4 Belgian VAT Code; art. 313 Directive 2006/112/EC)',
    ],
    ['VATEX-FR-FRANCHISE', 'Exempt from VAT (VATEX-FR-FRANCHISE)'],
  ])('name the article of the code %s', (vat_exemption_code, sentence) => {
    expect(mentions('en', at('E', { vat_exemption_code }))).toEqual([sentence]);
  });

  test.each([
    ['E', {}, 'Kleine onderneming, art. 56bis W.BTW', []],
    ['O', {}, 'Buiten de werkingssfeer', []],
    ['AE', {}, 'Art. 199 § 1 Richtlijn', ['Btw verlegd']],
    ['AE', {}, 'BTW verlegd, art. 51 § 4 W.BTW', []],
    ['E', { vat_exemption_code: 'VATEX-EU-D' }, 'Reizen', ['Bijzondere regeling reisbureaus']],
  ] as const)(
    'of category %s %j are the reason of the document and the wording that the law prescribes',
    (category, more, vat_exemption_reason, prescribed) => {
      const own = mentions('nl', at(category, { ...more, vat_exemption_reason }));
      expect(own).toEqual([vat_exemption_reason, ...prescribed]);
    },
  );

  const exempt = (...exemptions: object[]): DocumentMembers => ({
    lines: exemptions.map((one) => ({ ...A_LINE, vat_rate: '0', vat_category: 'E', ...one })),
  });

  test('of lines with different codes are those of each code', () => {
    const codes = exempt(
      { vat_exemption_code: 'VATEX-EU-F' },
      { vat_exemption_code: 'VATEX-EU-132-1I' },
      { vat_exemption_code: 'VATEX-EU-F' },
    );
    expect(mentions('en', codes)).toEqual([
      'Margin scheme – Second-hand goods (art. 58 § 4 Belgian VAT Code; art. 313 Directive 2006/112/EC)',
      'Exempt from VAT (art. 44 Belgian VAT Code; art. 132 (1) (i) Directive 2006/112/EC)',
    ]);
  });

  test('of lines with different reasons name each reason, and the margin scheme of its code', () => {
    const reasons = exempt(
      { vat_exemption_reason: 'Used car', vat_exemption_code: 'VATEX-EU-F' },
      { vat_exemption_reason: 'Painting', vat_exemption_code: 'VATEX-EU-I' },
      { vat_exemption_reason: 'Tuition' },
    );
    expect(mentions('en', reasons)).toEqual([
      'Used car',
      'Margin scheme – Second-hand goods',
      'Painting',
      'Margin scheme – Works of art',
      'Tuition',
    ]);
  });

  test.each([
    ['en', 'Self-billing'],
    ['nl', 'Factuur uitgereikt door afnemer'],
    ['fr', 'Autofacturation'],
    ['de', 'Gutschrift'],
  ] as const)('name self-billing in %s', (language, mention) => {
    expect(mentions(language, { type: 'purchase_invoice' })).toEqual([mention]);
    expect(mentions(language, { type: 'purchase_credit_note' })[0]).toBe(mention);
  });

  test.each([
    ['nl', 'BTW terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht'],
    ['fr', 'TVA à reverser à l’État dans la mesure où elle a été initialement déduite'],
  ] as const)('ask in %s to reverse the deducted VAT of a Belgian credit note', (language, mention) => {
    expect(mentions(language, { type: 'credit_note' })).toEqual([mention]);
  });

  test('do not ask for that where no VAT was charged, or the seller is not Belgian', () => {
    expect(mentions('nl', { type: 'credit_note', ...at('Z') })).toEqual([]);
    expect(mentions('nl', { type: 'credit_note', company: { vat: 'DE136695976' } })).toEqual([]);
  });

  test.each(['proforma', 'quote'] as const)('say that a %s is no invoice', (type) => {
    expect(mentions('fr', { type })).toEqual(['Ce document n’est pas une facture au sens de la TVA.']);
  });
});
