import type {
  StatedAllowanceCharge,
  StatedDocumentAllowanceCharge,
} from '../../../domain/e-invoicing/parsed-e-invoice';
import { cii } from './cii-party-reader';
import { type Amounts, decimalAt, kindAt, required, vatCategoryAt } from './stated-values';
import type { XmlElement } from '../xml/xml-element';

/**
 * Document-level allowances and charges, including the logistics charges of ZUGFeRD's extended profile (BG-X-42), which
 * its totals count as charges.
 */
export function readEntries(
  settlement: XmlElement | undefined,
  amounts: Amounts,
): readonly StatedDocumentAllowanceCharge[] {
  const entries = cii
    .all(settlement, 'SpecifiedTradeAllowanceCharge')
    .map((entry, index) => readEntry(entry, index, amounts));
  const charges = cii
    .all(settlement, 'SpecifiedLogisticsServiceCharge')
    .map((entry, index) =>
      readLogisticsCharge(entry, `allowance_charges.${entries.length + index}`, amounts),
    );
  return [...entries, ...charges];
}

function readLogisticsCharge(
  entry: XmlElement,
  place: string,
  amounts: Amounts,
): StatedDocumentAllowanceCharge {
  const tax = cii.find(entry, 'AppliedTradeTax');
  const amount = amounts.at(cii.find(entry, 'AppliedAmount'), `${place}.amount`); // BT-X-272
  return {
    kind: 'charge',
    amount: required(amount, `${place}.amount`, 'BR-36'),
    percent: null,
    base_amount: null,
    reason: cii.text(entry, 'Description'), // BT-X-271
    vat_category: vatCategoryAt(cii.text(tax, 'CategoryCode'), `${place}.vat_category`, 'BR-37'), // BT-X-273
    vat_rate: decimalAt(cii.text(tax, 'RateApplicablePercent'), `${place}.vat_rate`), // BT-X-274
  };
}

function readEntry(entry: XmlElement, index: number, amounts: Amounts): StatedDocumentAllowanceCharge {
  const place = `allowance_charges.${index}`;
  const tax = cii.find(entry, 'CategoryTradeTax');
  return {
    ...readAllowanceCharge(entry, place, amounts),
    vat_category: vatCategoryAt(cii.text(tax, 'CategoryCode'), `${place}.vat_category`, 'BR-32'), // BT-95, BT-102
    vat_rate: decimalAt(cii.text(tax, 'RateApplicablePercent'), `${place}.vat_rate`), // BT-96, BT-103
  };
}

export function readAllowanceCharge(
  entry: XmlElement,
  place: string,
  amounts: Amounts,
): StatedAllowanceCharge {
  const amount = amounts.at(cii.find(entry, 'ActualAmount'), `${place}.amount`);
  return {
    kind: kindAt(cii.text(entry, 'ChargeIndicator', 'Indicator'), `${place}.kind`),
    amount: required(amount, `${place}.amount`, 'BR-31'),
    percent: decimalAt(cii.text(entry, 'CalculationPercent'), `${place}.percent`),
    base_amount: amounts.at(cii.find(entry, 'BasisAmount'), `${place}.base_amount`),
    reason: cii.text(entry, 'Reason') ?? cii.text(entry, 'ReasonCode'),
  };
}
