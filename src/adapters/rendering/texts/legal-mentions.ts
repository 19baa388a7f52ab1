import type { Document } from '../../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import type { VatBreakdownEntry } from '../../../domain/amounts/vat-breakdown';
import { VAT_CATEGORY_RULES } from '../../../domain/amounts/vat-category';
import { decimal, isZero } from '../../../domain/values/money';
import { vatCountry } from '../../../domain/values/vat-number';
import { issuedByBuyer } from '../blocks/issuer';
import { legalBases, marginScheme } from './legal-bases';
import { LEGAL_WORDS, type LegalWords } from './legal-words';

/** The mentions that the law requires, in the document's language, one per line. */
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
 * Why an entry of the VAT breakdown has no VAT. A reason stated by the document is used as it is. Wording that the law
 * prescribes (directive art. 226 (11a), (13), (14)) is added when the reason does not contain it.
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
  const cited = bases.map(({ article, law }) => `${words.article} ${article} ${words.laws[law]}`).join('; ');
  const own_code = exemption_code === VAT_CATEGORY_RULES[category].own_code ? null : exemption_code;
  const citation = cited === '' ? own_code : cited;
  const sentence = citation === null ? mention : `${mention} (${citation})`;
  const is_contractor = bases.some(({ law }) => law === 'be_decree_1');
  return is_contractor ? [`${sentence}. ${words.be_contractor}`] : [sentence];
}

/**
 * The reason stated by the document; null for the default reason of a category, which is in English and repeats the
 * mention.
 */
function ownReason({ category, exemption_reason }: VatBreakdownEntry): string | null {
  const { own_reason } = VAT_CATEGORY_RULES[category];
  const reasons = (exemption_reason ?? '').split('; ').filter((reason) => reason !== own_reason);
  const reason = reasons.join('; ');
  return reason === '' ? null : reason;
}

/** For a received document: the reason stated by the sender, otherwise the text of the category and its code. */
function statedMention({ category, exemption_reason, exemption_code }: VatBreakdownEntry, words: LegalWords) {
  if (exemption_reason !== null) return [exemption_reason];
  const mention = words.categories[category];
  if (mention === undefined) return exemption_code === null ? [] : [exemption_code];
  return [exemption_code === null ? mention : `${mention} (${exemption_code})`];
}

/** Whether a credit note of a Belgian seller refunds VAT (Belgian royal decree no. 4, art. 4). */
function mustRepayVat({ type, seller, totals }: Document): boolean {
  return (
    DOCUMENT_TYPES[type].is_credit_note &&
    seller.vat !== null &&
    vatCountry(seller.vat) === 'BE' &&
    !isZero(decimal(totals.tax))
  );
}
