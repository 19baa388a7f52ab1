import type { StatedAddress } from '../values/address';
import type { Language } from '../master-data/company';
import type { AllowanceCharge } from '../amounts/allowance-charges';
import type { Attachment } from './attachments/attachments';
import type { CreditOrigin, CreditState } from './derived/credit-state';
import type { DocumentType } from './document-type';
import type { AccountingStatus, DocumentStatus, PeppolStatus } from './document-status';
import type { DocumentAction } from './lifecycle';
import type { Line } from '../amounts/lines';
import type { InvoiceResponse } from './responses/invoice-response';
import type { PaymentStatus, Settlement } from './payments/payment-status';
import type { OwnData } from '../values/own-data';
import type { Totals } from '../amounts/totals';
import type { VatBreakdownEntry } from '../amounts/vat-breakdown';

/** The seller or buyer at the time the document was created (EN 16931 BG-4, BG-7). */
export interface Party {
  readonly name: string;
  readonly vat: string | null;
  readonly identifier: string | null;
  readonly electronic_address: string | null;
  readonly address: StatedAddress | null;
  /** BT-43, BT-58. */
  readonly email: string | null;
  /** BT-42, BT-57. */
  readonly phone: string | null;
  /** Set for the company only. */
  readonly website: string | null;
  /** Contact person or department; when null, the e-invoice states the party's name (BT-41, BT-56). */
  readonly contact_name: string | null;
  /** Legal form, register and court, which the law requires of a seller (BT-33). */
  readonly legal_information: string | null;
}

/** Where the goods or services were delivered (EN 16931 BG-13). */
export interface Delivery {
  /** BT-70. */
  readonly name: string | null;
  readonly identifier: string | null;
  readonly identifier_scheme: string | null;
  /** BG-15; null only on received documents that state none. */
  readonly address: StatedAddress | null;
}

/** The account to pay to (EN 16931 BG-17). */
export interface Payment {
  readonly iban: string;
  readonly bic: string | null;
}

/** The snapshot of the branding. */
export interface Appearance {
  readonly name: string;
  readonly primary_color: string | null;
  /** Absent: left. */
  readonly address_position?: 'right';
  readonly header: string | null;
  readonly footer: string | null;
  /** SHA-256 of the logo file, in hexadecimal. */
  readonly logo_sha256: string | null;
}

/**
 * The invoice that a credit note credits (EN 16931 BG-3). `id` is null for an invoice from elsewhere; it stays when an
 * own invoice is deleted.
 */
export interface PrecedingDocument {
  readonly id: string | null;
  readonly number: string;
  readonly issue_date: string | null;
}

/** Another document, as it was when this one was made from it, or as it is. */
export interface RelatedDocument {
  readonly id: string;
  readonly number: string;
  readonly type: DocumentType;
}

