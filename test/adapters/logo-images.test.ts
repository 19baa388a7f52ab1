import fc from 'fast-check';
import { CheckedLogoImages } from '../../src/adapters/logo-images/checked-logo-images';
import { JPEG, PNG, pngOf, SVG } from '../support/images';

const images = new CheckedLogoImages();
const svg = (text: string): string | undefined => {
  const kept = images.keep('image/svg+xml', Buffer.from(text));
  return kept && Buffer.from(kept).toString();
};
/** What is left of the content of an SVG. */
const inside = (content: string): string | undefined =>
  svg(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)
    ?.replace(/^<svg [^>]*>/, '')
    .replace(/<\/svg>$/, '');

describe('a PNG or JPEG', () => {
  test.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/png', pngOf(4096, 4096)],
  ] as const)('%s is kept as it is', (type, bytes) => {
    expect(images.keep(type, bytes)).toBe(bytes);
  });

  test.each([
    ['image/png', 'a JPEG', JPEG],
    ['image/png', 'a signature alone', PNG.subarray(0, 8)],
    ['image/png', 'more pixels than can be drawn', pngOf(4097, 4096)],
    ['image/png', 'no pixels', pngOf(0, 10)],
    ['image/png', 'nothing', Buffer.alloc(0)],
    ['image/jpeg', 'a PNG', PNG],
    ['image/jpeg', 'a start of image alone', Buffer.from('ffd8ff', 'hex')],
    ['image/jpeg', 'no frame', Buffer.from('ffd8ffd9', 'hex')],
    ['image/jpeg', 'HTML behind a start of image', Buffer.from('\xff\xd8<html>'.padEnd(40), 'latin1')],
  ] as const)('%s is refused: %s', (type, _case, bytes) => {
    expect(images.keep(type, bytes)).toBeUndefined();
  });

  test('is looked at without ever failing', () => {
    const head = fc.constantFrom(Buffer.from('ffd8', 'hex'), PNG.subarray(0, 16), Buffer.alloc(0));
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 60 }), (start, rest) => {
        for (const type of ['image/png', 'image/jpeg', 'image/svg+xml'] as const)
          images.keep(type, Buffer.concat([start, rest]));
      }),
    );
  });
});

