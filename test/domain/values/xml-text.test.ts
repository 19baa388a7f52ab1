import fc from 'fast-check';
import { escapedXml, IN_ATTRIBUTE, IN_TEXT, isXmlText, toXmlText } from '../../../src/domain/values/xml-text';

/** XML 1.0, 2.2. */
const CHARACTERS = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

describe('XML text', () => {
  test.each(['\u0000', '\u0008', '\u000B', '\u001F', '\uFFFE', '\uFFFF', '\uD800', 'x\uDC00'])(
    'has no %j',
    (text) => {
      expect(isXmlText(text)).toBe(false);
      expect(toXmlText(text)).toBe(text.replace(/[^x]/, '\uFFFD'));
    },
  );

  test.each(['', '\t\n\r', 'é', '\uD7FF\uE000\uFFFD', '\u{10000}\u{10FFFF}'])('may be %j', (text) => {
    expect([isXmlText(text), toXmlText(text)]).toEqual([true, text]);
  });

  test('has only characters of XML 1.0, and can be derived from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (text) => {
        expect(isXmlText(text)).toBe(CHARACTERS.test(text));
        expect(isXmlText(toXmlText(text))).toBe(true);
      }),
    );
  });
});

test('Markup, and white space that a parser would change, are escaped', () => {
  expect(escapedXml('a&<>"\r\n\t', IN_TEXT)).toBe('a&amp;&lt;&gt;"&#13;\n\t');
  expect(escapedXml('a&<>"\r\n\t', IN_ATTRIBUTE)).toBe('a&amp;&lt;&gt;&quot;&#13;&#10;&#9;');
});
