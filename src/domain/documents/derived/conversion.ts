import { DomainError } from '../../errors';
import { shortestDecimal } from '../../values/money';
import type { Document, RelatedDocument } from '../document';
import { DOCUMENT_TYPES } from '../document-type';
import type { DocumentInput } from '../draft';
import { assertConvertible } from '../lifecycle';

/** The types that documents are converted to. */
export const CONVERTED_TYPES = ['invoice', 'proforma'] as const;

/** The request of a conversion. */
export interface ConversionInput {
  readonly type: (typeof CONVERTED_TYPES)[number];
  readonly journal_id?: string | null | undefined;
  readonly issue_date?: string | null | undefined;
}

/**
 * The request that creates a document from a quote or proforma: with its lines, allowances and charges, its texts, and
 * the references that these depend on. Everything else is as in a creation; own ids are not copied.
 *
 * @throws DomainError validation_error
 */
export function conversionOf(
  source: Document,
  { type, journal_id, issue_date }: ConversionInput,
): DocumentInput {
  assertConvertible(source);
  const types: readonly string[] = DOCUMENT_TYPES[source.type].converts_to;
  if (!types.includes(type)) {
    throw new DomainError('validation_error', `type: must be ${types.join(' or ')} for a ${source.type}`);
  }
  const { relation_id, delivery_location_id, currency, language, lines } = source;
  const { buyer_reference, order_reference, note } = source;
  return {
    type,
    journal_id,
    issue_date,
    relation_id,
    delivery_location_id,
    currency,
    language,
    lines,
    buyer_reference,
    order_reference,
    note,
    allowance_charges: source.allowance_charges.map(({ kind, amount, percent, reason }) => ({
      kind,
      percent,
      reason,
      amount: amount === null ? null : shortestDecimal(amount),
    })),
  };
}

/** What a document keeps of another one. */
export function relatedTo({ id, number, type }: RelatedDocument): RelatedDocument {
  return { id, number, type };
}
