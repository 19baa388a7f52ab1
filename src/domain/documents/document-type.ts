import { DomainError } from '../errors';
import type { JournalCategory } from '../numbering/journal';

interface DocumentTypeRow {
  readonly category: JournalCategory;
  /** Who the company is in it: the seller (`sales`) or the buyer. */
  readonly direction: 'sales' | 'purchase';
  /** UNTDID 1001 (BT-3) of our own document on the network; null: the network does not transport it. */
  readonly ubl_type_code: '380' | '381' | '389' | '261' | null;
  readonly is_credit_note: boolean;
  /** Issued by the buyer in the seller's name; the company must have self-billing enabled. */
  readonly self_billed: boolean;
}

/** What the six types differ in. A rule that depends on the type reads a column, it does not name types. */
export const DOCUMENT_TYPES = {
  invoice: {
    category: 'sales',
    direction: 'sales',
    ubl_type_code: '380',
    is_credit_note: false,
    self_billed: false,
  },
  credit_note: {
    category: 'sales_credit',
    direction: 'sales',
    ubl_type_code: '381',
    is_credit_note: true,
    self_billed: false,
  },
  proforma: {
    category: 'proforma',
    direction: 'sales',
    ubl_type_code: null,
    is_credit_note: false,
    self_billed: false,
  },
  quote: {
    category: 'quote',
    direction: 'sales',
    ubl_type_code: null,
    is_credit_note: false,
    self_billed: false,
  },
  purchase_invoice: {
    category: 'purchase',
    direction: 'purchase',
    ubl_type_code: '389',
    is_credit_note: false,
    self_billed: true,
  },
  purchase_credit_note: {
    category: 'purchase_credit',
    direction: 'purchase',
    ubl_type_code: '261',
    is_credit_note: true,
    self_billed: true,
  },
} as const satisfies Record<string, DocumentTypeRow>;

export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** In the order of the interface description. */
export const DOCUMENT_TYPE_NAMES = Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]];

/** Whether the network transports documents of the type. */
export function isTransported(type: DocumentType): boolean {
  return DOCUMENT_TYPES[type].ubl_type_code !== null;
}

/** @throws DomainError not_sendable */
export function assertTransported(type: DocumentType): void {
  if (isTransported(type)) return;
  throw new DomainError('not_sendable', 'The network does not transport this type of document.');
}
