import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { validateXML } from 'xmllint-wasm';
import type { XmlElement } from '../../../../src/adapters/e-invoicing/xml/xml-element';
import { readXml } from '../../../../src/adapters/e-invoicing/xml/xml-reader';
import { EInvoiceFault } from '../../../../src/domain/e-invoicing/parsed-e-invoice';
import { aUbl, fixture } from '../../../support/e-invoices';
import { processorTime } from '../../../support/processor-time';

const LARGE = new Set(['File']);
const read = (xml: string | Buffer) => readXml(Buffer.from(xml), LARGE);

/** The message of the refusal, or undefined. */
function faultOf(xml: string | Buffer): string | undefined {
  try {
    read(xml);
    return undefined;
  } catch (error) {
    if (error instanceof EInvoiceFault) return error.message;
    throw error;
  }
}

describe('The XML reader', () => {
  test('identifies elements by namespace, whatever their prefixes', () => {
    const root = read(
      '<a:r xmlns:a="urn:1" xmlns="urn:2"><b xmlns:a="urn:3"><a:c/><d xmlns=""/></b><a:e x="1" a:y="2"/></a:r>',
    );
    const seen: string[] = [];
    const visit = ({ namespace, name, children }: XmlElement) => {
      seen.push(`${namespace} ${name}`);
      children.forEach(visit);
    };
    visit(root);
    expect(seen).toEqual(['urn:1 r', 'urn:2 b', 'urn:3 c', ' d', 'urn:1 e']);
    expect([...root.children[1]!.attributes]).toEqual([
      ['x', '1'],
      ['a:y', '2'],
    ]);
  });

  test.each([
    [
      'references to characters',
      '<a>&lt;&#65;&#x42;&amp;amp;&#x1F600;&quot;&apos;&gt;</a>',
      '<AB&amp;😀"\'>',
    ],
    ['character data', '<a>x<![CDATA[<b>&amp;]]>y</a>', 'x<b>&amp;y'],
    ['text around comments and instructions', '<a>x<!-- - -->y<?p q?>z</a>', 'xyz'],
    ['a space between comments', '<a>John<!-- x --> <!-- y -->Smith</a>', 'John Smith'],
    ['a space between instructions', '<a>John<?p?> <?q?>Smith</a>', 'John Smith'],
    ['a line end between character data', '<a><![CDATA[John]]>\r\n<![CDATA[Smith]]></a>', 'John\nSmith'],
    ['no white space between elements', '<a>\n<b/>\n<!-- x -->\n<b/>\n</a>', ''],
    ['line ends of any system', '<a>1\r\n2\r3\n4</a>', '1\n2\n3\n4'],
    ['nothing', '<a/>', ''],
    ['text of other scripts', '<a>ñ – 本 😀</a>', 'ñ – 本 😀'],
  ])('reads %s', (_what, xml, text) => {
    expect(read(xml).text).toBe(text);
  });

  test('reads an attribute with its blanks as spaces', () => {
    expect(read('<a b=\'1\t"2"\' c = "&#10;&lt;"/>').attributes).toEqual(
      new Map([
        ['b', '1 "2"'],
        ['c', '\n<'],
      ]),
    );
  });

  const CAFE = '<a>Café €</a>';
  test.each([
    ['UTF-8', Buffer.from(CAFE)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${CAFE}`)],
    [
      'UTF-8 with its mark, declared as ISO 8859-1',
      Buffer.from(`\ufeff<?xml version="1.0" encoding="ISO-8859-1"?>${CAFE}`),
    ],
    ['UTF-8 as declared', Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${CAFE}`)],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${CAFE}`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\ufeff${CAFE}`, 'utf16le').swap16()],
    ['UTF-16 without its mark', Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${CAFE}`, 'utf16le')],
    ['UTF-8 declared as UTF-16', Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${CAFE}`)],
    ['ISO 8859-15', encoded('ISO-8859-15', 'é\xe9€\xa4')],
    ['Windows-1252', encoded('windows-1252', 'é\xe9€\x80')],
  ])('reads %s', (_encoding, bytes) => {
    expect(read(bytes).text).toBe('Café €');
  });

  test('reads ISO 8859-1', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Café</a>', 'latin1');
    expect(read(bytes).text).toBe('Café');
  });

  /** @param pairs - a character and its byte, and so on */
  function encoded(encoding: string, pairs: string): Buffer {
    const bytes = new Map(
      Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i]!, pairs[2 * i + 1]!]),
    );
    const text = [...CAFE].map((character) => bytes.get(character) ?? character).join('');
    return Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${text}`, 'latin1');
  }

  test.each([
    ['nothing', ''],
    ['no element', 'text'],
    ['an end tag that is missing', '<a><b></a>'],
    ['an end tag too many', '<a/></a>'],
    ['an end tag of another element', '<a></ab>'],
    ['an end tag with an attribute', '<a></a b="1">'],
    ['a second root', '<a/><b/>'],
    ['text before the root', 'x<a/>'],
    ['text behind the root', '<a/>x'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['an attribute without a value', '<a b/>'],
    ['attributes without a space', '<a b="1"c="2"/>'],
    ['< in an attribute', '<a b="<"/>'],
    ['an undeclared prefix', '<x:a/>'],
    ['an undeclared prefix of an attribute', '<a x:b="1"/>'],
    ['two colons', '<a:b:c xmlns:a="1"/>'],
    ['a reference that does not end', '<a>&amp</a>'],
    ['a lonely ampersand', '<a>b & c</a>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a reference to no character', '<a>&#0;</a>'],
    ['a reference to a surrogate', '<a>&#xD800;</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['a control character in a tag', '<a\u0001/>'],
    [']]> in text', '<a>]]></a>'],
    ['a comment that does not end', '<a><!-- </a>'],
    ['-- in a comment', '<a><!-- -- --></a>'],
    ['character data that does not end', '<a><![CDATA[</a>'],
    ['character data outside of the root', '<a/><![CDATA[]]>'],
    ['a declaration that is not at the beginning', ' <?xml version="1.0"?><a/>'],
    ['a tag that does not end', '<a'],
    ['a name that begins with a digit', '<1a/>'],
    ['a space before the name', '< a/>'],
    ['bytes that are not of the encoding', Buffer.from('<a>\xe9</a>', 'latin1')],
    ['an unsupported encoding', '<?xml version="1.0" encoding="EBCDIC-CP-BE"?><a/>'],
  ])('refuses %s', (_what, xml) => {
    expect(faultOf(xml)).toMatch(/cannot be read|encoding/);
  });

  test('names the line of an error', () => {
    expect(faultOf('<a>\n<b>\n</a>')).toMatch(/at line 3/);
  });

  test('agrees with another XML parser', () => {
    const other = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      parseTagValue: false,
      trimValues: false,
    });
    type Node = Record<string, unknown>;
    const textOf = (nodes: Node[]): string =>
      nodes.map((node) => ('#text' in node ? String(node['#text']) : '')).join('');
    const flat = (nodes: Node[]): unknown[] =>
      nodes.flatMap((node) => {
        const [name] = Object.keys(node).filter((key) => key !== ':@');
        if (name === '#text' || name!.startsWith('?')) return [];
        const children = node[name!] as Node[];
        const attributes = (node[':@'] ?? {}) as Record<string, string>;
        return [
          {
            name: name!.replace(/^.*:/, ''),
            attributes: Object.fromEntries(
              Object.entries(attributes).map(([key, value]) => [key.slice(2), value]),
            ),
            text: textOf(children).trim(),
            children: flat(children),
          },
        ];
      });
    const ours = ({ name, attributes, text, children }: XmlElement): unknown => ({
      name,
      attributes: Object.fromEntries(attributes),
      text: text.trim(),
      children: children.map(ours),
    });
    for (const xml of [
      fixture('invoice-full.xml'),
      fixture('invoice-cii.xml'),
      Buffer.from(aUbl({ lines: 20 })),
    ]) {
      expect([ours(readXml(xml, LARGE))]).toEqual(flat(other.parse(xml)));
    }
  });

  /** Fragments for valid and malformed documents. */
  const PIECES = [
    '<a>',
    '</a>',
    '<b c="1">',
    '</b>',
    '<d/>',
    '<!-- x -->',
    '<![CDATA[y]]>',
    '&amp;',
    'text',
    ' ',
    '<',
    '>',
    '"',
    '&',
    ']]>',
    '--',
    '<?p?>',
    ' e="2"',
    '\n',
    '/',
  ];
  test('refuses everything that is not well-formed', async () => {
    const accepted: string[] = [];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
        for (const xml of [`<a>${pieces.join('')}</a>`, pieces.join('')]) {
          if (faultOf(xml) === undefined) accepted.push(xml);
        }
      }),
      { numRuns: 3_000 },
    );
    expect(accepted.length).toBeGreaterThan(100);
    const xml = [...new Set(accepted)].map((contents, n) => ({ fileName: `${n}.xml`, contents }));
    const { errors } = await validateXML({ xml, extension: 'schema', schema: [ANYTHING] });
    expect(errors).toEqual([]);
  });
});

/** A schema that accepts everything, so that only well-formedness is checked. */
const ANYTHING = {
  fileName: 'any.xsd',
  contents: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="any" mixed="true"><xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType>
  <xs:element name="a" type="any"/><xs:element name="b" type="any"/><xs:element name="d" type="any"/>
</xs:schema>`,
};

