import type { Document } from '../../../src/domain/documents/document';
import type { CreditNote, MadeCredit } from '../../../src/domain/documents/derived/made-credit';
import type { CreditNoteRepository } from '../../../src/ports/documents/credit-note-repository';
import type { Session } from './tables';

export class MemoryCreditNoteRepository implements CreditNoteRepository {
  constructor(private readonly session: Session) {}

  async list(company_id: string, invoice_id: string): Promise<CreditNote[]> {
    return this.naming(company_id, invoice_id).map(({ id, number, totals, credit_origin, lines }) => {
      const quantities = credit_origin === null ? [] : lines.map(({ quantity }) => quantity);
      return { id, number, totals, credit_origin, quantities };
    });
  }

  async listMade(company_id: string, invoice_id: string): Promise<MadeCredit[]> {
    return this.naming(company_id, invoice_id).flatMap((document) => {
      const { currency, company_currency, exchange_rate, credit_origin } = document;
      const { lines, allowance_charges, vat_breakdown, totals } = document;
      const amounts = { lines, allowance_charges, vat_breakdown, totals };
      return credit_origin === null
        ? []
        : [{ currency, company_currency, exchange_rate, ...amounts, credit_origin }];
    });
  }

  private naming(company_id: string, invoice_id: string): Document[] {
    return this.session.tables.documents
      .list(company_id)
      .filter(({ preceding_document }) => preceding_document?.id === invoice_id)
      .sort((a, b) => Number(a.created_at) - Number(b.created_at) || (a.id < b.id ? -1 : 1));
  }
}
