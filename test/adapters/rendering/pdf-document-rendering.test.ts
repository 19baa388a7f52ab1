import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { PdfDocumentRendering } from '../../../src/adapters/rendering/pdf-document-rendering';
import { loadedFaces } from '../../../src/adapters/rendering/fonts/faces';
import { shownNumber } from '../../../src/adapters/rendering/texts/formats';
import { LEFT, RIGHT } from '../../../src/adapters/rendering/theme';
import { typescriptLoader } from '../../../src/adapters/workers/typescript-sources';
import type { Logo } from '../../../src/domain/master-data/branding';
import { LANGUAGES } from '../../../src/domain/master-data/company';
import type { Appearance, Document } from '../../../src/domain/documents/document';
import { A_LINE, aDocument, type DocumentMembers } from '../../support/documents';
import { jpegOf } from '../../support/images';
import { ReadPdf } from './read-pdf';

const rendering = new PdfDocumentRendering();

async function read(document: Document, logo: Logo | null = null): Promise<ReadPdf> {
  return new ReadPdf(await rendering.pdf({ document, logo }));
}
const readMembers = (members: DocumentMembers, branding: Partial<Appearance> | null = null) =>
  read({
    ...aDocument(members),
    status: 'sent',
    branding: branding && {
      name: 'B',
      primary_color: null,
      header: null,
      footer: null,
      logo_sha256: null,
      ...branding,
    },
  });

/** Replaces no-break spaces by spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/\u2212/g, '-');

/** No text crosses a margin, and every character has a glyph. */
function expectTidy({ runs }: ReadPdf): void {
  const { regular, bold } = loadedFaces();
  for (const { x, y, size, text, glyphs } of runs) {
    // Either weight: the names of the fonts depend on which was used first.
    const width = Math.min(regular.width(text, size), bold.width(text, size));
    expect(x).toBeGreaterThan(LEFT - 0.5);
    expect(x + width).toBeLessThan(RIGHT + 0.5);
    expect(y).toBeGreaterThan(20);
    expect(y).toBeLessThan(830);
    expect(glyphs).not.toContain(0);
  }
}

