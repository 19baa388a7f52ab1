import {
  newPayment,
  PAYMENT_VERSION,
  type PaymentInput,
  type RecordedPayment,
} from '../../domain/documents/payments/recorded-payment';
import { existing } from '../../domain/errors';
import { today } from '../../domain/values/calendar';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { assertDocument } from './document-existence';
import { settle } from './settling';

/** A payment as returned by the interface. */
export type PaymentView = RecordedPayment & { readonly updated_at: Date; readonly version: number };

/** Payments of documents. The document is locked while they change, so that they never exceed its open amount. */
export class Payments {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError not_found */
  list(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<PaymentView>> {
    return unit.read(async ({ documents, payments }) => {
      const { data, ...rest } = await payments.list(company_id, document_id, filters, page);
      // A document with payments exists; only an empty list needs the check.
      if (data.length === 0) await assertDocument(documents, company_id, document_id);
      return { ...rest, data: data.map(viewOf) };
    });
  }

  /** @throws DomainError not_found */
  async get(unit: UnitOfWork, company_id: string, document_id: string, id: string): Promise<PaymentView> {
    const payment = await unit.read(({ payments }) => payments.find(company_id, document_id, id));
    return viewOf(existing(payment, 'payment'));
  }

  /** @throws DomainError not_found, validation_error, invalid_paid_amount */
  create(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    input: PaymentInput,
  ): Promise<PaymentView> {
    const id = this.ids.next();
    return unit.transaction(async ({ companies, documents, payments }) => {
      const document = existing(await documents.lock(company_id, document_id), 'document');
      const now = this.clock.now();
      const date = input.date ?? today(now, (await companies.find(company_id))!.timezone);
      const payment = newPayment(input, document, { id, now, today: date });
      const sums = await payments.insert(company_id, document_id, payment);
      await settle(documents, company_id, document, sums, now);
      return viewOf(payment);
    });
  }

  /** @throws DomainError not_found, precondition_failed */
  delete(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    id: string,
    if_match: IfMatch,
  ): Promise<void> {
    return unit.transaction(async ({ documents, payments }) => {
      const document = existing(await documents.lock(company_id, document_id), 'document');
      existing(await payments.find(company_id, document_id, id), 'payment');
      assertVersion(if_match, PAYMENT_VERSION);
      const sums = await payments.delete(company_id, document_id, id);
      await settle(documents, company_id, document, sums, this.clock.now());
    });
  }
}

function viewOf(payment: RecordedPayment): PaymentView {
  return { ...payment, updated_at: payment.created_at, version: PAYMENT_VERSION };
}
