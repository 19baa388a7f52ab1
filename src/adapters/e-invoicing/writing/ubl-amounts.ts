import type { PeppolAllowanceCharge, PeppolDocument } from '../../../domain/e-invoicing/peppol-document';
import type { VatCategory } from '../../../domain/amounts/vat-category';
import { writeTaxScheme } from './ubl-party';
import type { XmlText } from '../xml/xml-text';

/** BG-20, BG-21: one entry for each VAT category and rate that an allowance or charge applies to. */
export function writeAllowanceCharges(xml: XmlText, { allowance_charges, source }: PeppolDocument): void {
  for (const entry of allowance_charges) {
    xml.group('cac:AllowanceCharge', () => {
      xml.element('cbc:ChargeIndicator', String(entry.kind === 'charge'));
      xml.element('cbc:AllowanceChargeReason', entry.reason); // BT-97, BT-104
      writeAmounts(xml, entry, source.currency);
      writeTaxCategory(xml, 'cac:TaxCategory', entry.vat_category, entry.vat_rate); // BT-95, BT-96, BT-102, BT-103
    });
  }
}

type Amounts = Pick<PeppolAllowanceCharge, 'amount' | 'percent' | 'base_amount'>;

/** The amounts of an allowance or charge, of the document or of a line. */
export function writeAmounts(
  xml: XmlText,
  { amount, percent, base_amount }: Amounts,
  currency: string,
): void {
  xml.element('cbc:MultiplierFactorNumeric', percent); // BT-94, BT-101, BT-138
  xml.element('cbc:Amount', amount, { currencyID: currency }); // BT-92, BT-99, BT-136
  xml.element('cbc:BaseAmount', base_amount, { currencyID: currency }); // BT-93, BT-100, BT-137
}

/** BG-23, and the VAT total in the seller's accounting currency. */
export function writeTaxTotals(xml: XmlText, { source, tax_currency }: PeppolDocument): void {
  const { totals, currency, vat_breakdown } = source;
  const currencyID = { currencyID: currency };
  xml.group('cac:TaxTotal', () => {
    xml.element('cbc:TaxAmount', totals.tax, currencyID); // BT-110
    for (const entry of vat_breakdown) {
      xml.group('cac:TaxSubtotal', () => {
        xml.element('cbc:TaxableAmount', entry.taxable_amount, currencyID); // BT-116
        xml.element('cbc:TaxAmount', entry.vat_amount, currencyID); // BT-117
        writeTaxCategory(xml, 'cac:TaxCategory', entry.category, entry.rate, entry); // BT-118, BT-119
      });
    }
  });
  if (tax_currency === null) return;
  xml.group(
    'cac:TaxTotal',
    () => xml.element('cbc:TaxAmount', totals.tax_in_company_currency, { currencyID: tax_currency }), // BT-111
  );
}

/** @param reason - exemption reason; only the VAT breakdown states it */
export function writeTaxCategory(
  xml: XmlText,
  name: string,
  category: VatCategory,
  rate: string,
  reason: { readonly exemption_code: string | null; readonly exemption_reason: string | null } | null = null,
): void {
  xml.group(name, () => {
    xml.element('cbc:ID', category);
    // Category O, outside the scope of VAT, must not state a rate, not even 0 (BR-O-05).
    if (category !== 'O') xml.element('cbc:Percent', rate);
    if (reason !== null) {
      xml.element('cbc:TaxExemptionReasonCode', reason.exemption_code); // BT-121
      xml.element('cbc:TaxExemptionReason', reason.exemption_reason); // BT-120
    }
    writeTaxScheme(xml);
  });
}

/** BG-22. */
export function writeTotals(xml: XmlText, { source, allowance_charges }: PeppolDocument): void {
  const { totals, currency } = source;
  const currencyID = { currencyID: currency };
  const has = (kind: PeppolAllowanceCharge['kind']) => allowance_charges.some((entry) => entry.kind === kind);
  const nonzero = (amount: string) => (/[1-9]/.test(amount) ? amount : null);
  xml.group('cac:LegalMonetaryTotal', () => {
    xml.element('cbc:LineExtensionAmount', totals.lines, currencyID); // BT-106
    xml.element('cbc:TaxExclusiveAmount', totals.tax_exclusive, currencyID); // BT-109
    xml.element('cbc:TaxInclusiveAmount', totals.tax_inclusive, currencyID); // BT-112
    // Present exactly when there are allowances or charges (BR-CO-11, BR-CO-12).
    xml.element('cbc:AllowanceTotalAmount', has('allowance') ? totals.allowances : null, currencyID); // BT-107
    xml.element('cbc:ChargeTotalAmount', has('charge') ? totals.charges : null, currencyID); // BT-108
    xml.element('cbc:PrepaidAmount', nonzero(totals.paid), currencyID); // BT-113
    xml.element('cbc:PayableRoundingAmount', nonzero(totals.rounding), currencyID); // BT-114
    xml.element('cbc:PayableAmount', totals.payable, currencyID); // BT-115
  });
}