describe('PDF of a document', () => {
  test('shows parties, references, lines, VAT, totals and how to pay', async () => {
    const pdf = await readMembers({
      language: 'en',
      number: 'INV-7',
      company: { name: 'Janssens BV' },
      relation: { name: 'Peeters NV', email: 'books@peeters.example' },
      delivery_location: { name: 'Dock 4', address: { country_code: 'BE', city: 'Luik' } },
      buyer_reference: 'PO-1',
      order_reference: 'ORDER-2',
      payment_reference: '+++012/3456/78939+++',
      note: 'Thank you',
      lines: [
        {
          ...A_LINE,
          name: 'Chairs',
          description: 'Oak',
          quantity: '2.5',
          unit: 'HUR',
          discount_percent: '10',
        },
        { ...A_LINE, name: 'Books', unit_price: '1000', vat_rate: '6', item_reference: 'B-9' },
      ],
      allowance_charges: [{ kind: 'allowance', percent: '2', reason: 'Loyalty' }],
      paid_amount: '100',
    });
    const text = plain(pdf.text).split('\n');
    expect(text).toEqual(
      expect.arrayContaining([
        ...[
          'Invoice',
          'INV-7',
          'Peeters NV',
          'Dokstraat 7',
          '1000 Brussel',
          'Belgium',
          'books@peeters.example',
        ],
        ...[
          'Janssens BV',
          'VAT BE0123456749',
          'Dock 4',
          'Luik',
          'PO-1',
          'ORDER-2',
          '1 July 2026',
          '31 July 2026',
        ],
        ...[
          'Chairs',
          'Oak',
          '2.5 h',
          '100.00',
          '10%',
          '21%',
          '225.00',
          'Books',
          'Item B-9',
          '1,000.00',
          '6%',
        ],
        ...['1,225.00', 'Loyalty (2%)', '-24.50', '1,200.50', '220.50', '46.31', '980.00', '58.80', '105.11'],
        ...['€1,305.61', '-100.00', 'Amount due', '€1,205.61', 'BE68 5390 0754 7034', 'KREDBEBB'],
        ...['+++012/3456/78939+++', 'Scan to pay', 'Thank you', 'Page 1 of 1'],
      ]),
    );
    expectTidy(pdf);
  });

  test('shows a place of delivery without a name by its address', async () => {
    const delivery_location = { name: null, address: { country_code: 'BE', city: 'Luik' } };
    const pdf = await readMembers({ language: 'en', delivery_location });
    expect(plain(pdf.text)).toMatch(/^Delivered to\nLuik$/m);
    expectTidy(pdf);
  });

  test.each([
    ['en', 'Invoice', 'Total incl. VAT', '€12,100.00', 'Page 1 of 1'],
    ['nl', 'Factuur', 'Totaal incl. btw', '€ 12.100,00', 'Pagina 1 van 1'],
    ['fr', 'Facture', 'Total TVAC', '12 100,00 €', 'Page 1 sur 1'],
    ['de', 'Rechnung', 'Summe inkl. MwSt.', '12.100,00 €', 'Seite 1 von 1'],
  ] as const)('is written in %s', async (language, ...texts) => {
    const pdf = await readMembers({ language, lines: [{ ...A_LINE, unit_price: '10000' }] });
    expect(plain(pdf.text).split('\n')).toEqual(expect.arrayContaining([...texts]));
    expect(pdf.catalog).toContain(`/Lang (${language})`);
  });

  test.each([
    ['credit_note', 'Credit note', 'Amount credited'],
    ['proforma', 'Pro forma invoice', 'Amount due'],
    ['quote', 'Quote', 'Total'],
    ['purchase_invoice', 'Self-billed invoice', 'Amount due'],
    ['purchase_credit_note', 'Self-billed credit note', 'Amount credited'],
  ] as const)('names the type of a %s', async (type, title, total) => {
    const { text } = await readMembers({ type, language: 'en' });
    expect(text.split('\n')).toEqual(expect.arrayContaining([title, total]));
    expect(text.includes('Scan to pay')).toBe(type === 'proforma');
    expect(text.includes('IBAN')).toBe(type === 'proforma' || type === 'purchase_invoice');
  });

  test.each([
    ['en', 'purchase_invoice', 'Self-billed invoice'],
    ['nl', 'purchase_invoice', 'Factuur uitgereikt door afnemer'],
    ['fr', 'purchase_invoice', 'Facture (autofacturation)'],
    ['de', 'purchase_invoice', 'Gutschrift'],
    ['nl', 'purchase_credit_note', 'Creditnota uitgereikt door afnemer'],
    ['fr', 'purchase_credit_note', 'Note de crédit (autofacturation)'],
    ['de', 'purchase_credit_note', 'Korrektur einer Gutschrift'],
  ] as const)(
    'names the issuer in the title of a document in %s of type %s',
    async (language, type, title) => {
      const pdf = await readMembers({ type, language });
      const head = pdf.runs.filter(({ y }) => y > 740).map(({ text }) => text);
      expect(head.join(' ')).toContain(title);
      expectTidy(pdf);
    },
  );

  test.each([
    ['en', 'Draft'],
    ['nl', 'Concept'],
    ['fr', 'Brouillon'],
    ['de', 'Entwurf'],
  ] as const)('marks a draft on every page, in %s', async (language, mark) => {
    const lines = Array.from({ length: 40 }, () => A_LINE);
    const draft = await read(aDocument({ language, lines }));
    expect(draft.pages).toBeGreaterThan(1);
    for (let page = 0; page < draft.pages; page += 1) {
      expect(draft.slanted.filter((run) => run.page === page).map(({ text }) => text)).toEqual([mark]);
    }
    expect(draft.textOf(0).split('\n')).toContain(mark);
    const sent = await read({ ...aDocument({ language, lines }), status: 'sent' });
    expect([...sent.text.split('\n'), ...sent.slanted]).not.toContain(mark);
  });

  test('numbers the lines, and carries their sum from page to page', async () => {
    const lines = Array.from({ length: 100 }, (_line, index) => ({ ...A_LINE, unit_price: `${index + 1}` }));
    const pdf = await readMembers({ language: 'en', lines });
    const texts = plain(pdf.text).split('\n');
    expect(texts).toEqual(expect.arrayContaining(lines.map((_line, index) => String(index + 1))));
    expect(pdf.textOf(0)).not.toContain('Carried forward');
    let sum = 0;
    for (let page = 0; page < pdf.pages; page += 1) {
      const on_page = plain(pdf.textOf(page)).split('\n');
      const rows = on_page.filter((text, at) => text === 'Consultancy' && on_page[at - 1] !== undefined);
      if (page > 0 && rows.length > 0) {
        const at = on_page.indexOf('Carried forward');
        expect(on_page[at + 1]).toBe(shownNumber(sum.toFixed(2), 'en'));
      }
      const first = Math.round((Math.sqrt(1 + 8 * sum) - 1) / 2); // the sum of 1 to n is n(n + 1)/2
      for (let row = 1; row <= rows.length; row += 1) sum += first + row;
    }
    expect(sum).toBe(5050);
  });

  test('carries the amount of a line forward that continues on the next page', async () => {
    const tall = { ...A_LINE, quantity: '1', unit_price: '5000', description: 'Lorem ipsum '.repeat(400) };
    const one = { ...A_LINE, quantity: '1', unit_price: '100' };
    const pdf = await readMembers({ language: 'en', lines: [one, tall, one] });
    const [first, second] = [0, 1].map((page) => plain(pdf.textOf(page)).split('\n'));
    expect(first).toContain('5,000.00');
    expect(second![second!.indexOf('Carried forward') + 1]).toBe('5,100.00');
  });

  test.each(Array.from({ length: 30 }, (_none, count) => count + 2))(
    'leaves the totals on no page without a line: %s lines',
    async (count) => {
      const lines = Array.from({ length: count }, (_line, index) => ({ ...A_LINE, name: `Line ${index}` }));
      const pdf = await readMembers({ language: 'en', lines, bank_account: null });
      const page = Array.from({ length: pdf.pages }, (_page, index) => pdf.textOf(index)).findIndex((text) =>
        text.includes('Total excl. VAT'),
      );
      expect(pdf.textOf(page)).toMatch(/^Line \d+$/m);
    },
  );

  test('wraps the reason of an allowance only where its amount would be in the way', async () => {
    const reasons = ['Framework agreement of Spring', 'Framework agreement of the Spring of this year'];
    for (const [index, reason] of reasons.entries()) {
      const { text } = await readMembers({
        language: 'en',
        allowance_charges: [{ kind: 'allowance', percent: '2', reason }],
      });
      expect(plain(text).split('\n').includes(`${reason} (2%)`)).toBe(index === 0);
    }
  });

  test('keeps a short note on the page of the payment, if it fits there', async () => {
    const pages = async (note: string | null, points: number) => {
      const description = Array.from({ length: points }, (_point, index) => `Point ${index}`).join('\n');
      return (await readMembers({ note, lines: [{ ...A_LINE, description }] })).pages;
    };
    let points = 6;
    while ((await pages(null, points + 1)) === 1) points++;
    // A point takes 11 pt; the note takes 33, and the space above it 18.
    expect(await pages('Thank you', points - 5)).toBe(1);
    expect(await pages('Thank you', points - 3)).toBe(2);
  });

  test('draws an e-mail address that is a little too wide smaller, instead of breaking it', async () => {
    const email = 'accounts-payable@department.example.org';
    const pdf = await readMembers({ relation: { email } });
    const run = pdf.runs.find(({ text }) => text === email)!;
    expect(run.size).toBeLessThan(8);
    expectTidy(pdf);
  });

  test('names the invoice that is credited, with its date', async () => {
    const preceding_document = { number: 'INV-1', issue_date: '2026-06-01' };
    const { text } = await readMembers({ type: 'credit_note', language: 'en', preceding_document });
    expect(plain(text).replaceAll('\n', ' ')).toContain('INV-1 of 1 June 2026');
  });

  test('shows the negative amount of a line that takes goods back', async () => {
    const lines = [{ ...A_LINE }, { ...A_LINE, quantity: '-2', unit_price: '10' }];
    const texts = plain((await readMembers({ language: 'en', lines })).text).split('\n');
    expect(texts).toEqual(expect.arrayContaining(['-2', '-20.00', '80.00']));
  });

  test("states the VAT in the currency of the company's books", async () => {
    const { text } = await readMembers({ language: 'en', currency: 'USD', exchange_rate: '0.9' });
    expect(plain(text).split('\n')).toEqual(
      expect.arrayContaining(['VAT in EUR', '€18.90', '1 USD = 0.9 EUR', 'USD 121.00']),
    );
  });

  test('repeats the head of the lines, counts pages and brings the footer on each', async () => {
    const lines = Array.from({ length: 60 }, (_line, index) => ({ ...A_LINE, name: `Line ${index + 1}` }));
    const pdf = await readMembers({ language: 'en', lines }, { header: 'The head', footer: 'The foot' });
    expect(pdf.pages).toBeGreaterThan(1);
    for (let page = 0; page < pdf.pages; page += 1) {
      const texts = pdf.textOf(page).split('\n');
      expect(texts).toEqual(expect.arrayContaining(['The foot', `Page ${page + 1} of ${pdf.pages}`]));
      const has_lines = texts.some((text) => /^Line \d+$/.test(text));
      expect(texts.includes('Description')).toBe(has_lines);
      expect(texts.includes('The head')).toBe(page === 0);
    }
    expect(pdf.text.match(/^Line \d+$/gm)).toHaveLength(60);
    expectTidy(pdf);
  });

  test('renders a thousand lines without blocking the event loop', async () => {
    const lines = Array.from({ length: 1000 }, (_line, index) => ({ ...A_LINE, name: `Line ${index + 1}` }));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const pdf = await readMembers({ lines });
    clearInterval(timer);
    expect(pdf.text.match(/^Line \d+$/gm)).toHaveLength(1000);
    expect(turns).toBeGreaterThan(3);
  });

  test('splits a row that is taller than a page without losing text', async () => {
    const description = Array.from({ length: 200 }, (_point, index) => `Point ${index}`).join('\n');
    const pdf = await readMembers({ lines: [{ ...A_LINE, description }] });
    expect(pdf.text.match(/^Point \d+$/gm)).toHaveLength(200);
    expectTidy(pdf);
  });

  test.each([
    ['left', {}],
    ['right', { address_position: 'right' }],
  ] as const)(
    'has its dates and references on a page, whatever the length of addresses: %s',
    async (_position, branding) => {
      const long = 'W'.repeat(255);
      const address = {
        street: long,
        street_number: long,
        box: long,
        postal_code: long,
        city: long,
        region: long,
      };
      const relation = {
        name: long,
        address: { ...address, country_code: 'BE' },
        email: 'books@peeters.example',
      };
      const members = {
        language: 'en',
        relation,
        delivery_location: relation,
        buyer_reference: long,
      } as const;
      const pdf = await readMembers({ ...members, order_reference: 'ORDER-2' }, branding);
      expectTidy(pdf);
      const texts = pdf.text.split('\n');
      for (const text of ['Date', 'ORDER-2', 'books@peeters.example']) expect(texts).toContain(text);
    },
  );

  test('keeps all texts within its margins', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 });
    const wide = fc.string({ unit: fc.constantFrom('W', 'м', 'Ω', '€'), minLength: 1, maxLength: 400 });
    const any = fc.oneof(text, wide).map((value) => (value.trim() === '' ? 'x' : value));
    const document = fc.record({ name: any, description: any, footer: any, reference: any });
    await fc.assert(
      fc.asyncProperty(document, fc.constantFrom(...LANGUAGES), async (texts, language) => {
        const pdf = await readMembers(
          {
            language,
            company: { name: texts.name },
            relation: { name: texts.description },
            buyer_reference: texts.reference,
            payment_reference: texts.reference,
            note: texts.description,
            lines: [
              {
                ...A_LINE,
                name: texts.name,
                description: texts.description,
                quantity: '12345678.123456',
                unit_price: '999999.999999',
                item_reference: texts.reference,
              },
            ],
          },
          { header: texts.footer, footer: texts.footer },
        );
        expectTidy(pdf);
      }),
      { numRuns: 25 },
    );
  });
});

