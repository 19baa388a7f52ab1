/** What the pages of a document can show. */
export interface PrintableTexts {
  /** @returns the characters of the text that none of the fonts has, each once; on a page a box stands for each */
  missing(text: string): readonly string[];
}
