import type { JournalCategory } from '../numbering/journal';

interface DocumentTypeRow {
  readonly category: JournalCategory;
  /** `sales` when the company is the seller, `purchase` when it is the buyer. */
  readonly direction: 'sales' | 'purchase';
  /** UNTDID 1001 code (BT-3) of a document that the company sends; null: the network does not transport the type. */
  readonly ubl_type_code: '380' | '381' | '389' | '261' | null;
  readonly is_credit_note: boolean;
  /** Issued by the buyer in the seller's name; the company must have self-billing enabled. */
  readonly self_billed: boolean;
  /** Whether it states a debt: it has an open amount and payments. */
  readonly is_paid: boolean;
  /** The types of documents that it may be converted to. */
  readonly converts_to: readonly ('invoice' | 'proforma')[];
  /** The type of its credit notes; null when it has none. */
  readonly credited_by: 'credit_note' | 'purchase_credit_note' | null;
  /** The meaning of the total. The `due_date` of an `offered` total is the last day of the offer. */
  readonly total_is: 'payable' | 'credited' | 'offered';
  /** Whether a document without a payment reference gets a structured one; see `needsStructuredReference`. */
  readonly gets_payment_reference: boolean;
}

/** The differences between the six types. A rule that depends on the type reads a column instead of naming types. */
export const DOCUMENT_TYPES = {
  invoice: {
    category: 'sales',
    direction: 'sales',
    ubl_type_code: '380',
    is_credit_note: false,
    self_billed: false,
    is_paid: true,
    converts_to: [],
    credited_by: 'credit_note',
    total_is: 'payable',
    gets_payment_reference: true,
  },
  credit_note: {
    category: 'sales_credit',
    direction: 'sales',
    ubl_type_code: '381',
    is_credit_note: true,
    self_billed: false,
    is_paid: true,
    converts_to: [],
    credited_by: null,
    total_is: 'credited',
    gets_payment_reference: false,
  },
  proforma: {
    category: 'proforma',
    direction: 'sales',
    ubl_type_code: null,
    is_credit_note: false,
    self_billed: false,
    is_paid: false,
    converts_to: ['invoice'],
    credited_by: null,
    total_is: 'payable',
    gets_payment_reference: false,
  },
  quote: {
    category: 'quote',
    direction: 'sales',
    ubl_type_code: null,
    is_credit_note: false,
    self_billed: false,
    is_paid: false,
    converts_to: ['invoice', 'proforma'],
    credited_by: null,
    total_is: 'offered',
    gets_payment_reference: false,
  },
  purchase_invoice: {
    category: 'purchase',
    direction: 'purchase',
    ubl_type_code: '389',
    is_credit_note: false,
    self_billed: true,
    is_paid: true,
    converts_to: [],
    credited_by: 'purchase_credit_note',
    total_is: 'payable',
    gets_payment_reference: false,
  },
  purchase_credit_note: {
    category: 'purchase_credit',
    direction: 'purchase',
    ubl_type_code: '261',
    is_credit_note: true,
    self_billed: true,
    is_paid: true,
    converts_to: [],
    credited_by: null,
    total_is: 'credited',
    gets_payment_reference: false,
  },
} as const satisfies Record<string, DocumentTypeRow>;

export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** In the order of the interface description. */
export const DOCUMENT_TYPE_NAMES = Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]];

type TransportedType = {
  [Type in DocumentType]: (typeof DOCUMENT_TYPES)[Type]['ubl_type_code'] extends null ? never : Type;
}[DocumentType];

/** Whether the network transports documents of the type. */
export function isTransported(type: DocumentType): type is TransportedType {
  return DOCUMENT_TYPES[type].ubl_type_code !== null;
}

/** @param code - UNTDID 1001 (BT-3) @returns undefined for a code that no sent document has */
export function typeOfCode(code: string): DocumentType | undefined {
  return DOCUMENT_TYPE_NAMES.find((name) => DOCUMENT_TYPES[name].ubl_type_code === code);
}

/** @returns the type of the e-invoice that names the company as seller (`sales`) or as buyer */
export function transportedType(
  direction: DocumentTypeRow['direction'],
  is_credit_note: boolean,
): TransportedType {
  const type = DOCUMENT_TYPE_NAMES.filter(isTransported).find((name) => {
    const row = DOCUMENT_TYPES[name];
    return row.direction === direction && row.is_credit_note === is_credit_note;
  });
  if (!type) throw new Error(`There is no transported type for ${direction}.`);
  return type;
}
