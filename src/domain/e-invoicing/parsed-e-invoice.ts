import type { StatedAddress } from '../values/address';
import type { ReceivedVatCategory } from '../amounts/vat-category';
import type { SchemedIdentifier } from './party-identifiers';

/**
 * The content of an e-invoice of another party, independent of its syntax (EN 16931). Values are as stated, neither
 * computed nor compared. Numbers are decimal strings, dates are valid `YYYY-MM-DD`, texts are not blank; a value that
 * is not stated is null.
 */
export interface ParsedEInvoice {
  /** BT-24. */
  readonly customization_id: string | null;
  /** BT-3, UNTDID 1001. */
  readonly type_code: string;
  readonly is_credit_note: boolean;
  readonly number: string; // BT-1
  readonly issue_date: string; // BT-2
  readonly due_date: string | null; // BT-9
  readonly delivery_date: string | null; // BT-72
  readonly period_start: string | null; // BT-73
  readonly period_end: string | null; // BT-74
  /** ISO 4217, one of `CURRENCIES`. */
  readonly currency: string; // BT-5
  /** Second currency in which the VAT total is stated. */
  readonly tax_currency: string | null; // BT-6
  readonly buyer_reference: string | null; // BT-10
  readonly order_reference: string | null; // BT-13
  readonly note: string | null; // BT-22
  readonly preceding_document: { readonly number: string; readonly issue_date: string | null } | null; // BG-3
  readonly seller: StatedParty; // BG-4
  readonly buyer: StatedParty; // BG-7
  readonly delivery: StatedDelivery | null; // BG-13
  readonly payment: { readonly account: string; readonly bic: string | null } | null; // BG-17
  readonly payment_reference: string | null; // BT-83
  readonly payee: string | null; // BT-59
  readonly payment_terms: string | null; // BT-20
  readonly allowance_charges: readonly StatedDocumentAllowanceCharge[]; // BG-20, BG-21
  readonly totals: StatedTotals; // BG-22
  readonly vat_breakdown: readonly StatedVatGroup[]; // BG-23
  /** At least one. */
  readonly lines: readonly StatedLine[]; // BG-25
}

export interface StatedParty {
  readonly name: string;
  /** `scheme:value` (BT-34, BT-49). */
  readonly electronic_address: string | null;
  /** BT-31, BT-48. */
  readonly vat: string | null;
  /** The legal registration first (BT-30, BT-47), then the others (BT-29, BT-46). */
  readonly identifiers: readonly (Omit<SchemedIdentifier, 'scheme'> & { readonly scheme: string | null })[];
  readonly address: StatedAddress | null;
  readonly email: string | null; // BT-43, BT-58
  readonly phone: string | null; // BT-42, BT-57
  readonly contact_name: string | null; // BT-41, BT-56
  readonly legal_information: string | null; // BT-33
}

export interface StatedDelivery {
  readonly name: string | null;
  readonly identifier: string | null;
  readonly identifier_scheme: string | null;
  readonly address: StatedAddress | null;
}

export interface StatedAllowanceCharge {
  readonly kind: 'allowance' | 'charge';
  readonly amount: string;
  readonly percent: string | null;
  readonly base_amount: string | null;
  /** Reason text, or the reason code without a text. */
  readonly reason: string | null;
}

/** `vat_rate` is null in category O (not subject to VAT). */
export interface StatedDocumentAllowanceCharge extends StatedAllowanceCharge {
  readonly vat_category: ReceivedVatCategory;
  readonly vat_rate: string | null;
}

export interface StatedTotals {
  readonly lines: string; // BT-106
  readonly allowances: string | null; // BT-107
  readonly charges: string | null; // BT-108
  readonly tax_exclusive: string; // BT-109
  readonly tax: string | null; // BT-110
  readonly tax_inclusive: string; // BT-112
  readonly rounding: string | null; // BT-114
  readonly paid: string | null; // BT-113
  readonly payable: string; // BT-115
  /** In `tax_currency`. */
  readonly tax_in_tax_currency: string | null; // BT-111
}

export interface StatedVatGroup {
  readonly category: ReceivedVatCategory; // BT-118
  readonly rate: string | null; // BT-119
  readonly taxable_amount: string; // BT-116
  readonly vat_amount: string; // BT-117
  readonly exemption_reason: string | null; // BT-120
  readonly exemption_code: string | null; // BT-121
}

export interface StatedLine {
  readonly name: string; // BT-153
  readonly description: string | null; // BT-154
  readonly quantity: string; // BT-129
  readonly unit: string | null; // BT-130
  readonly unit_price: string; // BT-146
  readonly base_quantity: string | null; // BT-149
  readonly vat_category: ReceivedVatCategory; // BT-151
  readonly vat_rate: string | null; // BT-152
  readonly item_reference: string | null; // BT-155
  readonly order_line_reference: string | null; // BT-132
  readonly allowance_charges: readonly StatedAllowanceCharge[]; // BG-27, BG-28
  readonly net_amount: string; // BT-131
}

/** Why a file is not an e-invoice that the service can receive. The message is safe to show: it repeats no value. */
export class EInvoiceFault extends Error {
  /**
   * @param place - path of the field in the interface's names (`lines.0.net_amount`); null: the whole file
   * @param reason - such as `is missing (BR-24)`
   */
  constructor(
    readonly place: string | null,
    readonly reason: string,
  ) {
    super(place === null ? reason : `${place}: ${reason}`);
    this.name = 'EInvoiceFault';
  }
}
