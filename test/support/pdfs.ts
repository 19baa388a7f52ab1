import { deflateSync } from 'node:zlib';

const CATALOGUE =
  '<< /Type /Catalog /AF [2 0 R] /Names << /EmbeddedFiles << /Names [(factur-x.xml) 2 0 R] >> >> >>';

/** A PDF, written object by object, with cross-references as programs write them. */
export class PdfText {
  private parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  private size = this.parts[0]!.length;
  /** Since the last cross-reference. */
  private places = new Map<number, number>();
  /** Of the last cross-reference. */
  private reference_at = -1;
  private highest = 0;

  text(text: string): this {
    const bytes = Buffer.from(text, 'latin1');
    this.parts.push(bytes);
    this.size += bytes.length;
    return this;
  }

  object(number: number, value: string): this {
    this.place(number);
    return this.text(`${number} 0 obj\n${value}\nendobj\n`);
  }

  /** @param members - of its dictionary; its length is added where they state none */
  stream(number: number, bytes: Buffer | string, members = ''): this {
    this.place(number);
    const length = members.includes('/Length') ? '' : `/Length ${bytes.length}`;
    this.text(`${number} 0 obj\n<< ${members} ${length} >>\nstream\n`);
    this.text(Buffer.from(bytes as string, 'latin1').toString('latin1'));
    return this.text('\nendstream\nendobj\n');
  }

  packed(number: number, bytes: Buffer | string, members = ''): this {
    return this.stream(
      number,
      deflateSync(Buffer.from(bytes as string, 'latin1')),
      `/Filter /FlateDecode ${members}`,
    );
  }

  /** Catalogue 1, which lists the file 2, whose stream is 3. */
  invoice(xml: Buffer | string, { name = 'factur-x.xml', catalogue = CATALOGUE } = {}): this {
    return this.object(1, catalogue)
      .object(2, `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 3 0 R >> >>`)
      .packed(3, xml, '/Type /EmbeddedFile');
  }

  /** A stream of objects; a later cross-reference stream must name them. */
  objects(number: number, objects: Readonly<Record<number, string>>): this {
    let at = 0;
    const index = Object.entries(objects).map(([of, value]) => {
      const pair = `${of} ${at}`;
      at += value.length + 1;
      return pair;
    });
    const head = `${index.join(' ')} `;
    return this.packed(
      number,
      head + Object.values(objects).join(' '),
      `/Type /ObjStm /N ${index.length} /First ${head.length}`,
    );
  }

  /** @param free - numbers of objects that are deleted */
  table({ free = [] as readonly number[], trailer = '', root = 1 } = {}): this {
    const at = this.size;
    const entries = [
      ...[...this.places].map(
        ([number, place]) => [number, `${String(place).padStart(10, '0')} 00000 n`] as const,
      ),
      ...free.map((number) => [number, '0000000000 00001 f'] as const),
    ].sort(([a], [b]) => a - b);
    this.text('xref\n0 1\n0000000000 65535 f \n');
    for (const [number, entry] of entries) this.text(`${number} 1\n${entry} \n`);
    return this.text(
      `trailer\n<< /Size ${this.highest + 1} /Root ${root} 0 R ${this.previous()} ${trailer} >>\n`,
    ).ending(at);
  }

  /** @param packed - numbers of objects in streams: container and index */
  referenceStream(
    number: number,
    packed: Readonly<Record<number, readonly [number, number]>> = {},
    { members = '', is_end = true } = {},
  ): this {
    const at = this.size;
    this.place(number);
    const rows = [
      ...[...this.places].map(([of, place]) => [of, 1, place, 0] as const),
      ...Object.entries(packed).map(([of, [container, index]]) => [Number(of), 2, container, index] as const),
    ].sort(([a], [b]) => a - b);
    const width = 6;
    const content = Buffer.alloc(rows.length * (width + 1));
    // PNG's predictor "up", as programs write it.
    const before = Buffer.alloc(width);
    rows.forEach(([, type, second, third], row) => {
      const bytes = Buffer.alloc(width);
      bytes.writeUInt8(type, 0);
      bytes.writeUInt32BE(second, 1);
      bytes.writeUInt8(third, 5);
      content[row * (width + 1)] = 2;
      bytes.forEach((byte, column) => (content[row * (width + 1) + 1 + column] = byte - before[column]!));
      bytes.copy(before);
    });
    const index = rows.map(([of]) => `${of} 1`).join(' ');
    const parms = `/DecodeParms << /Predictor 12 /Columns ${width} >>`;
    this.packed(
      number,
      content.toString('latin1'),
      `/Type /XRef /Size ${this.highest + 1} /W [1 4 1] /Index [${index}] ${parms} /Root 1 0 R ${is_end ? this.previous() : ''} ${members}`,
    );
    return is_end ? this.ending(at) : this;
  }

  /** Places of objects that the next cross-reference does not name. */
  forget(...numbers: readonly number[]): this {
    for (const number of numbers) this.places.delete(number);
    return this;
  }

  get length(): number {
    return this.size;
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }

  private place(number: number): void {
    this.places.set(number, this.size);
    this.highest = Math.max(this.highest, number);
  }

  private previous(): string {
    return this.reference_at < 0 ? '' : `/Prev ${this.reference_at}`;
  }

  private ending(at: number): this {
    this.reference_at = at;
    this.places.clear();
    return this.text(`startxref\n${at}\n%%EOF\n`);
  }
}

/** With a cross-reference that is nowhere. */
export function withoutReference(pdf: Buffer): Buffer {
  return Buffer.from(
    pdf.toString('latin1').replace(/startxref\s+\d+\s+%%EOF\s*$/, 'startxref\n7\n%%EOF\n'),
    'latin1',
  );
}
