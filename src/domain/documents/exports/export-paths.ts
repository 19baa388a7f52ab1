import type { DocumentRow } from '../document';
import { plainName } from '../../values/file-name';
import { isSale } from './sales-journal';

/** Two files of a document differ in it: the PDF of the service, and a PDF that was received. */
export const ORIGINAL = '-original';
const MAX_NUMBER = 100;

/**
 * The paths of documents in an archive, without extensions: folder, date and number, in characters that every file
 * system accepts. Numbers that become equal by that, and those of different suppliers, get a suffix.
 */
export class ExportPaths {
  /** The paths in use on `issue_date`; paths of different dates differ. */
  private readonly taken = new Set<string>();
  private issue_date = '';

  /** @param document - its issue date must not be before that of the last one */
  of(document: Pick<DocumentRow, 'type' | 'number' | 'issue_date'>): string {
    if (document.issue_date !== this.issue_date) this.taken.clear();
    this.issue_date = document.issue_date;
    const number = plainName(document.number.slice(0, MAX_NUMBER));
    const path = `${isSale(document) ? 'sales' : 'purchases'}/${document.issue_date}_${number}`;
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? path : `${path}_${count}`;
      // Some file systems do not distinguish capital letters.
      const names = [candidate, candidate + ORIGINAL].map((name) => name.toLowerCase());
      if (names.some((name) => this.taken.has(name))) continue;
      for (const name of names) this.taken.add(name);
      return candidate;
    }
  }
}
