import type { Document } from '../../../src/domain/documents/document';
import type { CreditedSums, CreditNote } from '../../../src/domain/documents/derived/credited';
import type { CreditNoteRepository } from '../../../src/ports/documents/credit-note-repository';
import { creditedSums } from '../credited-sums';
import type { Session } from './tables';

export class MemoryCreditNoteRepository implements CreditNoteRepository {
  constructor(private readonly session: Session) {}

  async list(company_id: string, invoice_id: string): Promise<CreditNote[]> {
    return this.naming(company_id, invoice_id).map(({ id, number, totals, credit_origin }) => {
      return { id, number, totals, is_made: credit_origin !== null };
    });
  }

  async sumMade(company_id: string, invoice_id: string): Promise<CreditedSums> {
    const notes = this.naming(company_id, invoice_id);
    return creditedSums(
      notes.flatMap(({ credit_origin, ...note }) =>
        credit_origin === null ? [] : [{ ...note, credit_origin }],
      ),
    );
  }

  private naming(company_id: string, invoice_id: string): Document[] {
    return this.session.tables.documents
      .list(company_id)
      .filter(({ preceding_document }) => preceding_document?.id === invoice_id)
      .sort((a, b) => Number(a.created_at) - Number(b.created_at) || (a.id < b.id ? -1 : 1));
  }
}
