import type { CreditNote } from '../../../src/domain/documents/derived/credit-note';
import type { CreditNoteRepository } from '../../../src/ports/documents/credit-note-repository';
import type { Session } from './tables';

export class MemoryCreditNoteRepository implements CreditNoteRepository {
  constructor(private readonly session: Session) {}

  async list(company_id: string, invoice_id: string): Promise<CreditNote[]> {
    return this.session.tables.documents
      .list(company_id)
      .filter(({ preceding_document }) => preceding_document?.id === invoice_id)
      .sort((a, b) => Number(a.created_at) - Number(b.created_at) || (a.id < b.id ? -1 : 1))
      .map(({ id, number, currency, company_currency, exchange_rate, ...document }) => {
        const { lines, allowance_charges, vat_breakdown, totals, credit_origin } = document;
        return {
          ...{ id, number, currency, company_currency, exchange_rate },
          ...{ lines, allowance_charges, vat_breakdown, totals, credit_origin },
        };
      });
  }
}
