import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { RecordedPayment } from '../../../domain/documents/payments/recorded-payment';
import type { PaidSums, PaymentRepository } from '../../../ports/documents/payment-repository';
import type { Page, PageRequest } from '../../../ports/page';
import { pipelined } from '../connect';
import type { DB } from '../database';
import { keysetPage } from '../page';

const COLUMNS = ['id', 'amount', 'date', 'method', 'reference', 'created_at'] as const;

// Index: payment_created. Payments never change, so updated_at equals created_at.
const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'created_at', type: 'timestamptz' },
} as const;

export class PostgresPaymentRepository implements PaymentRepository {
  constructor(private readonly db: Kysely<DB>) {}

  find(company_id: string, document_id: string, id: string): Promise<RecordedPayment | undefined> {
    return this.select(company_id, document_id).where('id', '=', id).executeTakeFirst();
  }

  list(
    company_id: string,
    document_id: string,
    { updated_since }: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<RecordedPayment>> {
    let query = this.select(company_id, document_id);
    if (updated_since) query = query.where('created_at', '>=', updated_since);
    return keysetPage(this.db, query, page, SORTS, 'id');
  }

  insert(company_id: string, document_id: string, payment: RecordedPayment): Promise<PaidSums> {
    const insert = this.db.insertInto('payment').values({ ...payment, company_id, document_id });
    return this.sumsAfter(insert.compile(), company_id, document_id);
  }

  delete(company_id: string, document_id: string, id: string): Promise<PaidSums> {
    const remove = this.db
      .deleteFrom('payment')
      .where('company_id', '=', company_id)
      .where('document_id', '=', document_id)
      .where('id', '=', id);
    return this.sumsAfter(remove.compile(), company_id, document_id);
  }

  async findSums(company_id: string, document_id: string): Promise<PaidSums> {
    const { rows } = await this.db.executeQuery(sumsOf(company_id, document_id).compile(this.db));
    return rows[0]!;
  }

  private async sumsAfter(change: CompiledQuery, company_id: string, document_id: string): Promise<PaidSums> {
    const sums = sumsOf(company_id, document_id).compile(this.db);
    const [, { rows }] = await pipelined(this.db, [change, sums]);
    return rows[0]!;
  }

  private select(company_id: string, document_id: string) {
    return this.db
      .selectFrom('payment')
      .select(COLUMNS)
      .where('company_id', '=', company_id)
      .where('document_id', '=', document_id);
  }
}

const sumsOf = (company_id: string, document_id: string) => sql<PaidSums>`
  select (select sum(amount::numeric)::text from payment
          where company_id = ${company_id} and document_id = ${document_id}) as payments,
         (select sum(amount::numeric)::text from link
          where company_id = ${company_id} and document_id = ${document_id}) as links`;
