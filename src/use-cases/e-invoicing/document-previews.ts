import type { DocumentInput } from '../../domain/documents/draft';
import { type DocumentPreview, previewOf, withSequence } from '../../domain/e-invoicing/preview';
import { withUnprintable } from '../../domain/e-invoicing/printable';
import { issueDateBracket } from '../../domain/numbering/issue-date';
import type { PrintableTexts } from '../../ports/documents/printable-texts';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { type Numbering, referencesOf } from '../documents/numbering';
import type { Sending } from './sending';

export class DocumentPreviews {
  constructor(
    private readonly numbering: Numbering,
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
    const computed = previewOf(input, found, receiver_faults, this.numbering.time());
    const preview = withUnprintable(computed, (text) => this.texts.missing(text));
    const { journal_id, issue_date } = preview.document;
    const { limits, period } = this.numbering.datingOf(input, issue_date!, found);
    if (journal_id === null) return withSequence(preview, limits, { min: null, max: null });
    const previous = await unit.read(({ documents }) =>
      documents.findLastIssueDate(company_id, { journal_id, period }),
    );
    return withSequence(preview, limits, issueDateBracket({ previous, next: null }, period));
  }
}
