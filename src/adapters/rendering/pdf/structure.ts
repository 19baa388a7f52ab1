/** The structure types (ISO 32000-1, 14.8.4) that documents use. */
export type Tag =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure';

/** A marked-content sequence of a page, by its id. */
interface Content {
  readonly page: number;
  readonly mcid: number;
}

/** An element of the logical structure, for assistive technology. */
export class Element {
  readonly children: (Element | Content)[] = [];

  constructor(
    readonly tag: Tag,
    readonly parent: Element | null,
    /** In PDF syntax: `/Alt(…)`. */
    readonly attributes: string,
  ) {
    parent?.children.push(this);
  }
}

export const COLUMN_HEAD = '/A<</O/Table/Scope/Column>>';
export const ROW_HEAD = '/A<</O/Table/Scope/Row>>';

export function spanning(columns: number): string {
  return `/A<</O/Table/ColSpan ${columns}>>`;
}

/**
 * Attributes of a figure: alternative text and bounding box.
 *
 * @param box - left, bottom, right, top in points from the bottom left
 */
export function pictured(alternative: string, box: readonly [number, number, number, number]): string {
  const edges = box.map((edge) => edge.toFixed(2)).join(' ');
  return `/Alt${hexText(alternative)}/A<</O/Layout/Placement/Block/BBox[${edges}]>>`;
}

/** A text string in UTF-16 (ISO 32000-1, 7.9.2.2), in hexadecimal. */
export function hexText(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/** The file that the structure tree is written to. */
export interface ObjectSink {
  reserve(): number;
  pack(id: number, body: string): void;
}

/**
 * Writes the structure tree, and the parent tree that maps marked content to its elements (ISO 32000-1, 14.7).
 *
 * @param tree_id - object number of the structure tree's root
 * @param pages - object numbers of the pages
 */
export function writeStructure(
  root: Element,
  tree_id: number,
  pages: readonly number[],
  sink: ObjectSink,
): void {
  const owners: number[][] = pages.map(() => []);
  const document_id = writeElement(root, tree_id, { pages, owners, sink });
  const rows = owners.map((ids, page) => `${page}[${ids.map((id) => `${id} 0 R`).join(' ')}]`);
  const parents_id = sink.reserve();
  sink.pack(parents_id, `<</Nums[${rows.join('')}]>>`);
  sink.pack(
    tree_id,
    `<</Type/StructTreeRoot/K ${document_id} 0 R/ParentTree ${parents_id} 0 R/ParentTreeNextKey ${pages.length}>>`,
  );
}

interface Writing {
  readonly pages: readonly number[];
  /** For each page, the elements of its marked content by id. */
  readonly owners: number[][];
  readonly sink: ObjectSink;
}

function writeElement(element: Element, parent_id: number, writing: Writing): number {
  const { pages, owners, sink } = writing;
  const id = sink.reserve();
  const [first] = element.children;
  const home = first && !(first instanceof Element) ? first.page : null;
  let children = '';
  for (const child of element.children) {
    if (child instanceof Element) {
      children += ` ${writeElement(child, id, writing)} 0 R`;
      continue;
    }
    const { page, mcid } = child;
    owners[page]![mcid] = id;
    children += page === home ? ` ${mcid}` : `<</Type/MCR/Pg ${pages[page]} 0 R/MCID ${mcid}>>`;
  }
  const place = home === null ? '' : `/Pg ${pages[home]} 0 R`;
  sink.pack(id, `<</S/${element.tag}/P ${parent_id} 0 R${place}/K[${children}]${element.attributes}>>`);
  return id;
}