describe('PDF for envelopes with a window on the right', () => {
  /** The address of La Poste in millimetres; the page is folded into an envelope C5/6 or DL. */
  const WINDOW = { left: 110, right: 195, top: 55, bottom: 88 };
  const inMillimetres = (points: number) => (points * 25.4) / 72;
  const seen = ({ runs }: ReadPdf) =>
    runs.filter(({ page, x, y, text, size }) => {
      const baseline = inMillimetres(841.89 - y);
      const end = inMillimetres(x + loadedFaces().bold.width(text, size));
      const { left, right, top, bottom } = WINDOW;
      const is_beside = end < left || inMillimetres(x) > right;
      return page === 0 && !is_beside && baseline > top && baseline < bottom + inMillimetres(size);
    });
  const right = { address_position: 'right' } as const;
  const members: DocumentMembers = {
    language: 'en',
    company: { name: 'Janssens BV', email: 'books@janssens.example', phone: '+32 2 555 12 12' },
    relation: { name: 'Peeters NV', email: 'books@peeters.example' },
    delivery_location: { name: 'Dock 4', address: { country_code: 'BE', city: 'Luik' } },
  };

  test('shows name and address of the buyer in the window, and nothing else', async () => {
    const pdf = await readMembers(members, { ...right, header: 'A header\n'.repeat(8) });
    const texts = seen(pdf);
    expect(texts.map(({ text }) => text)).toEqual(['Peeters NV', 'Dokstraat 7', '1000 Brussel', 'Belgium']);
    for (const { x, text, size, y } of texts) {
      expect(inMillimetres(x)).toBeGreaterThanOrEqual(WINDOW.left);
      expect(inMillimetres(x + loadedFaces().bold.width(text, size))).toBeLessThanOrEqual(WINDOW.right);
      expect(inMillimetres(841.89 - y)).toBeLessThan(WINDOW.bottom);
    }
    expect(plain(pdf.text).split('\n')).toEqual(
      expect.arrayContaining(['Customer', 'books@peeters.example', 'Janssens BV', 'Dock 4']),
    );
    expectTidy(pdf);
  });

  test('shows the seller in the window when the buyer issues the document', async () => {
    const texts = seen(await readMembers({ ...members, type: 'purchase_invoice' }, right));
    expect(texts.map(({ text }) => text)).toContain('Peeters NV');
    expect(texts.map(({ text }) => text)).not.toContain('Janssens BV');
  });

  test('shows a long name and address completely, in smaller letters', async () => {
    const name =
      'Koninklijke Maatschappij voor Scheepvaart en Overslag van Antwerpen en Gent, afdeling haven';
    const street = 'Burgemeester Ernest Claeys van Nieuwkerke en Sint-Amandstraat';
    const address = {
      country_code: 'GB',
      street,
      city: 'Town',
      region: 'County',
      postal_code: 'AB1 2CD',
      box: '3',
    };
    const pdf = await readMembers({ ...members, relation: { name, address } }, right);
    const texts = seen(pdf);
    expect(texts.map(({ text }) => text).join(' ')).toContain(name);
    for (const { y } of texts) expect(inMillimetres(841.89 - y)).toBeLessThan(WINDOW.bottom);
    expect(Math.max(...texts.map(({ size }) => size))).toBeLessThan(10);
    expectTidy(pdf);
  });

  test('has no caption below the window for a buyer without identity', async () => {
    const relation = { name: 'Peeters', vat: null, identifier: null, identifier_scheme: null };
    const { text } = await readMembers({ ...members, relation }, right);
    expect(text.split('\n')).not.toContain('Customer');
  });

  test('is drawn for the left side where the branding does not say otherwise', async () => {
    const pdf = await readMembers(members, {});
    expect(seen(pdf).map(({ text }) => text)).not.toContain('Peeters NV');
    expect(pdf.runs.find(({ text }) => text === 'Peeters NV')!.x).toBeCloseTo(LEFT, 0);
  });
});

