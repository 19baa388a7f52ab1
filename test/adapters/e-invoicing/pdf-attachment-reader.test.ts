import { deflateSync } from 'node:zlib';
import { embeddedInvoice } from '../../../src/adapters/e-invoicing/pdf-attachment-reader';
import { PdfDocumentRendering } from '../../../src/adapters/rendering/pdf-document-rendering';
import { aDocument } from '../../support/documents';
import { fixture } from '../../support/e-invoices';

const MIB = 1024 * 1024;
const CII = fixture('invoice-cii.xml');
const XML = Buffer.from('<a>é</a>');

const read = (pdf: Buffer | string, max_bytes = MIB) => embeddedInvoice(Buffer.from(pdf), max_bytes);

interface Embedded {
  readonly name?: string;
  readonly bytes?: Buffer;
  /** Members of the stream's dictionary. */
  readonly members?: string;
  /** Of the file specification, in place of `/F (name)`. */
  readonly specification?: string;
}

/** Objects of a PDF, as latin1; the table of them is left out, as nobody reads it here. */
function aPdf(...objects: readonly (string | Buffer)[]): Buffer {
  const parts = objects.flatMap((object) => [Buffer.from(object as string, 'latin1'), Buffer.from('\n')]);
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...parts,
    Buffer.from('trailer << /Root 1 0 R >>\n%%EOF\n'),
  ]);
}
const object = (number: number, content: string) => `${number} 0 obj\n${content}\nendobj`;
const stream = (number: number, dictionary: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n<< ${dictionary} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream\nendobj', 'latin1'),
  ]);

function withFile({ name = 'factur-x.xml', bytes = XML, members, specification }: Embedded = {}): Buffer {
  return aPdf(
    object(1, '<< /Type /Catalog /Names << /EmbeddedFiles << /Names [(x) 2 0 R] >> >> >>'),
    object(2, `<< /Type /Filespec ${specification ?? `/F (${name})`} /EF << /F 3 0 R >> >>`),
    stream(3, members ?? `/Length ${bytes.length}`, bytes),
  );
}

describe('The e-invoice in a PDF', () => {
  test.each(['factur-x.pdf', 'factur-x-packed.pdf'])('is found in what qpdf wrote: %s', (name) => {
    expect(read(fixture(name))).toEqual(CII);
  });

  test('is found in a PDF of our own', async () => {
    const pdf = await new PdfDocumentRendering().facturX({
      document: aDocument(),
      logo: null,
      company_currency: 'EUR',
    });
    expect(Buffer.from(read(Buffer.from(pdf))).toString()).toContain('CrossIndustryInvoice');
  });

  const packed = deflateSync(XML);
  test.each<[string, Embedded]>([
    ['not packed', {}],
    ['packed', { bytes: packed, members: `/Filter /FlateDecode /Length ${packed.length}` }],
    [
      'packed, in a list of filters',
      { bytes: packed, members: `/Filter [ /FlateDecode ] /Length ${packed.length}` },
    ],
    [
      'packed twice',
      {
        bytes: deflateSync(packed),
        members: `/Filter[/FlateDecode/FlateDecode]/Length ${deflateSync(packed).length}`,
      },
    ],
    ['of a length that is wrong', { bytes: packed, members: '/Filter /FlateDecode /Length 3' }],
    ['of a length that is not there', { bytes: packed, members: '/Filter /FlateDecode' }],
    ['under a name in capitals', { name: 'ZUGFeRD-invoice.xml' }],
    ['under the name of an XRechnung', { name: 'xrechnung.xml' }],
    [
      'under a name in UTF-16',
      {
        specification: `/UF <FEFF${[...'factur-x.xml'].map((c) => c.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`,
      },
    ],
    ['under a name with escapes', { specification: '/F (factur\\055x\\.xml) % a comment (\n' }],
    [
      'among other members',
      { specification: '/Desc (a \\) (b) c) /A [1 -2.5 .5 true null /N#20x <41>] /F (factur-x.xml)' },
    ],
  ])('is read %s', (_what, embedded) => {
    expect(Buffer.from(read(withFile(embedded))).toString()).toBe('<a>é</a>');
  });

  test('is the latest of several revisions', () => {
    const revised = Buffer.concat([
      withFile(),
      Buffer.from('\n'),
      stream(3, '/Length 4', Buffer.from('<b/>')),
      Buffer.from('\n%%EOF\n'),
    ]);
    expect(Buffer.from(read(revised)).toString()).toBe('<b/>');
  });

  test('may have its length in an object of its own', () => {
    const pdf = aPdf(
      object(2, '<< /F (factur-x.xml) /EF 5 0 R >>'),
      stream(3, '/Length 4 0 R', XML),
      object(4, String(XML.length)),
      object(5, '<< /UF 3 0 R >>'),
    );
    expect(Buffer.from(read(pdf)).toString()).toBe('<a>é</a>');
  });

  test.each<[string, Buffer | string, RegExp]>([
    ['nothing', '', /does not begin/],
    ['something else', 'PK\x03\x04', /does not begin/],
    ['a PDF with another file', withFile({ name: 'terms.xml' }), /holds none of/],
    ['a PDF without files', aPdf(object(1, '<< /Type /Catalog >>')), /holds none of/],
    ['an encrypted PDF', fixture('factur-x-encrypted.pdf'), /encrypted/],
    [
      'a file that is not there',
      aPdf(object(2, '<< /F (factur-x.xml) /EF << /F 9 0 R >> >>')),
      /lacks the file/,
    ],
    [
      'a file that is no stream',
      aPdf(object(2, '<< /F (factur-x.xml) /EF << /F 3 0 R >> >>'), object(3, '<< >>')),
      /no stream/,
    ],
    [
      'a file that is cut off',
      withFile({ bytes: packed.subarray(0, 5), members: '/Filter /FlateDecode' }),
      /cannot be unpacked/,
    ],
    ['an unknown filter', withFile({ members: '/Filter /LZWDecode' }), /unknown way/],
    [
      'a pile of filters',
      withFile({ members: `/Filter [${'/FlateDecode '.repeat(9)}]` }),
      /too many wrappings/,
    ],
    ['a string that does not end', aPdf('2 0 obj << /EF << >> /F (factur-x.xml'), /holds none of/],
  ])('is missed in %s', (_what, pdf, reason) => {
    expect(() => read(pdf)).toThrow(reason);
  });
});

