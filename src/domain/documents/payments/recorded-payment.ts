import { assertDecimals } from '../../amounts/lines';
import { DomainError } from '../../errors';
import { amount, decimal } from '../../values/money';
import type { Document } from '../document';
import { assertPayable } from '../lifecycle';
import { openAmount, settledDecimals } from './payment-status';

export const PAYMENT_METHODS = ['transfer', 'direct_debit', 'card', 'cash', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** A payment of a document. It is immutable. */
export interface RecordedPayment {
  readonly id: string;
  /** Above 0, in the document's currency. */
  readonly amount: string;
  readonly date: string;
  readonly method: PaymentMethod;
  /** Such as the transaction id of the bank. */
  readonly reference: string | null;
  readonly created_at: Date;
}

/** A payment is immutable and has one version only. */
export const PAYMENT_VERSION = 1;

/** A payment from a request, whose schema has checked that the amount is above 0. */
export interface PaymentInput {
  readonly amount: string;
  readonly date?: string | null | undefined;
  readonly method?: PaymentMethod | null | undefined;
  readonly reference?: string | null | undefined;
}

/**
 * A payment of a document, in every state of the document. Its date may be any, in closed books too.
 *
 * @param document - locked, so that no other payment comes in between
 * @param today - the date of a payment without one
 * @throws DomainError validation_error, invalid_paid_amount when it is above the open amount
 */
export function newPayment(
  input: PaymentInput,
  document: Pick<Document, 'type' | 'currency' | 'totals' | 'settlement'>,
  { id, now, today }: { readonly id: string; readonly now: Date; readonly today: string },
): RecordedPayment {
  const decimals = settledDecimals(document);
  const open_amount = openAmount(document);
  assertDecimals(input.amount, decimals, 'amount');
  assertPayable({ open_amount });
  if (decimal(input.amount).gt(decimal(open_amount!))) {
    throw new DomainError('invalid_paid_amount', 'The payment must not be above the open amount.');
  }
  return {
    id,
    amount: amount(decimal(input.amount), decimals),
    date: input.date ?? today,
    method: input.method ?? 'transfer',
    reference: input.reference ?? null,
    created_at: now,
  };
}
