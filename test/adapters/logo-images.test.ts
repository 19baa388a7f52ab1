import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { CheckedLogoImages } from '../../src/adapters/logo-images/checked-logo-images';
import { JPEG, jpegOf, PNG, pngOf, SVG } from '../support/images';
import { processorTime } from '../support/processor-time';

const images = new CheckedLogoImages();
const svg = (text: string): string | undefined => {
  const kept = images.keep('image/svg+xml', Buffer.from(text));
  return kept && Buffer.from(kept).toString();
};
/** The sanitized content of an SVG, which draws something in any case. */
const inside = (content: string): string | undefined =>
  svg(`<svg xmlns="http://www.w3.org/2000/svg">${content}<line/></svg>`)
    ?.replace(/^<svg [^>]*>/, '')
    .replace(/<line\/><\/svg>$/, '');

/** 100 MiB of zeros, packed. */
const ZEROS = deflateSync(Buffer.alloc(100 * 1024 * 1024));

/** With another length of the chunk at the given offset. */
function lengthened(png: Buffer, at: number, length: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(length, at);
  return bytes;
}

describe('a PNG or JPEG', () => {
  test.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/png', pngOf(4096, 4096)],
    ['image/png', pngOf(9, 9, { colour_type: 6, depth: 8, interlace: 1, rows: Buffer.alloc(339) })],
  ] as const)('that is sent as %s is kept as it is', (type, bytes) => {
    expect(images.keep(type, bytes)).toBe(bytes);
  });

  test.each([
    ['image/png', 'a JPEG', JPEG],
    ['image/png', 'a signature alone', PNG.subarray(0, 8)],
    ['image/png', 'more pixels than can be drawn', pngOf(4097, 4096)],
    ['image/png', 'no pixels', pngOf(0, 10)],
    ['image/png', 'nothing', Buffer.alloc(0)],
    ['image/png', 'no end', pngOf(8, 8).subarray(0, -12)],
    ['image/png', 'a chunk that ends outside of the file', lengthened(pngOf(8, 8), 33, 0x7fffffff)],
    [
      'image/png',
      'a chunk of a length that is negative to the decoder',
      lengthened(pngOf(8, 8), 33, 0xffffff00),
    ],
    ['image/png', 'pixels that unpack to 100 MiB', pngOf(8, 8, { data: ZEROS })],
    ['image/png', 'pixels that do not unpack', pngOf(8, 8, { data: Buffer.from('junk') })],
    ['image/png', 'an unknown filter', pngOf(8, 8, { rows: Buffer.alloc(16, 5) })],
    ['image/png', 'an unknown colour type', pngOf(8, 8, { colour_type: 5 })],
    ['image/png', 'more decoded bytes than memory is for', pngOf(4096, 4096, { colour_type: 6, depth: 16 })],
    ['image/png', 'an interlaced image of passes without pixels', pngOf(3, 3, { interlace: 1 })],
    ['image/jpeg', 'a PNG', PNG],
    ['image/jpeg', 'a start of image alone', Buffer.from('ffd8ff', 'hex')],
    ['image/jpeg', 'no frame', Buffer.from('ffd8ffd9', 'hex')],
    ['image/jpeg', 'four components', jpegOf({ components: 4 })],
    ['image/jpeg', 'more pixels than can be drawn', jpegOf({ width: 4097, height: 4096 })],
    ['image/jpeg', 'HTML behind a start of image', Buffer.from('\xff\xd8<html>'.padEnd(40), 'latin1')],
  ] as const)('that is sent as %s is refused: %s', (type, _case, bytes) => {
    expect(images.keep(type, bytes)).toBeUndefined();
  });

  test('of any bytes is checked without an exception', () => {
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
  test('with drawing elements only is kept', () => {
    expect(svg(SVG.toString())).toBe(SVG.toString());
  });

  test('loses a plain DOCTYPE, its declaration, comments and processing instructions', () => {
    const doctype =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    const sheet = '<?xml-stylesheet href="http://evil.example/x.css"?>';
    const kept = svg(
      `<?xml version="1.0" encoding="utf-8"?>${sheet}<!-- c -->${doctype}<svg><!-- c --><rect/></svg>`,
    );
    expect(kept).toMatch(/^<svg [^>]*><rect\/><\/svg>$/);
  });

  test.each([
    ['script', '<script>x()</script>'],
    ['script in CDATA', '<script><![CDATA[x()]]></script>'],
    ['script of another namespace', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">x()</h:script>'],
    ['upper case', '<SCRIPT>x()</SCRIPT>'],
    ['foreign content', '<foreignObject><iframe src="http://evil.example"/></foreignObject>'],
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
    [
      'links',
      '<style>a{fill:red}</style><a id="a" href="javascript:x()" target="_top" opacity=".5"><path/></a><a href="#a"/>',
      '<g id="a" opacity=".5" style="fill:red;"><path/></g><g style="fill:red;"/>',
    ],
    [
      'links in texts',
      '<text>a<a href="//x">b<tspan>c</tspan></a></text>',
      '<text>a<tspan>b<tspan>c</tspan></tspan></text>',
    ],
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
    ['an invalid image', '<image href="data:image/png;base64,AAAA"/>', '<image/>'],
    [
      'a JPEG of four components',
      `<image href="data:image/jpeg;base64,${jpegOf({ components: 4 }).toString('base64')}"/>`,
      '<image/>',
    ],
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
      '<switch><foreignObject requiredExtensions="x"/><g><path d="M0,0&#10;L1 1"/></g></switch>',
      '<g><g><path d="M0,0 L1 1"/></g></g>',
    ],
    [
      'of alternatives the one for all languages',
      '<switch><title>t</title><g systemLanguage="nl"><rect/></g><g id="a"/><g id="b"/><defs/></switch>',
      '<g><title>t</title><g id="a"/><defs/></g>',
    ],
    [
      'of alternatives for single languages the first',
      '<switch><path systemLanguage="nl"/><rect systemLanguage="fr"/></switch>',
      '<g><path/></g>',
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

  test.each([
    ['nothing at all', ''],
    ['groups', '<g><a href="//x"><switch/></a><title>t</title></g>'],
    [
      'definitions that nothing uses',
      '<defs><rect/></defs><symbol><rect/></symbol><clipPath><rect/></clipPath>',
    ],
    ['foreign content', '<foreignObject><p>text</p></foreignObject><switch><foreignObject/></switch>'],
    ['an image from elsewhere', '<image href="http://evil.example/x.png"/>'],
    ['references that lead nowhere', '<use/><use href="#none"/><use href="#g"/><linearGradient id="g"/>'],
    ['a reference to an empty symbol', '<symbol id="s"><g/></symbol><use href="#s"/>'],
    ['texts without characters', '<text> <tspan/><title>t</title></text>'],
  ])('is refused when it draws nothing: %s', (_case, content) => {
    expect(svg(`<svg>${content}</svg>`)).toBeUndefined();
  });

  test.each([
    ['a shape in a link', '<a href="//x"><rect/></a>'],
    ['a shape in an inner image', '<svg><circle/></svg>'],
    ['a text', '<text><tspan>a</tspan></text>'],
    ['a symbol that is used', '<symbol id="s"><path/></symbol><use href="#s"/>'],
    ['a definition that is used', '<defs><path id="p"/></defs><g><use href="#p"/></g>'],
    ['an embedded image', `<image href="data:image/png;base64,${PNG.toString('base64')}"/>`],
  ])('is kept when it draws something: %s', (_case, content) => {
    expect(svg(`<svg>${content}</svg>`)).toBeDefined();
  });

  test('is refused: elements that multiply when they are drawn', () => {
    const level = (n: number) => `<g id="l${n}">${`<use href="#l${n - 1}"/>`.repeat(10)}</g>`;
    const bomb = (levels: number) =>
      `<svg><rect id="l0"/>${Array.from({ length: levels }, (_, n) => level(n + 1)).join('')}</svg>`;
    expect(svg(bomb(3))).toBeDefined();
    expect(svg(bomb(12))).toBeUndefined();
  });

  const FILL = 'fill:red;'.repeat(22_222);
  const RECTS = '<rect width="1" height="1"/>'.repeat(300);
  const PATH = `M0 0${'L1 1'.repeat(10_000)}`;
  test.each([
    [
      'a style sheet that is copied into each element',
      `<style>*{${FILL}}g{${FILL}}</style>${'<g/>'.repeat(30_000)}`,
    ],
    ['a rule of very many selectors', `<style>${'a,'.repeat(100_000)}b{${FILL}}</style>`],
    ['very many classes', `<style>.a{${FILL}}</style>${'<g class="a b c d"/>'.repeat(20_000)}`],
    ['more elements than can be drawn', '<g/>'.repeat(150_000)],
    [
      'a long path that is used again and again',
      `<path id="p" d="${PATH}"/>${'<use href="#p"/>'.repeat(300)}`,
    ],
    [
      'a pattern that a group hands down',
      `<pattern id="p" width="1" height="1">${RECTS}</pattern><g fill="url(#p)">${RECTS}</g>`,
    ],
    [
      'patterns of patterns, each handed down',
      [1, 2, 3, 4]
        .map(
          (n) =>
            `<pattern id="p${n}"><g style="stroke:url(#p${n - 1})">${RECTS.slice(0, 28 * 20)}</g></pattern>`,
        )
        .join('') + '<g stroke="url(#p4)"><rect width="1" height="1"/></g>',
    ],
    [
      'a clip of many parts, many times',
      `<clipPath id="c">${RECTS}</clipPath>${'<rect clip-path="url(#c)" width="1" height="1"/>'.repeat(300)}`,
    ],
    ['very many pieces of text', `<text>${'<tspan>a</tspan>'.repeat(20_000)}</text>`],
    [
      'a long text along a long path',
      `<path id="p" d="${PATH}"/><text><textPath href="#p">${'a'.repeat(50_000)}</textPath></text>`,
    ],
    [
      'an image of pixels that unpack to 100 MiB',
      `<image href="data:image/png;base64,${pngOf(8, 8, { data: ZEROS }).toString('base64')}"/>`,
    ],
  ])('is refused or stripped with little time and memory: %s', (_case, content) => {
    const tookMs = processorTime();
    const kept = inside(content);
    expect(tookMs()).toBeLessThan(20_000);
    expect(kept ?? '').toMatch(/^(<image\/>)?$/);
  });

  test('loses elements that repeat without limit: markers, and gradients beyond their end', () => {
    expect(
      inside(
        '<marker id="m"/><path style="marker:url(#m);marker-mid:none" marker-end="url(#m)" d="M0 0"/>' +
          '<linearGradient spreadMethod="repeat"/>',
      ),
    ).toBe('<path d="M0 0"/><linearGradient/>');
  });

  test('keeps long paths, and loses other values of that length', () => {
    const kept = inside(
      `<path d="${PATH}" transform="${'scale(1)'.repeat(2_000)}" style="fill:${'a'.repeat(20_000)}"/>`,
    );
    expect(kept).toBe(`<path d="${PATH}"/>`);
  });

  test('is kept with the number of elements that drawing programs write', () => {
    expect(inside('<g/>'.repeat(30_000))).toHaveLength(120_000);
    expect(inside(`<path d="${PATH.repeat(10)}"/>`)).toBeDefined();
    const stops = '<stop offset="0"/>'.repeat(10);
    const gradients = `<linearGradient id="g">${stops}</linearGradient>`;
    expect(inside(`${gradients}<g fill="url(#g)">${RECTS.repeat(5)}</g>`)).toBeDefined();
  });

  test('is refused: bytes that are not UTF-8', () => {
    expect(images.keep('image/svg+xml', Buffer.from('<svg>\xff</svg>', 'latin1'))).toBeUndefined();
    expect(images.keep('image/svg+xml', Buffer.from('\ufeff<svg/>', 'utf16le'))).toBeUndefined();
  });

  test('is unchanged when it is sanitized a second time', () => {
    const name = fc.constantFrom(
      'g',
      'rect',
      'use',
      'image',
      'text',
      'style',
      'script',
      'a',
      'switch',
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
        const once = svg(`<svg>${text}<line/></svg>`);
        if (once === undefined) return;
        kept++;
        expect(svg(once)).toBe(once);
        const tags = once.replace(/"[^"]*"/g, '""');
        expect(tags).not.toMatch(/<(script|style|a|switch|foreignObject|h:p)\b|<[^>]* (on\w+|class)=/);
        expect(once).not.toMatch(/="[^"]*url\((?!#a\))|href="[^#]/);
      }),
      { numRuns: 2_000 },
    );
    expect(kept).toBeGreaterThan(1_000);
  });
});