describe('A hostile PDF', () => {
  const bomb = deflateSync(Buffer.alloc(200 * MIB));
  const mention = '<< /F (x) /EF << /F 3 0 R >> >>';
  const cyclic = object(2, '<< /F (factur-x.xml) /EF 2 0 R >>');

  test.each<[string, () => Buffer, RegExp]>([
    [
      'a file that unpacks to 200 MiB',
      () => withFile({ bytes: bomb, members: '/Filter /FlateDecode' }),
      /too large/,
    ],
    [
      'a file that is packed twice',
      () => withFile({ bytes: deflateSync(bomb), members: '/Filter [/FlateDecode /FlateDecode]' }),
      /too large/,
    ],
    ['a file that is too large', () => withFile({ bytes: Buffer.alloc(2 * MIB) }), /too large/],
    [
      'objects that unpack to 200 MiB',
      () => aPdf(stream(2, `/Type /ObjStm /N 1 /First 1 /Filter /FlateDecode /Length ${bomb.length}`, bomb)),
      /too large/,
    ],
    [
      'a thousand streams of objects',
      () =>
        aPdf(
          ...Array.from({ length: 1_000 }, (_, n) =>
            stream(n + 1, '/Type /ObjStm /N 1 /First 1', Buffer.alloc(100)),
          ),
        ),
      /unknown length/,
    ],
    ['values nested without end', () => aPdf(`2 0 obj << /EF ${'['.repeat(1_000_000)}`), /holds none/],
    ['a dictionary that never ends', () => aPdf(`2 0 obj << /EF ${'/A 1 '.repeat(2_000_000)}`), /holds none/],
    ['a string that never ends', () => aPdf(`2 0 obj << /EF 1 /F (${'('.repeat(10_000_000)}`), /holds none/],
    ['comments that never end', () => aPdf(`2 0 obj ${'%\n'.repeat(5_000_000)} << /EF 1`), /holds none/],
    [
      'a million objects',
      () =>
        aPdf('1 0 obj\n'.repeat(1) + Array.from({ length: 1_000_000 }, (_, n) => `${n} 0 obj`).join('\n')),
      /too many objects/,
    ],
    [
      'a million mentions of files',
      () => aPdf(...Array.from({ length: 100_000 }, (_, n) => object(n + 1, mention))),
      /too many files/,
    ],
    ['mentions of files in one object', () => aPdf(`1 0 obj ${'/EF '.repeat(2_000_000)}`), /holds none/],
    ['an object that refers to itself', () => aPdf(cyclic), /lacks the file|no stream/],
    ['spaces in place of a number', () => aPdf(`1${' '.repeat(10_000_000)}0 obj`), /holds none/],
  ])('is refused in no time: %s', (_what, make, reason) => {
    const pdf = make();
    const since = performance.now();
    expect(() => read(pdf)).toThrow(reason);
    expect(performance.now() - since).toBeLessThan(2_000);
  });
});
