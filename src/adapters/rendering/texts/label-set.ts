import type { DocumentType } from '../../../domain/documents/document-type';

/** All texts of a document that do not come from its data. */
export interface Labels {
  /**
   * Titles by type. The German title of a credit note is not `Gutschrift`, which German law reserves for self-billing
   * (UStG § 14 (4) 10).
   */
  readonly titles: Readonly<Record<DocumentType, string>>;
  readonly seller: string;
  readonly buyer: string;
  readonly delivery: string;
  readonly vat_number: string;
  readonly company_number: string;
  /** Precedes the identifier of a delivery location. */
  readonly location_number: string;
  readonly contact: string;
  readonly issue_date: string;
  readonly due_date: string;
  readonly valid_until: string;
  readonly delivery_date: string;
  readonly period: string;
  readonly buyer_reference: string;
  readonly order_reference: string;
  readonly preceding_document: string;
  readonly of_date: (date: string) => string;
  readonly item: string;
  readonly item_reference: string;
  readonly order_line_reference: string;
  readonly quantity: string;
  readonly unit_price: string;
  readonly discount: string;
  readonly vat: string;
  readonly net_amount: (currency: string) => string;
  readonly vat_breakdown: string;
  readonly taxable_amount: string;
  readonly vat_amount: string;
  readonly lines_total: string;
  readonly tax_exclusive: string;
  readonly tax_inclusive: string;
  readonly rounding: string;
  readonly paid: string;
  readonly payable: string;
  readonly credited: string;
  readonly total: string;
  readonly tax_in: (currency: string) => string;
  readonly exchange_rate: string;
  readonly payment: string;
  readonly account: string;
  readonly beneficiary: string;
  readonly payment_reference: string;
  readonly payment_terms: string;
  readonly amount: string;
  readonly scan_to_pay: string;
  readonly note: string;
  readonly page: (page: number, pages: number) => string;
  /** Label of a document that is not issued yet. */
  readonly draft: string;
  /** Label of the difference between a received line's figures and its stated amount. */
  readonly difference: string;
  readonly charge: string;
  readonly carried_forward: string;
}
