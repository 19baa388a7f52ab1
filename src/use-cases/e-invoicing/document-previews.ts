import type { DocumentInput } from '../../domain/documents/draft';
import { type DocumentPreview, previewOf, withHolder, withSequence } from '../../domain/e-invoicing/preview';
import { withUnprintable } from '../../domain/e-invoicing/printable';
import { type DateRange, issueDateBracket } from '../../domain/numbering/issue-date';
import type { PrintableTexts } from '../../ports/documents/printable-texts';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { type DocumentCreation, referencesOf } from '../documents/document-creation';
import type { Sending } from './sending';

export class DocumentPreviews {
  constructor(
    private readonly creation: DocumentCreation,
    private readonly sending: Sending,
    private readonly texts: PrintableTexts,
  ) {}

  /**
   * The document that a creation would store, with the faults that creation and sending would report. Takes no lock and
   * no number.
   */
  async preview(unit: UnitOfWork, company_id: string, input: DocumentInput): Promise<DocumentPreview> {
    const found = await unit.read(({ documents }) =>
      documents.findReferences(company_id, referencesOf(input)),
    );
    const receiver_faults = await this.sending.receiverFaults(input.type, found.relation);
    const computed = previewOf(input, found, receiver_faults, this.creation.time());
    const preview = withUnprintable(computed, (text) => this.texts.missing(text));
    const { journal_id, issue_date } = preview.document;
    const { limits, period } = this.creation.datingOf(input, issue_date!, found);
    const bracket = await this.bracketOf(unit, company_id, journal_id, period);
    const holder = await this.creation.own_data.findHolder(unit, company_id, input);
    return withHolder(withSequence(preview, limits, bracket), holder);
  }

  /** The dates that the numbering sequence accepts; any date when the journal is unknown. */
  private async bracketOf(
    unit: UnitOfWork,
    company_id: string,
    journal_id: string | null,
    period: string,
  ): Promise<DateRange> {
    if (journal_id === null) return { min: null, max: null };
    const previous = await unit.read(({ documents }) =>
      documents.findLastIssueDate(company_id, { journal_id, period }),
    );
    return issueDateBracket({ previous, next: null }, period);
  }
}
