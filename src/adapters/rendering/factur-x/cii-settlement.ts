import type { PeppolDocument } from '../../../domain/e-invoicing/peppol-document';
import { allowanceCharge, taxCategory } from './cii-line';
import { dateTime, element, group } from './xml-elements';

/** Payment, VAT, allowances, charges and totals (BG-3, BG-14, BG-16, BG-20 to BG-23). */
export function settlement(document: PeppolDocument): string {
  const { source, payment, tax_currency } = document;
  const { preceding_document } = source;
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    element('ram:PaymentReference', source.payment_reference), // BT-83
    element('ram:TaxCurrencyCode', tax_currency), // BT-6
    element('ram:InvoiceCurrencyCode', source.currency), // BT-5
    payment === null ? '' : paymentMeans(payment),
    ...source.vat_breakdown.map(breakdownEntry),
    group(
      'ram:BillingSpecifiedPeriod',
      dateTime('ram:StartDateTime', source.period_start), // BT-73
      dateTime('ram:EndDateTime', source.period_end), // BT-74
    ),
    ...document.allowance_charges.map((entry) =>
      group(
        'ram:SpecifiedTradeAllowanceCharge',
        ...allowanceCharge(entry.kind, entry, entry.reason),
        group('ram:CategoryTradeTax', ...taxCategory(entry.vat_category, entry.vat_rate)), // BT-95, BT-102
      ),
    ),
    group('ram:SpecifiedTradePaymentTerms', dateTime('ram:DueDateDateTime', source.due_date)), // BT-9
    summation(document),
    preceding_document === null
      ? ''
      : group(
          'ram:InvoiceReferencedDocument',
          element('ram:IssuerAssignedID', preceding_document.number), // BT-25
          dateTime('ram:FormattedIssueDateTime', preceding_document.issue_date, 'qdt'), // BT-26
        ),
  );
}

function paymentMeans({ code, account }: NonNullable<PeppolDocument['payment']>): string {
  return group(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    element('ram:TypeCode', code), // BT-81
    group('ram:PayeePartyCreditorFinancialAccount', element('ram:IBANID', account?.iban ?? null)), // BT-84
    group('ram:PayeeSpecifiedCreditorFinancialInstitution', element('ram:BICID', account?.bic ?? null)), // BT-86
  );
}

function breakdownEntry(entry: PeppolDocument['source']['vat_breakdown'][number]): string {
  return group(
    'ram:ApplicableTradeTax',
    element('ram:CalculatedAmount', entry.vat_amount), // BT-117
    element('ram:TypeCode', 'VAT'),
    element('ram:ExemptionReason', entry.exemption_reason), // BT-120
    element('ram:BasisAmount', entry.taxable_amount), // BT-116
    element('ram:CategoryCode', entry.category), // BT-118
    element('ram:ExemptionReasonCode', entry.exemption_code), // BT-121
    element('ram:RateApplicablePercent', entry.category === 'O' ? null : entry.rate), // BT-119
  );
}

/** BG-22. The sums of allowances and charges are present exactly when there are any (BR-CO-11, BR-CO-12). */
function summation({ source, allowance_charges, tax_currency }: PeppolDocument): string {
  const { totals, currency } = source;
  const has = (kind: 'allowance' | 'charge') => allowance_charges.some((entry) => entry.kind === kind);
  const nonzero = (amount: string) => (/[1-9]/.test(amount) ? amount : null);
  return group(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    element('ram:LineTotalAmount', totals.lines), // BT-106
    element('ram:ChargeTotalAmount', has('charge') ? totals.charges : null), // BT-108
    element('ram:AllowanceTotalAmount', has('allowance') ? totals.allowances : null), // BT-107
    element('ram:TaxBasisTotalAmount', totals.tax_exclusive), // BT-109
    element('ram:TaxTotalAmount', totals.tax, { currencyID: currency }), // BT-110
    tax_currency === null
      ? ''
      : element('ram:TaxTotalAmount', totals.tax_in_company_currency, { currencyID: tax_currency }), // BT-111
    element('ram:RoundingAmount', nonzero(totals.rounding)), // BT-114
    element('ram:GrandTotalAmount', totals.tax_inclusive), // BT-112
    element('ram:TotalPrepaidAmount', nonzero(totals.paid)), // BT-113
    element('ram:DuePayableAmount', totals.payable), // BT-115
  );
}
