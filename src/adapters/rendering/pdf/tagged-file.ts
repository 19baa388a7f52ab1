import type { Reference } from './packed-file';
import { Element, type Tag, writeStructure } from './structure';
import { UprightFile } from './upright-file';

/** Properties of PDFKit's page that its types lack. */
interface Page {
  readonly dictionary: { readonly id: number; readonly data: Record<string, unknown> };
  readonly ext_gstates: Record<string, unknown>;
  write(bytes: Uint8Array): void;
}

type Mark = Element | 'artifact' | null;

/**
 * A PDF in which all content belongs to an element of the logical structure or is an artifact: frames, rules, repeated
 * heads and footers (PDF/UA-1, ISO 14289-1, 7.1).
 *
 * It must be created without a first page (`autoFirstPage: false`), because PDFKit would add the page before this class
 * is initialised.
 */
export class TaggedFile extends UprightFile {
  private readonly root = new Element('Document', null, '');
  private current: Element | null = this.root;
  private readonly all_pages: Page[] = [];
  private readonly contents: number[] = [];
  private mark: Mark = null;
  private pending = '';
  private page_index = 0;
  private graphics_state: Reference | undefined;

  /** A new child of the current element, to be drawn with `inside`; null within an artifact. */
  element(tag: Tag, attributes = ''): Element | null {
    return this.current && new Element(tag, this.current, attributes);
  }

  /** Runs `draw` with another current element; null marks an artifact. */
  inside<T>(element: Element | null, draw: () => T): T {
    const outer = this.current;
    this.current = element;
    try {
      return draw();
    } finally {
      this.current = outer;
    }
  }

  /** Adds operators that show content. */
  show(operators: string): void {
    this.switchTo(this.current ?? 'artifact');
    this.pending += operators;
  }

  /** Adds operators that draw decoration, as an artifact. */
  decorate(operators: string): void {
    this.switchTo('artifact');
    this.pending += operators;
  }

  /** @param opacity - 0 to 1 @returns the resource name of a graphics state with this opacity */
  transparency(opacity: number): string {
    const name = `Opacity${Math.round(opacity * 100)}`;
    this.graphics_state ??= this.ref({ Type: 'ExtGState', ca: opacity }) as unknown as Reference;
    (this.page as unknown as Page).ext_gstates[name] ??= this.graphics_state;
    return `/${name}`;
  }

  /** Runs a drawing function of PDFKit within the current element. */
  picture(draw: () => void): void {
    this.switchTo(this.current ?? 'artifact');
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
    this.graphics_state?.end();
    super.end();
  }

  /** Overrides PDFKit, which would write a structure of its own. */
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
    this.switchTo(null);
    this.flush();
  }

  private flush(): void {
    if (this.pending === '') return;
    (this.page as unknown as Page).write(Buffer.from(this.pending, 'latin1'));
    this.pending = '';
  }

  /** Switches the marked content. Consecutive content of the same element is one sequence. */
  private switchTo(mark: Mark): void {
    if (mark === this.mark) return;
    if (this.mark !== null) this.pending += 'EMC\n';
    this.mark = mark;
    if (mark === 'artifact') this.pending += '/Artifact BMC\n';
    else if (mark !== null) {
      const mcid = this.contents[this.page_index]!++;
      mark.children.push({ page: this.page_index, mcid });
      this.pending += `/${mark.tag}<</MCID ${mcid}>>BDC\n`;
    }
  }
}
