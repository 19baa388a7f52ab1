import { creditNoteDraft, type CreditInput } from '../../domain/documents/derived/credit-note';
import type { DocumentView } from '../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../domain/documents/document-type';
import { assertCreditable } from '../../domain/documents/lifecycle';
import { DomainError } from '../../domain/errors';
import type { FoundDocument } from '../../ports/documents/document-repository';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import { issueSetOff } from './credit-notes';
import { createdView, NotNumbered, type Numbering, sequenceOf } from './numbering';

/** Makes credit notes from invoices. */
export class Credits {
  constructor(private readonly numbering: Numbering) {}

  /**
   * The invoice is locked while the credit note is computed and stored, so that no other one credits the same.
   *
   * @throws DomainError not_found, validation_error, self_billing_disabled, invalid_journal, no_default_journal,
   *   invalid_amount, invalid_issue_date
   */
  async credit(unit: UnitOfWork, company_id: string, id: string, input: CreditInput): Promise<DocumentView> {
    const { numbering } = this;
    const draft_id = numbering.nextId();
    const seen = await unit.read(({ documents }) => documents.find(company_id, id));
    if (!seen) throw new DomainError('not_found', 'No such document.');
    assertCreditable(seen);
    const type = DOCUMENT_TYPES[seen.type].credited_by!;
    const found = await unit.read(({ documents }) =>
      documents.findReferences(company_id, {
        ...{ type, relation_id: seen.relation_id, journal_id: input.journal_id ?? undefined },
        ...{ delivery_location_id: undefined, branding_id: undefined, preceding_document_id: undefined },
      }),
    );
    const prepare = async ({ credit_notes }: Pick<Repositories, 'credit_notes'>, invoice: FoundDocument) => {
      const notes = await credit_notes.list(company_id, id);
      const time = { id: draft_id, now: numbering.time().now };
      const draft = creditNoteDraft(invoice, input, notes, found, time);
      const dated = { issue_date: input.issue_date, due_date: null };
      const dating = numbering.datingOf(dated, draft.issue_date, found);
      return { draft, dating, sequence: sequenceOf(found.journal!, draft), company: found.company };
    };
    const prepared = await unit.read((repositories) => prepare(repositories, seen));
    await numbering.assertWithinWindow(unit, company_id, prepared, input.issue_date);
    try {
      return await unit.transaction(async (repositories) => {
        const { documents } = repositories;
        await documents.lockSequence(company_id, prepared.sequence);
        const invoice = await documents.lock(company_id, id);
        if (!invoice) throw new DomainError('not_found', 'No such document.');
        const { sequence, draft } = await prepare(repositories, invoice);
        const now = numbering.time().now;
        const issued = await issueSetOff(repositories, company_id, { sequence, draft }, now);
        if (!issued) throw new NotNumbered();
        return createdView(issued, found.company);
      });
    } catch (error) {
      if (!(error instanceof NotNumbered)) throw error;
      return numbering.refuse(unit, company_id, prepared);
    }
  }
}
