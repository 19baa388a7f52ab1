import type { PeppolDocument, PeppolLine } from '../../../domain/e-invoicing/peppol-document';
import { writeAmounts, writeTaxCategory } from './ubl-amounts';
import type { XmlText } from '../xml/xml-text';

/** Discount (UNTDID 5189). */
const DISCOUNT = { code: '95', reason: 'Discount' } as const;

/** BG-25. */
export function writeLine(
  xml: XmlText,
  { source: { currency }, is_credit_note }: PeppolDocument,
  { line, discount }: PeppolLine,
  index: number,
): void {
  const currencyID = { currencyID: currency };
  xml.group(is_credit_note ? 'cac:CreditNoteLine' : 'cac:InvoiceLine', () => {
    xml.element('cbc:ID', String(index + 1)); // BT-126
    // BT-129, BT-130
    xml.element(is_credit_note ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.quantity, {
      unitCode: line.unit,
    });
    xml.element('cbc:LineExtensionAmount', line.net_amount, currencyID); // BT-131
    xml.group('cac:OrderLineReference', () => xml.element('cbc:LineID', line.order_line_reference)); // BT-132
    if (discount !== null) {
      // BG-27; negative on a line with a negative quantity, as are all its amounts
      xml.group('cac:AllowanceCharge', () => {
        xml.element('cbc:ChargeIndicator', 'false');
        xml.element('cbc:AllowanceChargeReasonCode', DISCOUNT.code); // BT-140
        xml.element('cbc:AllowanceChargeReason', DISCOUNT.reason); // BT-139
        writeAmounts(xml, discount, currency);
      });
    }
    xml.group('cac:Item', () => {
      xml.element('cbc:Description', line.description); // BT-154
      xml.element('cbc:Name', line.name); // BT-153
      xml.group('cac:SellersItemIdentification', () => xml.element('cbc:ID', line.item_reference)); // BT-155
      writeTaxCategory(xml, 'cac:ClassifiedTaxCategory', line.vat_category, line.vat_rate); // BT-151, BT-152
    });
    xml.group('cac:Price', () => xml.element('cbc:PriceAmount', line.unit_price, currencyID)); // BT-146
  });
}
