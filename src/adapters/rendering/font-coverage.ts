import type { PrintableTexts } from '../../ports/documents/printable-texts';
import { loadedFaces } from './fonts/faces';

/** What the fonts have that documents are drawn with; they are read when a text first asks for them. */
export class FontCoverage implements PrintableTexts {
  missing(text: string): readonly string[] {
    return loadedFaces().regular.missing(text);
  }
}
