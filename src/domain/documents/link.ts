import { assertDecimals } from '../amounts/lines';
import { DomainError } from '../errors';
import { amount, decimal } from '../values/money';
import type { Document } from './document';
import { settledDecimals } from './payments/payment-status';

/** The kinds of links that each target may have. */
export const LINK_KINDS = {
  document: ['reconciliation', 'timesheet_line', 'payment_intent'],
  relation: ['subscription', 'project', 'timesheet_line', 'accounting_match'],
} as const;

export const LINK_TARGETS = ['document', 'relation'] as const;
export type LinkTarget = (typeof LINK_TARGETS)[number];
export const ALL_LINK_KINDS = [...new Set([...LINK_KINDS.document, ...LINK_KINDS.relation])];
export type LinkKind = (typeof ALL_LINK_KINDS)[number];

/** The kinds of links that state a payment. */
const PAYING: readonly LinkKind[] = ['reconciliation', 'payment_intent'];

/** A link never changes. */
export const LINK_VERSION = 1;

/** A reference from another system to a document or relation, which prevents its deletion. */
export interface Link {
  readonly id: string;
  readonly target: LinkTarget;
  readonly target_id: string;
  readonly kind: LinkKind;
  /** Identifier in the other system. */
  readonly reference: string | null;
  /** Amount of the payment, in the document's currency. */
  readonly amount: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface LinkInput {
  readonly target: LinkTarget;
  readonly target_id: string;
  readonly kind: LinkKind;
  readonly reference?: string | null | undefined;
  readonly amount?: string | null | undefined;
}

/** @throws DomainError validation_error when the target has no links of the kind, or the kind has no amount */
export function newLink(input: LinkInput, id: string, now: Date): Link {
  const kinds: readonly LinkKind[] = LINK_KINDS[input.target];
  if (!kinds.includes(input.kind)) {
    throw new DomainError(
      'validation_error',
      `kind: must be one of ${kinds.join(', ')} for a ${input.target}`,
    );
  }
  if (input.amount != null && !PAYING.includes(input.kind)) {
    throw new DomainError(
      'validation_error',
      'amount: is allowed only for a reconciliation or a payment_intent',
    );
  }
  const { target, target_id, kind, reference = null, amount = null } = input;
  return { id, target, target_id, kind, reference, amount, created_at: now, updated_at: now };
}

/**
 * The link with its amount in the decimals of what settles the document.
 *
 * @throws DomainError validation_error when the amount has more decimals
 */
export function inCurrencyOf(document: Pick<Document, 'currency' | 'totals'>, link: Link): Link {
  if (link.amount === null) return link;
  const decimals = settledDecimals(document);
  assertDecimals(link.amount, decimals, 'amount');
  return { ...link, amount: amount(decimal(link.amount), decimals) };
}
