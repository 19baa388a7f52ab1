/** The characters that the fonts of the PDF have. */
export interface PrintableTexts {
  /** @returns the characters of the text that no font has, each once; the PDF shows a box for them */
  missing(text: string): readonly string[];
}
