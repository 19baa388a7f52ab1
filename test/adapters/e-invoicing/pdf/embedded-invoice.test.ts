import { deflateSync } from 'node:zlib';
import { embeddedInvoice } from '../../../../src/adapters/e-invoicing/pdf/embedded-invoice';
import { PdfDocumentRendering } from '../../../../src/adapters/rendering/pdf-document-rendering';
import { aDocument } from '../../../support/documents';
import { fixture } from '../../../support/e-invoices';
import { PdfText, withoutReference } from '../../../support/pdfs';
import { processorTime } from '../../../support/processor-time';

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

/** Objects of a PDF, as latin1, without a cross-reference. */
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

const CATALOGUE = object(1, '<< /Type /Catalog /AF [2 0 R] >>');

function withFile({ name = 'factur-x.xml', bytes = XML, members, specification }: Embedded = {}): Buffer {
  return aPdf(
    object(1, '<< /Type /Catalog /Names << /EmbeddedFiles << /Names [(x) 2 0 R] >> >> >>'),
    object(2, `<< /Type /Filespec ${specification ?? `/F (${name})`} /EF << /F 3 0 R >> >>`),
    stream(3, members ?? `/Length ${bytes.length}`, bytes),
  );
}

describe('The e-invoice in a PDF', () => {
  test.each(['factur-x.pdf', 'factur-x-packed.pdf'])('is found in a file that qpdf wrote: %s', (name) => {
    expect(read(fixture(name))).toEqual(CII);
  });

  test('is found in a PDF that the service rendered', async () => {
    const pdf = await new PdfDocumentRendering().facturX({
      document: aDocument(),
      logo: null,
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

  test('may have its length in a separate object', () => {
    const pdf = aPdf(
      object(1, '<< /Type /Catalog /AF 2 0 R >>'),
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
      aPdf(CATALOGUE, object(2, '<< /F (factur-x.xml) /EF << /F 9 0 R >> >>')),
      /lacks the file/,
    ],
    [
      'a file that is no stream',
      aPdf(CATALOGUE, object(2, '<< /F (factur-x.xml) /EF << /F 3 0 R >> >>'), object(3, '<< >>')),
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
    [
      'a string that does not end',
      aPdf(CATALOGUE, '2 0 obj << /EF << >> /F (factur-x.xml'),
      /string that does not end/,
    ],
    ['a PDF without a catalogue', aPdf(object(2, '<< >>')), /holds none of/],
  ])('is not found in %s', (_what, pdf, reason) => {
    expect(() => read(pdf)).toThrow(reason);
  });
});

describe('The structure of a PDF', () => {
  const text = (pdf: PdfText | Buffer) =>
    Buffer.from(read(pdf instanceof PdfText ? pdf.bytes() : pdf)).toString();
  const AF_ONLY = '<< /Type /Catalog /AF [2 0 R] >>';
  const NAMES_ONLY = '<< /Type /Catalog /Names << /EmbeddedFiles << /Names [(x) 2 0 R] >> >> >>';
  const NAMES_IN_A_TREE = '<< /Type /Catalog /Names << /EmbeddedFiles << /Kids [8 0 R 9 0 R] >> >> >>';
  const outer = () => new PdfText().invoice('<outer/>');
  const inner = new PdfText().invoice('<inner/>').table().bytes();
  const CARRIER = '<< /Type /Filespec /F (invoice.pdf) /EF << /F 5 0 R >> >>';

  test.each<[string, PdfText]>([
    ['a table', outer().table()],
    ['a stream of cross-references', outer().referenceStream(9)],
    [
      'a catalogue that lists the file as associated only',
      new PdfText().invoice('<outer/>', { catalogue: AF_ONLY }).table(),
    ],
    [
      'a catalogue that lists the file by its name only',
      new PdfText().invoice('<outer/>', { catalogue: NAMES_ONLY }).table(),
    ],
    [
      'a tree of names, with a branch that leads back',
      new PdfText()
        .invoice('<outer/>', { catalogue: NAMES_IN_A_TREE })
        .object(8, '<< /Kids [9 0 R 8 0 R] /Limits [(a) (b)] >>')
        .object(9, '<< /Names [(a) 7 0 R (x) 2 0 R] /Limits [(a) (x)] >>')
        .table(),
    ],
    [
      'objects in a stream of objects',
      new PdfText()
        .objects(8, { 1: AF_ONLY, 2: '<< /F (factur-x.xml) /EF << /F 3 0 R >> >>' })
        .packed(3, '<outer/>')
        .referenceStream(9, { 1: [8, 0], 2: [8, 1] }),
    ],
    [
      'an update that replaces the file',
      new PdfText().invoice('<old/>').table().packed(3, '<outer/>').table(),
    ],
    [
      'an update that replaces it, by a stream of cross-references',
      new PdfText().invoice('<old/>').referenceStream(9).packed(3, '<outer/>').referenceStream(10),
    ],
    [
      'an update that puts the file elsewhere, and deletes the old one',
      new PdfText()
        .invoice('<old/>')
        .table()
        .object(2, '<< /F (factur-x.xml) /EF << /F 7 0 R >> >>')
        .packed(7, '<outer/>')
        .table({ free: [3] }),
    ],
    [
      'objects of an earlier revision behind those of a later one',
      new PdfText().invoice('<outer/>').table().packed(3, '<never/>').forget(3).table(),
    ],
    [
      'a table that counts from 1',
      (() => {
        const pdf = outer().table();
        const [table] = /xref[^]*?trailer/.exec(pdf.bytes().toString('latin1'))!;
        const compact = `xref\n1 4\n0000000000 65535 f \n${[...table.matchAll(/\d{10} 00000 n/g)].join(' \n')} \ntrailer`;
        const at = pdf.bytes().toString('latin1').indexOf(table);
        return new PdfText().text(
          pdf
            .bytes()
            .toString('latin1')
            .replace(table, compact)
            .slice('%PDF-1.7\n'.length)
            .replace(/startxref\n\d+/, `startxref\n${at}`),
        );
      })(),
    ],
  ])('is read: %s', (_what, pdf) => {
    expect(text(pdf)).toBe('<outer/>');
  });

  test('is read: a hybrid file, whose table marks objects of its stream as free', () => {
    const pdf = new PdfText()
      .objects(8, { 1: AF_ONLY, 2: '<< /F (factur-x.xml) /EF << /F 3 0 R >> >>' })
      .packed(3, '<outer/>');
    const stream_at = pdf.length;
    pdf.referenceStream(9, { 1: [8, 0], 2: [8, 1] }, { is_end: false });
    expect(text(pdf.table({ free: [1, 2], trailer: `/XRefStm ${stream_at}` }))).toBe('<outer/>');
  });

  test('is read: bytes before the header, which shift all offsets', () => {
    expect(text(Buffer.concat([Buffer.from('junk\n'), outer().table().bytes()]))).toBe('<outer/>');
  });

  test('is read: a file linearized by qpdf', () => {
    expect(read(fixture('factur-x-linearized.pdf'))).toEqual(CII);
  });

  test.each<[string, (pdf: PdfText) => PdfText]>([
    ['in clear', (pdf) => pdf.stream(5, inner)],
    [
      'with a length in an object of its own',
      (pdf) => pdf.stream(5, inner, '/Length 6 0 R').object(6, String(inner.length)),
    ],
    ['packed', (pdf) => pdf.packed(5, inner)],
  ])('is not taken from a PDF inside it: %s', (_how, carry) => {
    const catalogue = '<< /Type /Catalog /AF [4 0 R 2 0 R] >>';
    const pdf = carry(new PdfText().invoice('<outer/>', { catalogue }).object(4, CARRIER)).table().bytes();
    expect(text(pdf)).toBe('<outer/>');
    expect(text(withoutReference(pdf))).toBe('<outer/>');
    const carrier = carry(new PdfText().object(1, '<< /Type /Catalog /AF [4 0 R] >>').object(4, CARRIER));
    const plain = carrier.table().bytes();
    expect(() => read(plain)).toThrow(/holds none of/);
    expect(() => read(withoutReference(plain))).toThrow(/holds none of/);
    const cut = plain.subarray(0, plain.lastIndexOf('xref\n0 1'));
    expect(() => read(cut)).toThrow(/holds none of/); // its end is that of the PDF inside
  });

  test.each<[string, Buffer]>([
    ['a wrong start of the cross-reference', withoutReference(outer().table().bytes())],
    [
      'no start of the cross-reference',
      Buffer.from(
        outer()
          .table()
          .bytes()
          .toString('latin1')
          .replace(/startxref[^]*/, ''),
        'latin1',
      ),
    ],
    [
      'a table that is wrong',
      Buffer.from(
        outer()
          .table()
          .bytes()
          .toString('latin1')
          .replace(/\d{10} 00000 n/g, '0000000003 00000 n'),
        'latin1',
      ),
    ],
    ['an earlier revision that is not there', Buffer.from(outer().table({ trailer: '/Prev 99999' }).bytes())],
    [
      'an update, and no cross-reference',
      withoutReference(new PdfText().invoice('<old/>').table().packed(3, '<outer/>').table().bytes()),
    ],
    [
      'objects in a stream of objects, and no cross-reference',
      withoutReference(
        new PdfText()
          .objects(8, { 1: AF_ONLY, 2: '<< /F (factur-x.xml) /EF << /F 3 0 R >> >>' })
          .packed(3, '<outer/>')
          .referenceStream(9, { 1: [8, 0], 2: [8, 1] })
          .bytes(),
      ),
    ],
    [
      'a cross-reference that leads back to itself',
      (() => {
        const pdf = outer();
        return pdf.table({ trailer: `/Prev ${pdf.length}` }).bytes();
      })(),
    ],
  ])('is recovered from its objects where it is broken: %s', (_what, pdf) => {
    expect(text(pdf)).toBe('<outer/>');
  });

  test.each<[string, PdfText | Buffer, RegExp]>([
    [
      'two files of that name',
      new PdfText()
        .invoice('<outer/>', { catalogue: '<< /Type /Catalog /AF [2 0 R 4 0 R] >>' })
        .object(4, '<< /F (Factur-X.xml) /EF << /F 5 0 R >> >>')
        .packed(5, '<outer/>')
        .table(),
      /more than one factur-x.xml/,
    ],
    [
      'a file that was deleted',
      new PdfText()
        .invoice('<outer/>')
        .table()
        .table({ free: [3] }),
      /lacks the file/,
    ],
    [
      'a file that nothing lists',
      new PdfText().invoice('<outer/>', { catalogue: '<< /Type /Catalog >>' }).table(),
      /holds none of/,
    ],
    ['a PDF under a password', fixture('factur-x-encrypted.pdf'), /is encrypted/],
    [
      'a PDF that is encrypted without a password',
      fixture('factur-x-encrypted-without-password.pdf'),
      /is encrypted/,
    ],
    [
      'an encrypted PDF without a cross-reference',
      withoutReference(fixture('factur-x-encrypted.pdf')),
      /is encrypted/,
    ],
  ])('is refused: %s', (_what, pdf, reason) => {
    expect(() => text(pdf)).toThrow(reason);
  });
});

describe('A hostile PDF', () => {
  const bomb = deflateSync(Buffer.alloc(200 * MIB));
  const mention = '<< /F (x) /EF << /F 3 0 R >> >>';
  const lines = (count: number, line: (number: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index + 1)).join('');
  const latin1 = (content: string) => Buffer.from(`%PDF-1.7\n${content}`, 'latin1');

  test.each<[string, () => Buffer]>([
    ['a file that unpacks to 200 MiB', () => withFile({ bytes: bomb, members: '/Filter /FlateDecode' })],
    [
      'a file that is packed twice',
      () => withFile({ bytes: deflateSync(bomb), members: '/Filter [/FlateDecode /FlateDecode]' }),
    ],
    ['a file that is too large', () => withFile({ bytes: Buffer.alloc(2 * MIB) })],
    [
      'objects that unpack to 200 MiB',
      () => aPdf(stream(2, `/Type /ObjStm /N 1 /First 1 /Filter /FlateDecode /Length ${bomb.length}`, bomb)),
    ],
    [
      'a cross-reference that unpacks to 200 MiB',
      () => {
        const xref = stream(
          1,
          `/Type /XRef /Size 9 /W [1 4 2] /Filter /FlateDecode /Length ${bomb.length}`,
          bomb,
        );
        return Buffer.concat([latin1(''), xref, Buffer.from('\nstartxref\n9\n%%EOF')]);
      },
    ],
    [
      'many streams of objects, each of which unpacks to 1 MiB',
      () => {
        const part = deflateSync(Buffer.alloc(MIB));
        return aPdf(
          ...Array.from({ length: 500 }, (_, n) =>
            stream(n + 1, `/Type /ObjStm /N 1 /First 1 /Filter /FlateDecode /Length ${part.length}`, part),
          ),
        );
      },
    ],
    [
      'a thousand streams of objects of unknown length',
      () =>
        aPdf(
          ...Array.from({ length: 1_000 }, (_, n) =>
            stream(n + 1, '/Type /ObjStm /N 1 /First 1', Buffer.alloc(100)),
          ),
        ),
    ],
    ['streams that never end', () => latin1(lines(100_000, (n) => `${n} 0 obj<<>>stream\n`))],
    [
      'streams of objects that never end',
      () => latin1(lines(50_000, (n) => `${n} 0 obj<</Type/ObjStm/N 1/First 1>>stream\n`)),
    ],
    ['values nested without end', () => aPdf(`2 0 obj << /EF ${'['.repeat(1_000_000)}`)],
    ['objects nested in values without end', () => latin1(lines(200_000, (n) => `${n} 0 obj[[[[`))],
    ['a dictionary that never ends', () => aPdf(`2 0 obj << /EF ${'/A 1 '.repeat(2_000_000)}`)],
    ['dictionaries that never end', () => latin1(lines(300_000, (n) => `${n} 0 obj<</A `))],
    ['a string that never ends', () => aPdf(`2 0 obj << /EF 1 /F (${'('.repeat(10_000_000)}`)],
    ['strings that never end', () => latin1(lines(8_000, (n) => `${n} 0 obj(/ObjStm/EF`))],
    ['many more strings that never end', () => latin1(lines(500_000, (n) => `${n} 0 obj(`))],
    ['strings of hexadecimal digits', () => latin1(lines(8_000, (n) => `${n} 0 obj<${'a'.repeat(1_000)}`))],
    ['comments that never end', () => aPdf(`2 0 obj ${'%\n'.repeat(5_000_000)} << /EF 1`)],
    [
      'comments behind many objects',
      () => latin1(lines(1_600, (n) => `%${n} 0 obj[/ObjStm\n`) + '%\n'.repeat(50_000)),
    ],
    ['objects in one long comment', () => latin1(lines(500_000, (n) => `%${n} 0 obj[`))],
    ['blanks in place of values', () => latin1(lines(2_000, (n) => `${n} 0 obj[${' '.repeat(5_000)}`))],
    ['spaces in place of a number', () => aPdf(`1${' '.repeat(10_000_000)}0 obj`)],
    ['digits', () => latin1('1 '.repeat(5_000_000))],
    ['a million objects', () => latin1(lines(1_000_000, (n) => `${n} 0 obj\n`))],
    [
      'a million mentions of files',
      () => aPdf(...Array.from({ length: 100_000 }, (_, n) => object(n + 1, mention))),
    ],
    [
      'a list of a million files',
      () =>
        new PdfText()
          .object(1, `<< /Type /Catalog /AF [${'2 0 R '.repeat(1_000_000)}] >>`)
          .object(2, mention)
          .table()
          .bytes(),
    ],
    ['mentions of files in one object', () => aPdf(`1 0 obj ${'/EF '.repeat(2_000_000)}`)],
    ['an object that is its own file', () => aPdf(CATALOGUE, object(2, '<< /F (factur-x.xml) /EF 2 0 R >>'))],
    [
      'references in a circle',
      () =>
        new PdfText()
          .object(1, '<< /Type /Catalog /AF 2 0 R >>')
          .object(2, '3 0 R')
          .object(3, '2 0 R')
          .table()
          .bytes(),
    ],
    [
      'a chain of references',
      () => {
        const pdf = new PdfText().object(1, '<< /Type /Catalog /AF 2 0 R >>');
        for (let n = 2; n < 5_000; n++) pdf.object(n, `${n + 1} 0 R`);
        return pdf.table().bytes();
      },
    ],
    [
      'lengths that each stand in the next stream of objects',
      () => {
        const pdf = new PdfText().object(1, '<< /Type /Catalog /AF 10 0 R >>');
        const packed: Record<number, [number, number]> = {};
        for (let n = 0; n < 3_000; n++) {
          pdf.stream(10_000 + n, '10 0 null', `/Type /ObjStm /N 1 /First 5 /Length ${11 + n} 0 R`);
          packed[10 + n] = [10_000 + n, 0];
        }
        return pdf.referenceStream(9, packed).bytes();
      },
    ],
    [
      'thousands of revisions',
      () => {
        const pdf = new PdfText().invoice('<a/>').table();
        for (let n = 0; n < 3_000; n++) pdf.table();
        return pdf.bytes();
      },
    ],
    [
      'a table of a billion entries',
      () => latin1('xref\n0 999999999\n0000000000 65535 f \ntrailer<</Root 1 0 R>>startxref\n9\n%%EOF'),
    ],
    [
      'a cross-reference stream of a billion entries',
      () => {
        const xref = stream(1, '/Type /XRef /Size 999999999 /W [0 0 0] /Length 4', Buffer.alloc(4));
        return Buffer.concat([latin1(''), xref, Buffer.from('\nstartxref\n9\n%%EOF')]);
      },
    ],
    [
      'rows of a predictor that are wider than memory',
      () => {
        const xref = stream(
          1,
          `/Type /XRef /Size 9 /W [1 4 2] /DecodeParms <</Predictor 12 /Columns 999999999>> /Filter /FlateDecode /Length ${deflateSync('x').length}`,
          deflateSync('x'),
        );
        return Buffer.concat([latin1(''), xref, Buffer.from('\nstartxref\n9\n%%EOF')]);
      },
    ],
  ])('is refused with little time and memory: %s', (_what, make) => {
    const pdf = make();
    const memory = process.memoryUsage();
    const tookMs = processorTime();
    expect(() => read(pdf)).toThrow(/^cannot be read: the PDF /);
    expect(tookMs()).toBeLessThan(10_000); // a generous time limit
    const { external, arrayBuffers } = process.memoryUsage();
    expect(external + arrayBuffers - memory.external - memory.arrayBuffers).toBeLessThan(300 * MIB);
  });
});
