import { PackedFile, type Reference } from './packed-file';
import { Element, type Tag, writeStructure } from './structure';

/** What PDFKit has and its types leave out. */
interface Page {
  readonly dictionary: { readonly id: number; readonly data: Record<string, unknown> };
  readonly ext_gstates: Record<string, unknown>;
  write(bytes: Uint8Array): void;
}

type Mark = Element | 'artifact' | null;

/**
 * To be made without a first page (`autoFirstPage: false`), which PDFKit would add before this class is ready.
 *
 * A PDF in which every piece of content belongs to an element of the document's structure, or is an artifact that
 * readers pass over: frames, rules, what each page repeats (PDF/UA-1, ISO 14289-1, 7.1).
 */
export class TaggedFile extends PackedFile {
  private readonly root = new Element('Document', null, '');
  private current: Element | null = this.root;
  private readonly all_pages: Page[] = [];
  private readonly contents: number[] = [];
  private mark: Mark = null;
  private ahead = '';
  private page_index = 0;
  private see_through: Reference | undefined;

  /** A part of the element that is being drawn, to be drawn with `inside`; an artifact has none. */
  element(tag: Tag, attributes = ''): Element | null {
    return this.current && new Element(tag, this.current, attributes);
  }

  /** What is drawn meanwhile belongs to the element; to none when it is null: an artifact. */
  inside<T>(element: Element | null, draw: () => T): T {
    const outer = this.current;
    this.current = element;
    try {
      return draw();
    } finally {
      this.current = outer;
    }
  }

  /** Operators that show something that is part of the document's content. */
  show(operators: string): void {
    this.turn(this.current ?? 'artifact');
    this.ahead += operators;
  }

  /** Operators that draw what only decorates. */
  decorate(operators: string): void {
    this.turn('artifact');
    this.ahead += operators;
  }

  /** @returns the name by which the page knows a share of opacity, 0 to 1 */
  transparency(opacity: number): string {
    const name = `Opacity${Math.round(opacity * 100)}`;
    this.see_through ??= this.ref({ Type: 'ExtGState', ca: opacity }) as unknown as Reference;
    (this.page as unknown as Page).ext_gstates[name] ??= this.see_through;
    return `/${name}`;
  }

  /** Lets the library draw. */
  picture(draw: () => void): void {
    this.turn(this.current ?? 'artifact');
    this.flush();
    draw();
  }

  override addPage(options?: PDFKit.PDFDocumentOptions): this {
    if (this.all_pages.length > 0) this.leavePage();
    super.addPage(options);
    this.enterPage();
    return this;
  }

  override switchToPage(index: number): PDFKit.PDFPage {
    this.leavePage();
    this.page_index = index;
    return super.switchToPage(index);
  }

  override end(): void {
    this.leavePage();
    this.see_through?.end();
    super.end();
  }

  /** Overrides PDFKit's own writing of a structure. */
  override endMarkings(): void {
    const pages = this.all_pages.map(({ dictionary }) => dictionary.id);
    const tree = this.ref({}) as unknown as Reference;
    writeStructure(this.root, tree.id, pages, {
      reserve: () => this.reserve(),
      pack: (id, body) => this.pack(id, body),
    });
    this.internals._refEnd(tree);
    const { data } = this.internals._root;
    data.StructTreeRoot = tree;
    data.MarkInfo = { Marked: true };
  }

  private enterPage(): void {
    const page = this.page as unknown as Page;
    page.dictionary.data.StructParents = this.all_pages.length;
    page.dictionary.data.Tabs = 'S';
    this.page_index = this.all_pages.length;
    this.all_pages.push(page);
    this.contents.push(0);
  }

  private leavePage(): void {
    this.turn(null);
    this.flush();
  }

  private flush(): void {
    if (this.ahead === '') return;
    (this.page as unknown as Page).write(Buffer.from(this.ahead, 'latin1'));
    this.ahead = '';
  }

  /** Content of one element after the other's: neighbours that belong together are one piece. */
  private turn(mark: Mark): void {
    if (mark === this.mark) return;
    if (this.mark !== null) this.ahead += 'EMC\n';
    this.mark = mark;
    if (mark === 'artifact') this.ahead += '/Artifact BMC\n';
    else if (mark !== null) {
      const mcid = this.contents[this.page_index]!++;
      mark.children.push({ page: this.page_index, mcid });
      this.ahead += `/${mark.tag}<</MCID ${mcid}>>BDC\n`;
    }
  }
}
