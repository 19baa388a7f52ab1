import type { Document } from '../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../domain/documents/document-type';
import type { VatBreakdownEntry } from '../../domain/documents/vat-breakdown';
import { VAT_CATEGORY_RULES } from '../../domain/documents/vat-category';
import { decimal, isZero } from '../../domain/money';
import { LABELS, type Labels } from './labels';

/** What the law wants said on the page, in the document's language, each a line of its own. */
export function legalMentions(document: Document): string[] {
  const labels = LABELS[document.language];
  const { self_billed, ubl_type_code } = DOCUMENT_TYPES[document.type];
  return [
    ...(self_billed ? [labels.self_billing] : []),
    ...(ubl_type_code === null ? [labels.no_tax_document] : []),
    ...document.vat_breakdown.flatMap((entry) => vatMention(entry, labels) ?? []),
    ...(mustRepayVat(document) ? [labels.vat_repayment] : []),
  ];
}

/**
 * Why an entry of the VAT breakdown charges none. A reason of the document's own follows; the one that the category
 * brings along by itself is in English, and the mention says it already.
 */
function vatMention(
  { category, exemption_reason, exemption_code }: VatBreakdownEntry,
  { vat_mentions }: Labels,
): string | undefined {
  const mention = vat_mentions[category];
  if (mention === undefined) return undefined;
  const { own_reason, own_code } = VAT_CATEGORY_RULES[category];
  if (exemption_reason !== null && exemption_reason !== own_reason) return `${mention}: ${exemption_reason}`;
  return exemption_code !== null && exemption_code !== own_code ? `${mention} (${exemption_code})` : mention;
}

/** A credit note of a Belgian seller that gives VAT back (Belgian royal decree no. 4, art. 4). */
function mustRepayVat({ type, seller, totals }: Document): boolean {
  return (
    DOCUMENT_TYPES[type].is_credit_note &&
    seller.vat?.startsWith('BE') === true &&
    !isZero(decimal(totals.tax))
  );
}
