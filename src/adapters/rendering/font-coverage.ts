import type { PrintableTexts } from '../../ports/documents/printable-texts';
import { loadedFaces } from './fonts/faces';

/** The characters that the fonts of documents contain. The fonts are loaded on first use. */
export class FontCoverage implements PrintableTexts {
  missing(text: string): readonly string[] {
    return loadedFaces().regular.missing(text);
  }
}
