import type { Document } from '../../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import type { VatBreakdownEntry } from '../../../domain/amounts/vat-breakdown';
import { VAT_CATEGORY_RULES } from '../../../domain/amounts/vat-category';
import { decimal, isZero } from '../../../domain/values/money';
import { vatCountry } from '../../../domain/values/vat-number';
import { issuedByBuyer } from '../blocks/issuer';
import { type Exemption, legalBases, marginScheme } from './legal-bases';
import { LEGAL_WORDS, type LegalWords } from './legal-words';

/** The mentions that the law requires, in the document's language, one per line. */
export function legalMentions(document: Document): string[] {
  const words = LEGAL_WORDS[document.language];
  const is_received = document.status === 'received';
  const mentions = [
    ...(issuedByBuyer(document) ? [words.self_billing] : []),
    ...(DOCUMENT_TYPES[document.type].ubl_type_code === null ? [words.no_tax_document] : []),
    ...(is_received
      ? document.vat_breakdown.flatMap((entry) => statedMention(entry, words))
      : exemptionsOf(document).flatMap((exemption) => ownMentions(exemption, document, words))),
    ...(!is_received && mustRepayVat(document) ? [words.vat_repayment] : []),
  ];
  return [...new Set(mentions)];
}

/**
 * The exemptions of the lines, in the order of the VAT breakdown. An entry of the breakdown has one code at most, so it
 * does not say which margin scheme the lines of several codes have.
 */
function exemptionsOf({ vat_breakdown, lines }: Document): Exemption[] {
  const exempt = vat_breakdown.filter(({ category }) => VAT_CATEGORY_RULES[category].has_reason);
  return exempt.flatMap(({ category }) =>
    lines
      .filter(({ vat_category }) => vat_category === category)
      .map(({ vat_exemption_reason: reason, vat_exemption_code: code }) => ({ category, reason, code })),
  );
}

/**
 * Why a line has no VAT. A reason stated by the document is used as it is. Wording that the law prescribes (directive
 * art. 226 (11a), (13), (14)) is added when the reason does not contain it.
 */
function ownMentions(exemption: Exemption, document: Document, words: LegalWords): string[] {
  const { category, reason, code } = exemption;
  const { own_reason, own_code } = VAT_CATEGORY_RULES[category];
  const scheme = category === 'E' ? marginScheme(code) : null;
  const mention = scheme === null ? words.categories[category] : words.margin_schemes[scheme];
  if (mention === undefined) return [];
  // The default reason of a category is in English and repeats the mention.
  if (reason !== null && reason !== own_reason) {
    const is_prescribed = category === 'AE' || scheme !== null;
    const is_said = reason.toLowerCase().includes(mention.toLowerCase());
    return is_prescribed && !is_said ? [reason, mention] : [reason];
  }
  const bases = legalBases(exemption, document);
  const cited = bases.map(({ article, law }) => `${words.article} ${article} ${words.laws[law]}`).join('; ');
  const citation = cited === '' ? (code === own_code ? null : code) : cited;
  const sentence = citation === null ? mention : `${mention} (${citation})`;
  const is_contractor = bases.some(({ law }) => law === 'be_decree_1');
  return is_contractor ? [`${sentence}. ${words.be_contractor}`] : [sentence];
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
