import { XMLParser } from 'fast-xml-parser';
import fc from 'fast-check';
import { XmlText } from '../../../../src/adapters/e-invoicing/xml/xml-text';

function written(text: string, attribute = 'x'): string {
  const xml = new XmlText();
  xml.group('a', () => xml.element('b', text, { c: attribute }));
  return xml.toString();
}

describe('XML as text', () => {
  test('escapes markup, and characters that a parser would change', () => {
    expect(written('<&>"\r\n', '<&>"\r\n\t')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<a>\n<b c="&lt;&amp;&gt;&quot;&#13;&#10;&#9;">&lt;&amp;&gt;"&#13;\n</b>\n</a>\n',
    );
  });

  test('is parsed back to the same text', () => {
    const parser = new XMLParser({
      ignoreAttributes: false,
      trimValues: false,
      parseTagValue: false,
      parseAttributeValue: false,
      htmlEntities: true,
      processEntities: { enabled: true, maxTotalExpansions: Infinity },
    });
    const XML = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]+$/u;
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((value) => XML.test(value));
    fc.assert(
      fc.property(text, text, (value, attribute) => {
        const { a } = parser.parse(written(value, attribute)) as {
          a: { b: { '#text': string; '@_c': string } };
        };
        expect([a.b['#text'], a.b['@_c']]).toEqual([value, attribute]);
      }),
    );
  });

  test.each(['\u0000', '\u000B', '\uFFFE', '\uD800', 'x\uDC00'])(
    'throws for characters that XML cannot contain: %j',
    (text) => {
      expect(() => written(text)).toThrow('XML cannot hold');
      expect(() => written('x', text)).toThrow('XML cannot hold');
    },
  );

  test('leaves out elements without text and groups without elements', () => {
    const xml = new XmlText();
    xml.group('a', () => {
      xml.group('b', () => xml.group('c', () => xml.element('d', null)));
      xml.element('e', '');
      xml.element('f', '0');
    });
    expect(xml.toString()).toMatch(/<a>\n<f>0<\/f>\n<\/a>\n$/);
  });
});