describe('Hostile XML', () => {
  const MIB = 1024 * 1024;
  const ENTITIES = `<!DOCTYPE a [<!ENTITY l0 "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')}]>`;
  const flood = (length: number) => Array.from({ length }, (_, i) => ` a${i}="1"`).join('');

  test.each([
    ['a bomb of entities', () => `${ENTITIES}<a>&l9;</a>`, /DOCTYPE/],
    [
      'an external entity',
      () => '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      /DOCTYPE/,
    ],
    ['an external document type', () => '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>', /DOCTYPE/],
    ['a document type behind a comment', () => '<!-- x --> <!doctype a><a/>', /DOCTYPE/],
    ['a document type in UTF-16', () => Buffer.from('\ufeff<!DOCTYPE a []><a/>', 'utf16le'), /DOCTYPE/],
    [
      'prefixes that are declared far outside, many in each element',
      () => {
        const outer = Array.from({ length: 95 }, (_, n) => ` xmlns:p${n}="urn:${n}"`).join('');
        const uses = Array.from({ length: 95 }, (_, n) => ` p${n}:a=""`).join('');
        return `<x${outer}>${'<a xmlns="">'.repeat(95)}${`<b${uses}/>`.repeat(5_000)}`;
      },
      /not complete/,
    ],
    ['20,000 levels', () => '<a>'.repeat(20_000) + '</a>'.repeat(20_000), /nested over 100/],
    ['a million levels', () => '<a>'.repeat(1_000_000), /nested over 100/],
    ['a flood of attributes', () => `<a${flood(1_000_000)}/>`, /too many attributes/],
    [
      'a flood of namespaces',
      () => `<a${flood(1_000_000).replaceAll(' a', ' xmlns:a')}/>`,
      /too many attributes/,
    ],
    ['a name of 10 MiB', () => `<${'a'.repeat(10 * MIB)}/>`, /too long/],
    ['an attribute of 10 MiB', () => `<a b="${'c'.repeat(10 * MIB)}"/>`, /too long/],
    ['a flood of elements', () => `<a>${'<b/>'.repeat(2_000_000)}</a>`, /more than 300000/],
    ['a flood of comments', () => `<a>${'<!---->x'.repeat(2_000_000)}</a>`, /more than 300000/],
    ['a text of 20 MiB', () => `<a>${'x'.repeat(20 * MIB)}</a>`, /too long/],
    ['a text of 20 MiB in references', () => `<a>${'&amp;'.repeat(4 * MIB)}</a>`, /too long/],
    ['character data of 20 MiB', () => `<a><![CDATA[${'x'.repeat(20 * MIB)}]]></a>`, /too long/],
    ['20 MiB of blanks', () => `<a ${' '.repeat(20 * MIB)}`, /well-formed/],
    ['tags that never end', () => '<a b="'.repeat(1_000_000), /well-formed/],
    ['comments that never end', () => `<a>${'<!-'.repeat(1_000_000)}`, /DOCTYPE|well-formed/],
    ['instructions that never end', () => `<a>${'<?a '.repeat(1_000_000)}`, /well-formed/],
    ['binary junk', () => Buffer.alloc(20 * MIB, 0x89), /encoding/],
    ['zeros', () => Buffer.alloc(20 * MIB), /too long/],
  ])('is refused quickly: %s', (_what, make, reason) => {
    const bytes = Buffer.from(make());
    const tookMs = processorTime();
    expect(faultOf(bytes)).toMatch(reason);
    expect(tookMs()).toBeLessThan(2_000);
  });

  test('of 100 MiB of text takes little more memory than its text', () => {
    const bytes = Buffer.concat([Buffer.from('<a>'), Buffer.alloc(100 * MIB, 'x'), Buffer.from('</a>')]);
    const before = process.memoryUsage().rss;
    const tookMs = processorTime();
    expect(faultOf(bytes)).toMatch(/too long/);
    expect(tookMs()).toBeLessThan(3_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MIB);
  });

  test.each([
    ['behind the root', `<a/>${' '.repeat(20 * MIB)}`],
    ['before the root', `${'\n'.repeat(20 * MIB)}<a/>`],
    ['before the first element', `<a>${' '.repeat(20 * MIB)}<b/></a>`],
    ['between elements', `<a><b/>${'\r\n'.repeat(10 * MIB)}<b/></a>`],
  ])('has no limit for white space %s', (_where, source) => {
    const tookMs = processorTime();
    expect(faultOf(Buffer.from(source))).toBeUndefined();
    expect(tookMs()).toBeLessThan(2_000);
  });

  test('does not include a large embedded file', () => {
    const root = read(`<File>${'QUJD'.repeat(5 * MIB)}</File>`);
    expect(root.text.length).toBe(20 * MIB);
  });
});
