import type { RecordedPayment } from '../../../src/domain/documents/payments/recorded-payment';
import type { PaymentRepository } from '../../../src/ports/documents/payment-repository';
import type { PageRequest } from '../../../src/ports/page';
import { linksOf, sumOf } from './links';
import { pageOf } from './page';
import type { Session, Tables } from './tables';

/** A payment never changes, so it was updated when it was created. */
const CREATED = { kind: 'instant', valueOf: ({ created_at }: RecordedPayment) => created_at } as const;
const SORTS = { created_at: CREATED, updated_at: CREATED };

export class MemoryPaymentRepository implements PaymentRepository {
  constructor(private readonly session: Session) {}

  async find(company_id: string, document_id: string, id: string) {
    return this.session.tables.payments.get(company_id, document_id, id);
  }

  async list(
    company_id: string,
    document_id: string,
    { updated_since }: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ) {
    const found = paymentsOf(this.session.tables, company_id, document_id).filter(
      ({ created_at }) => !updated_since || created_at >= updated_since,
    );
    return pageOf(found, page, SORTS, ({ id }) => id);
  }

  async insert(company_id: string, document_id: string, payment: RecordedPayment) {
    this.session.tables.payments.set(payment, company_id, document_id, payment.id);
    return this.findSums(company_id, document_id);
  }

  async delete(company_id: string, document_id: string, id: string) {
    this.session.tables.payments.delete(company_id, document_id, id);
    return this.findSums(company_id, document_id);
  }

  async findSums(company_id: string, document_id: string) {
    const { tables } = this.session;
    const payments = sumOf(paymentsOf(tables, company_id, document_id));
    const links = sumOf(linksOf(tables, company_id, document_id));
    return { payments, links };
  }
}

/** Of a document. */
export function paymentsOf({ payments }: Tables, company_id: string, document_id: string): RecordedPayment[] {
  return payments.list(company_id, document_id);
}
