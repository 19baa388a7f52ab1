import type { Document } from '../documents/document';
import { isTransported } from '../documents/document-type';
import { minorUnits } from '../values/currency';

/** Decimals that an amount may have in UBL (EN 16931 UBL-DT-01). */
export const UBL_DECIMALS = 2;

type Form = Pick<Document, 'type' | 'status' | 'currency' | 'company_currency' | 'totals'>;

/**
 * Why a document cannot be written as UBL; independent of the rules on sending.
 *
 * @returns the reason, or null when it can be written
 */
export function ublRefusal(document: Form): string | null {
  if (!isTransported(document.type)) return 'documents of this type have no UBL';
  if (document.status === 'received') return 'a received document has its original file instead of UBL';
  if (minorUnits(document.currency) > UBL_DECIMALS)
    return 'amounts of this currency have more than two decimals';
  const { totals, company_currency } = document;
  if (totals.tax_in_company_currency !== null && minorUnits(company_currency) > UBL_DECIMALS) {
    return "amounts of the company's currency have more than two decimals";
  }
  return null;
}

/** Whether the document can be written as UBL; `ublRefusal` says why not. */
export function canBeUbl(document: Form): boolean {
  return ublRefusal(document) === null;
}

/** The media types that an e-invoice may embed (PEPPOL-EN16931-CL001, BR-CL-24). */
const EMBEDDED_TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
]);

/** Whether an attachment of the media type is embedded in the e-invoice. */
export function canBeEmbedded(content_type: string): boolean {
  return EMBEDDED_TYPES.has(content_type);
}