/** A document as stored. A field without a value is null. */
export interface Document extends OwnData {
  readonly id: string;
  readonly type: DocumentType;
  readonly number: string;
  /** Null for a received document, whose number is the sender's; so are `period` and `sequence_number`. */
  readonly journal_id: string | null;
  readonly period: string | null;
  readonly sequence_number: number | null;
  readonly status: DocumentStatus;
  readonly accounting_status: AccountingStatus;
  readonly peppol_status: PeppolStatus | null;
  readonly peppol_error: { readonly code: string; readonly message: string } | null;
  readonly payment_status: PaymentStatus;
  readonly relation_id: string;
  readonly delivery_location_id: string | null;
  readonly branding_id: string | null;
  readonly issue_date: string;
  readonly due_date: string | null;
  readonly delivery_date: string | null;
  readonly period_start: string | null;
  readonly period_end: string | null;
  readonly currency: string;
  /** The company's currency at creation, used as tax currency (EN 16931 BT-6). Not returned by the interface. */
  readonly company_currency: string;
  readonly exchange_rate: string | null;
  readonly language: Language;
  readonly buyer_reference: string | null;
  readonly order_reference: string | null;
  readonly note: string | null;
  readonly payment_reference: string | null;
  /** Whether the service generated the reference; such references are unique in the company. Not returned. */
  readonly payment_reference_made: boolean;
  readonly preceding_document: PrecedingDocument | null;
  /** The quote or proforma that it was made from, which may be deleted later. */
  readonly converted_from: RelatedDocument | null;
  /** Set for a credit note that was made from an invoice; its amounts are fixed. Not returned. */
  readonly credit_origin: CreditOrigin | null;
  /** Null for an invoice without credit notes. Not returned. */
  readonly credited: CreditState | null;
  readonly seller: Party;
  readonly buyer: Party;
  readonly delivery: Delivery | null;
  readonly payment: Payment | null;
  /** Who is paid, if not the seller (BT-59). Only a received document may have one. Not returned. */
  readonly payee: string | null;
  /** BT-20. Only a received document may have them. Not returned. */
  readonly payment_terms: string | null;
  readonly branding: Appearance | null;
  /** Whether the UBL embeds the document's PDF: the company's setting at creation. Not returned. */
  readonly embed_pdf: boolean;
  readonly lines: readonly Line[];
  readonly allowance_charges: readonly AllowanceCharge[];
  readonly vat_breakdown: readonly VatBreakdownEntry[];
  readonly totals: Totals;
  readonly paid_amount: string | null;
  /** The sums of its payments and of what else settles it. Not returned. */
  readonly settlement: Settlement | null;
  /** The responses about the document, the oldest first. They do not move its version. */
  readonly responses: readonly InvoiceResponse[];
  readonly duplicate_of: string | null;
  /** Whether it was marked as sent by other means than the network; it then keeps the status `sent`. Not returned. */
  readonly marked_sent: boolean;
  /**
   * Whether it is sent again after the receiver has rejected it. The receiver has it, so it keeps the status `sent`.
   * Not returned.
   */
  readonly was_rejected: boolean;
  readonly sent_at: Date | null;
  readonly transmitted_at: Date | null;
  readonly received_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * What only the numbering knows of a document. A draft has these fields from the start, because a copy that replaces
 * fields takes a tenth of the time of one that adds them.
 */
export const UNNUMBERED = { number: null, sequence_number: null, is_last_in_sequence: true } as const;

/** A document before numbering: complete except for its number. */
export type Draft = Omit<Document, keyof typeof UNNUMBERED> &
  typeof UNNUMBERED & {
    readonly journal_id: string;
    readonly period: string;
  };

/** A document as returned by the interface, with facts from other rows. */
export interface DocumentView extends Document {
  /** The amount that is still to be paid; below 0 when links go beyond it, null for a quote or proforma. */
  readonly open_amount: string | null;
  /** The sum of the totals of the credit notes of an own invoice; null for all others. */
  readonly credited_amount: string | null;
  readonly credit_notes: CreditState['notes'];
  /** The documents that were made from this quote or proforma, the oldest first. */
  readonly converted_to: readonly RelatedDocument[];
  readonly allowed_actions: readonly DocumentAction[];
  /** The oldest first. */
  readonly attachments: readonly Attachment[];
}

/** A document in a list, as stored. */
export type DocumentRow = Omit<
  Document,
  | 'lines'
  | 'company_currency'
  | 'embed_pdf'
  | 'marked_sent'
  | 'was_rejected'
  | 'credit_origin'
  | 'payee'
  | 'payment_terms'
> &
  Pick<DocumentView, 'converted_to'>;

/** A document in a list, as returned by the interface. */
export type DocumentRowView = Omit<
  DocumentRow,
  'period' | 'sequence_number' | 'payment_reference_made' | 'branding' | 'settlement' | 'credited' | 'version'
> &
  Pick<DocumentView, 'open_amount' | 'credited_amount' | 'credit_notes'>;
