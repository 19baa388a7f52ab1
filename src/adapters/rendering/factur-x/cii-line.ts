import type { VatCategory } from '../../../domain/amounts/vat-category';
import type { PeppolAllowanceCharge, PeppolLine } from '../../../domain/e-invoicing/peppol-document';
import { element, group } from './xml-elements';

/** Discount (UNTDID 5189). */
const DISCOUNT = { code: '95', reason: 'Discount' } as const;

/** BG-25. */
export function invoiceLine({ line, discount }: PeppolLine, index: number): string {
  return group(
    'ram:IncludedSupplyChainTradeLineItem',
    group('ram:AssociatedDocumentLineDocument', element('ram:LineID', String(index + 1))), // BT-126
    group(
      'ram:SpecifiedTradeProduct',
      element('ram:SellerAssignedID', line.item_reference), // BT-155
      element('ram:Name', line.name), // BT-153
      element('ram:Description', line.description), // BT-154
    ),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group('ram:BuyerOrderReferencedDocument', element('ram:LineID', line.order_line_reference)), // BT-132
      group('ram:NetPriceProductTradePrice', element('ram:ChargeAmount', line.unit_price)), // BT-146
    ),
    group(
      'ram:SpecifiedLineTradeDelivery',
      element('ram:BilledQuantity', line.quantity, { unitCode: line.unit }), // BT-129, BT-130
    ),
    group(
      'ram:SpecifiedLineTradeSettlement',
      group('ram:ApplicableTradeTax', ...taxCategory(line.vat_category, line.vat_rate)), // BT-151, BT-152
      discount === null
        ? ''
        : group(
            'ram:SpecifiedTradeAllowanceCharge', // BG-27
            ...allowanceCharge('allowance', discount, DISCOUNT.reason, DISCOUNT.code),
          ),
      group(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        element('ram:LineTotalAmount', line.net_amount), // BT-131
      ),
    ),
  );
}

/** Omits the rate for category O, outside the scope of VAT, where not even 0 is allowed (BR-O-05). */
export function taxCategory(category: VatCategory, rate: string): string[] {
  return [
    element('ram:TypeCode', 'VAT'),
    element('ram:CategoryCode', category),
    element('ram:RateApplicablePercent', category === 'O' ? null : rate),
  ];
}

type Amounts = Pick<PeppolAllowanceCharge, 'amount' | 'percent' | 'base_amount'>;

/** The first elements of an allowance or charge, of a line (BG-27, BG-28) or of the document (BG-20, BG-21). */
export function allowanceCharge(
  kind: PeppolAllowanceCharge['kind'],
  { amount, percent, base_amount }: Amounts,
  reason: string,
  reason_code: string | null = null,
): string[] {
  return [
    group('ram:ChargeIndicator', element('udt:Indicator', String(kind === 'charge'))),
    element('ram:CalculationPercent', percent), // BT-94, BT-101, BT-138
    element('ram:BasisAmount', base_amount), // BT-93, BT-100, BT-137
    element('ram:ActualAmount', amount), // BT-92, BT-99, BT-136
    element('ram:ReasonCode', reason_code), // BT-98, BT-105, BT-140
    element('ram:Reason', reason), // BT-97, BT-104, BT-139
  ];
}