describe('an SVG', () => {
  test('that only draws is kept', () => {
    expect(svg(SVG.toString())).toBe(SVG.toString());
  });

  test('loses a plain DOCTYPE, its declaration, comments and processing instructions', () => {
    const doctype =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    const sheet = '<?xml-stylesheet href="http://evil.example/x.css"?>';
    const kept = svg(
      `<?xml version="1.0" encoding="utf-8"?>${sheet}<!-- c -->${doctype}<svg><!-- c --><g/></svg>`,
    );
    expect(kept).toMatch(/^<svg [^>]*><g\/><\/svg>$/);
  });

  test.each([
    ['script', '<script>x()</script>'],
    ['script in CDATA', '<script><![CDATA[x()]]></script>'],
    ['script of another namespace', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">x()</h:script>'],
    ['upper case', '<SCRIPT>x()</SCRIPT>'],
    ['foreign content', '<foreignObject><iframe src="http://evil.example"/></foreignObject>'],
    ['a link', '<a href="javascript:x()"><path/></a>'],
    [
      'animation',
      '<animate attributeName="href" values="javascript:x()"/><set attributeName="onload" to="x()"/>',
    ],
    ['an image from elsewhere by feImage', '<feImage href="http://evil.example/x.png"/>'],
    [
      'HTML',
      '<iframe src="http://evil.example"/><img src="x" onerror="x()"/><style>@import "http://evil.example";</style>',
    ],
    ['metadata', '<metadata><rdf:RDF xmlns:rdf="x"/></metadata>'],
  ])('loses %s', (_case, content) => {
    expect(inside(content)).toBe('');
  });

  test.each([
    ['handlers', '<rect onload="x()" onclick="x()" OnClick="x()"/>', '<rect/>'],
    [
      'references to elsewhere',
      '<use href="http://evil.example/x#y"/><use xlink:href="//evil.example#y"/>',
      '<use/><use/>',
    ],
    [
      'hidden schemes',
      '<use href="java&#115;cript:x()"/><use href=" #a"/><image href="file:///etc/passwd"/>',
      '<use/><use/><image/>',
    ],
    ['SVG in an image', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', '<image/>'],
    ['an image that is none', '<image href="data:image/png;base64,AAAA"/>', '<image/>'],
    [
      'remote paint',
      '<rect fill="url(http://evil.example/#a)" filter="url( &quot;//x#a&quot; )"/>',
      '<rect/>',
    ],
    ['escapes in values', '<rect fill="u\\72l(http://evil.example)"/>', '<rect/>'],
    [
      'remote style',
      '<rect style="fill:red;background:url(//x);cursor:url(//x),auto;mask:url(//x)"/>',
      '<rect style="fill:red;"/>',
    ],
    [
      'active style',
      '<rect style="width:expression(x());fill:image-set(&quot;//x&quot; 1x);stroke:red"/>',
      '<rect style="stroke:red;"/>',
    ],
    [
      'other namespaces',
      '<rect xmlns="http://www.w3.org/1999/xhtml" xmlns:x="y" x:y="z" xml:base="http://x"/>',
      '<rect/>',
    ],
  ])('loses %s and keeps the element', (_case, content, kept) => {
    expect(inside(content)).toBe(kept);
  });

  test.each([
    [
      'references within',
      '<use href="#a"/><rect fill="url(#sky)" mask="url(\'#m\')"/>',
      '<use xlink:href="#a"/><rect fill="url(#sky)" mask="url(\'#m\')"/>',
    ],
    [
      'text as text',
      '<text>a &lt;b&gt; &amp;amp; &#233;<![CDATA[<script>x()</script>]]></text>',
      '<text>a &lt;b&gt; &amp;amp; é&lt;script&gt;x()&lt;/script&gt;</text>',
    ],
    [
      'quotes as quotes',
      `<rect font-family='"A" &#34; onload=&quot;x()'/>`,
      '<rect font-family="&quot;A&quot; &quot; onload=&quot;x()"/>',
    ],
    [
      'an image that it brings along',
      `<image href="data:image/png;base64,${PNG.toString('base64')}"/>`,
      `<image xlink:href="data:image/png;base64,${PNG.toString('base64')}"/>`,
    ],
    [
      'what drawing programs wrap',
      '<switch><foreignObject/><g><path d="M0,0&#10;L1 1"/></g></switch>',
      '<switch><g><path d="M0,0 L1 1"/></g></switch>',
    ],
  ])('keeps %s', (_case, content, kept) => {
    expect(inside(content)).toBe(kept);
  });

  test('takes its style sheets into its elements, where their order of precedence is kept', () => {
    const sheet =
      '/* c */ .a,.b{fill:red} #i{fill:blue;} @import url(//x); rect{fill:green;stroke:url(#g)} g > rect{fill:x} @media print{.a{fill:y}}';
    expect(
      inside(`<style>${sheet}</style><rect class="a" id="i"/><rect class=" b a" style="fill:gold"/><g/>`),
    ).toBe(
      '<rect id="i" style="fill:green;stroke:url(#g);fill:red;fill:blue;"/>' +
        '<rect style="fill:green;stroke:url(#g);fill:red;fill:red;fill:gold;"/><g/>',
    );
  });

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['HTML', '<html><body/></html>'],
    ['two roots', '<svg/><svg/>'],
    ['no end', '<svg><g></svg>'],
    ['an entity of its own', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'],
    ['an external entity', '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'],
    ['an unknown entity', '<svg>&nbsp;</svg>'],
    ['an entity named as a method', '<svg>&toString;</svg>'],
    ['a character that XML cannot hold', '<svg>&#0;</svg>'],
    ['another encoding', '<?xml version="1.0" encoding="iso-8859-1"?><svg/>'],
    ['nesting without end', `<svg>${'<g>'.repeat(1_000)}${'</g>'.repeat(1_000)}</svg>`],
    ['a circle', '<svg><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>'],
    ['a pattern of itself', '<svg><pattern id="p"><rect fill="url(#p)"/></pattern></svg>'],
    [
      'a circle through its style sheet',
      '<svg><style>.x{fill:url(#p)}</style><pattern id="p"><rect class="x"/></pattern></svg>',
    ],
    [
      'styles that fill memory',
      `<svg><style>.a{fill:${'r'.repeat(10_000)}}</style>${'<g class="a"/>'.repeat(200)}</svg>`,
    ],
  ])('is refused: %s', (_case, text) => {
    expect(svg(text)).toBeUndefined();
  });

  test('is refused: what multiplies itself when it is drawn', () => {
    const level = (n: number) => `<g id="l${n}">${`<use href="#l${n - 1}"/>`.repeat(10)}</g>`;
    const bomb = (levels: number) =>
      `<svg><rect id="l0"/>${Array.from({ length: levels }, (_, n) => level(n + 1)).join('')}</svg>`;
    expect(svg(bomb(3))).toBeDefined();
    expect(svg(bomb(12))).toBeUndefined();
  });

  test('is refused: bytes that are no UTF-8', () => {
    expect(images.keep('image/svg+xml', Buffer.from('<svg>\xff</svg>', 'latin1'))).toBeUndefined();
    expect(images.keep('image/svg+xml', Buffer.from('\ufeff<svg/>', 'utf16le'))).toBeUndefined();
  });

  test('comes out as it went in when it was sanitized before, whatever it was made of', () => {
    const name = fc.constantFrom(
      'g',
      'rect',
      'use',
      'image',
      'text',
      'style',
      'script',
      'a',
      'foreignObject',
      'h:p',
    );
    const attribute = fc.constantFrom(
      'id',
      'class',
      'style',
      'fill',
      'href',
      'xlink:href',
      'onload',
      'xmlns',
      'd',
    );
    const value = fc
      .array(
        fc.constantFrom(
          ...[
            'a',
            '#a',
            '.a',
            '{',
            '}',
            ';',
            ':',
            'fill:red;',
            'url(#a)',
            'url(//x)',
            'javascript:',
            'onload=x',
          ],
          ...[
            '&lt;script&gt;',
            '&#60;',
            '&quot;',
            '&amp;lt;',
            "'",
            ' ',
            '\n',
            '/*',
            '*/',
            ']]&gt;',
            '&#x75;rl(',
          ],
        ),
        { maxLength: 5 },
      )
      .map((parts) => parts.join(''));
    const { content } = fc.letrec<{ element: string; content: string }>((tie) => ({
      element: fc
        .tuple(
          name,
          fc.uniqueArray(fc.tuple(attribute, value), { maxLength: 3, selector: ([one]) => one }),
          tie('content'),
        )
        .map(([of, attributes, inner]) => {
          return `<${of}${attributes.map(([one, is]) => ` ${one}="${is}"`).join('')}>${inner}</${of}>`;
        }),
      content: fc
        .array(
          fc.oneof(
            { depthSize: 'small', withCrossShrink: true },
            value,
            value.map((text) => `<![CDATA[${text}]]>`),
            tie('element'),
          ),
          { maxLength: 4 },
        )
        .map((parts) => parts.join('')),
    }));
    let kept = 0;
    fc.assert(
      fc.property(content, (text) => {
        const once = svg(`<svg>${text}</svg>`);
        if (once === undefined) return;
        kept++;
        expect(svg(once)).toBe(once);
        const tags = once.replace(/"[^"]*"/g, '""');
        expect(tags).not.toMatch(/<(script|style|a|foreignObject|h:p)\b|<[^>]* (on\w+|class)=/);
        expect(once).not.toMatch(/="[^"]*url\((?!#a\))|href="[^#]/);
      }),
      { numRuns: 2_000 },
    );
    expect(kept).toBeGreaterThan(1_000);
  });
});