describe('Logo on a document', () => {
  const document = aDocument({ company: { name: 'Janssens BV' } });
  const head = (pdf: ReadPdf) => pdf.runs.filter(({ y }) => y > 760).map(({ text }) => text);

  test.each<[string, Logo]>([
    ['PNG', { content_type: 'image/png', bytes: png() }],
    ['JPEG', { content_type: 'image/jpeg', bytes: jpegOf({ components: 3 }) }],
    [
      'SVG',
      {
        content_type: 'image/svg+xml',
        bytes: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
        ),
      },
    ],
  ])('replaces the name: %s', async (_type, logo) => {
    expect(head(await read(document, logo)).join(' ')).not.toContain('Janssens BV');
  });

  test.each([
    ['a colour with an opacity', '<rect width="9" height="9" fill="#ff000080"/>'],
    ['a paint', '<rect width="9" height="9" fill="url(#none) red" stroke="url(#none)"/>'],
    ['a shape to draw', '<use xlink:href="#none"/>'],
    ['a clip and a mask', '<rect width="9" height="9" clip-path="url(#none)" mask="url(#none)"/>'],
    [
      'another gradient',
      '<linearGradient id="g" xlink:href="#none"/><rect width="9" height="9" fill="url(#g)"/>',
    ],
    ['a path of a text', '<text><textPath xlink:href="#none">along</textPath></text>'],
  ])('is drawn although a reference leads nowhere: %s', async (_case, content) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}<path d="M0 0L9 9"/></svg>`;
    const pdf = await read(document, { content_type: 'image/svg+xml', bytes: Buffer.from(svg) });
    expect(head(pdf).join(' ')).not.toContain('Janssens BV');
  });

  test.each([
    'width="100" height="50"',
    'width="100mm" height="50mm"',
    'width="-100" height="-50" viewBox="0 0 100 50"',
    'x="30" y="20" width="100" height="50"',
    'width="10EM" height="5em"',
  ])('is drawn in full, whatever its size is stated in: %s', async (size) => {
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image width="100%" height="100%" ` +
      `preserveAspectRatio="none" xlink:href="data:image/png;base64,${png().toString('base64')}"/></svg>`;
    const pdf = await read(document, { content_type: 'image/svg+xml', bytes: Buffer.from(svg) });
    const [, box] = /BBox\[([^\]]*)\]/.exec(JSON.stringify(pdf.structure))!;
    const edges = box!.split(' ').map(Number);
    pdf.images[0]!.forEach((edge, index) => expect(edge).toBeCloseTo(edges[index]!, 1));
  });

  describe('of a JPEG that is turned by its Exif orientation', () => {
    const jpeg = (orientation: number) => jpegOf({ width: 40, height: 20, components: 3, orientation });
    const size = ([left, bottom, right, top]: number[]) => [
      Math.round(right! - left!),
      Math.round(top! - bottom!),
    ];

    test.each([
      [1, [40, 20]],
      [3, [40, 20]],
      [5, [20, 40]],
      [6, [20, 40]],
      [7, [20, 40]],
      [8, [20, 40]],
    ])('keeps its proportions: %i', async (orientation, expected) => {
      const pdf = await read(document, { content_type: 'image/jpeg', bytes: jpeg(orientation) });
      expect(pdf.images.map(size)).toEqual([expected]);
      const [, box] = /BBox\[([^\]]*)\]/.exec(JSON.stringify(pdf.structure))!;
      box!.split(' ').forEach((edge, index) => expect(pdf.images[0]![index]).toBeCloseTo(Number(edge), 1));
    });

    test.each([
      [1, [50, 25]],
      [5, [25, 50]],
      [6, [25, 50]],
      [7, [25, 50]],
      [8, [25, 50]],
    ])('fits the place that an SVG has for it: %i', async (orientation, expected) => {
      const image = `<image width="50" height="50" xlink:href="data:image/jpeg;base64,${jpeg(orientation).toString('base64')}"/>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">${image}${image}</svg>`;
      const pdf = await read(document, { content_type: 'image/svg+xml', bytes: Buffer.from(svg) });
      expect(pdf.images).toHaveLength(2);
      const [, box] = /BBox\[([^\]]*)\]/.exec(JSON.stringify(pdf.structure))!;
      const [left, bottom, right, top] = box!.split(' ').map(Number);
      const scale = 50 / (right! - left!);
      for (const [x, y, end, upper] of pdf.images) {
        expect([(end! - x!) * scale, (upper! - y!) * scale].map(Math.round)).toEqual(expected);
        // In the middle of its place.
        expect((x! + end!) / 2).toBeCloseTo((left! + right!) / 2, 1);
        expect((y! + upper!) / 2).toBeCloseTo((bottom! + top!) / 2, 1);
      }
    });
  });

  test.each<[string, Logo]>([
    ['no picture', { content_type: 'image/png', bytes: Buffer.from('no picture') }],
    ['a JPEG of four components', { content_type: 'image/jpeg', bytes: jpegOf({ components: 4 }) }],
    [
      'an SVG with a JPEG of four components',
      {
        content_type: 'image/svg+xml',
        bytes: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image width="9" height="9" ' +
            `xlink:href="data:image/jpeg;base64,${jpegOf({ components: 4 }).toString('base64')}"/></svg>`,
        ),
      },
    ],
  ])('is replaced by the name when it cannot be drawn: %s', async (_case, logo) => {
    const pdf = await read(document, logo);
    expect(head(pdf).join(' ')).toContain('Janssens BV');
  });

  test('draws its texts in an embedded font, missing glyphs included', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 9"><text y="9" font-family="Foo">A 日</text></svg>';
    const pdf = await read(document, { content_type: 'image/svg+xml', bytes: Buffer.from(svg) });
    expect(pdf.characters).toContain('□');
  });
});

describe('Bytes of a document', () => {
  test('are the same in every process, whatever it rendered before', async () => {
    const input = { document: aDocument({ note: 'AVATAR To Wa' }), logo: null };
    const digests = await Promise.all([rendering.pdf(input), rendering.facturX(input)]);
    const program = [...typescriptLoader(), resolve(__dirname, 'render-process.ts')];
    const other = spawnSync(process.execPath, program, {
      input: JSON.stringify(input),
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(other.stderr).toBe('');
    expect(other.stdout.split(' ')).toEqual(
      digests.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
    );
  });

  test('declare PDF/A-3A and PDF/UA-1, with a title and language', async () => {
    const pdf = await read(aDocument({ language: 'en', number: 'INV-7' }));
    expect(pdf.metadata).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(pdf.metadata).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
    expect(pdf.metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(pdf.metadata).toContain('Invoice INV-7');
    expect(pdf.catalog).toContain('/OutputIntents');
    expect(pdf.attachments.size).toBe(0);
  });
});

/** Two by two transparent pixels. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0]);
  const pixels = Buffer.concat(
    Array.from({ length: 2 }, () => Buffer.from([0, 255, 0, 0, 128, 0, 0, 255, 64])),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
