import type { Document } from '../../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import type { VatBreakdownEntry } from '../../../domain/amounts/vat-breakdown';
import { VAT_CATEGORY_RULES } from '../../../domain/amounts/vat-category';
import { decimal, isZero } from '../../../domain/values/money';
import { vatCountry } from '../../../domain/values/vat-number';
import { issuedByBuyer } from '../blocks/issuer';
import { legalBases, marginScheme } from './legal-bases';
import { LEGAL_WORDS, type LegalWords } from './legal-words';

/** What the law wants said on the page, in the document's language, each a line of its own. */
export function legalMentions(document: Document): string[] {
  const words = LEGAL_WORDS[document.language];
  const is_received = document.status === 'received';
  const mentions = [
    ...(issuedByBuyer(document) ? [words.self_billing] : []),
    ...(DOCUMENT_TYPES[document.type].ubl_type_code === null ? [words.no_tax_document] : []),
    ...document.vat_breakdown.flatMap((entry) =>
      is_received ? statedMention(entry, words) : ownMentions(entry, document, words),
    ),
    ...(!is_received && mustRepayVat(document) ? [words.vat_repayment] : []),
  ];
  return [...new Set(mentions)];
}

/**
 * Why an entry of the VAT breakdown charges none. A reason of the document's own stands for itself; what the law wants
 * said in its own words (directive art. 226 (11a), (13), (14)) is added where the reason does not say it.
 */
function ownMentions(entry: VatBreakdownEntry, document: Document, words: LegalWords): string[] {
  const { category, exemption_code } = entry;
  const scheme = category === 'E' ? marginScheme(exemption_code) : null;
  const mention = scheme === null ? words.categories[category] : words.margin_schemes[scheme];
  if (mention === undefined) return [];
  const reason = ownReason(entry);
  if (reason !== null) {
    const is_prescribed = category === 'AE' || scheme !== null;
    const is_said = reason.toLowerCase().includes(mention.toLowerCase());
    return is_prescribed && !is_said ? [reason, mention] : [reason];
  }
  const bases = legalBases(entry, document);
  const cited = bases.map(({ article, law }) => `${article} ${words.laws[law]}`).join('; ');
  const own_code = exemption_code === VAT_CATEGORY_RULES[category].own_code ? null : exemption_code;
  const citation = cited === '' ? own_code : cited;
  const sentence = citation === null ? mention : `${mention} (${citation})`;
  const is_contractor = bases.some(({ law }) => law === 'be_decree_1');
  return is_contractor ? [`${sentence}. ${words.be_contractor}`] : [sentence];
}

/** The reason that a category brings along by itself is in English, and the mention says it already. */
function ownReason({ category, exemption_reason }: VatBreakdownEntry): string | null {
  const { own_reason } = VAT_CATEGORY_RULES[category];
  const reasons = (exemption_reason ?? '').split('; ').filter((reason) => reason !== own_reason);
  const reason = reasons.join('; ');
  return reason === '' ? null : reason;
}

/** A received document gives the reason that its sender stated; without one the category speaks, and its code. */
function statedMention({ category, exemption_reason, exemption_code }: VatBreakdownEntry, words: LegalWords) {
  if (exemption_reason !== null) return [exemption_reason];
  const mention = words.categories[category];
  if (mention === undefined) return exemption_code === null ? [] : [exemption_code];
  return [exemption_code === null ? mention : `${mention} (${exemption_code})`];
}

/** A credit note of a Belgian seller that gives VAT back (Belgian royal decree no. 4, art. 4). */
function mustRepayVat({ type, seller, totals }: Document): boolean {
  return (
    DOCUMENT_TYPES[type].is_credit_note &&
    seller.vat !== null &&
    vatCountry(seller.vat) === 'BE' &&
    !isZero(decimal(totals.tax))
  );
}
