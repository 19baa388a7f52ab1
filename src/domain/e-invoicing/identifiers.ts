import { DOCUMENT_TYPES, type DocumentType } from '../documents/document-type';

/** The identifiers of a document type on the Peppol network. */
export interface NetworkIdentifiers {
  /** BT-24. */
  readonly customization_id: string;
  /** BT-23. */
  readonly profile_id: string;
  /** Document type identifier with its scheme; receivers are registered for such identifiers. */
  readonly document_type: string;
  /** Process identifier, with its scheme. */
  readonly process: string;
}

/** Peppol BIS Billing 3.0 and BIS Self-Billing 3.0, each with its own specification and process. */
const SPECIFICATIONS = {
  billing: {
    customization_id: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    profile_id: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  },
  self_billing: {
    customization_id: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
    profile_id: 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
  },
} as const;

/** Peppol BIS Billing and Self-Billing, of any version. */
const PEPPOL_BIS = 'urn:fdc:peppol.eu:2017:poacc:';

/** Whether the specification identifier (BT-24) of a document claims conformance to Peppol BIS. */
export function claimsPeppol(customization_id: string | null): boolean {
  return customization_id?.includes(PEPPOL_BIS) === true;
}

/** The identifiers of a document. @returns null for a type that the network does not transport */
export function networkIdentifiers(type: DocumentType): NetworkIdentifiers | null {
  const { ubl_type_code, is_credit_note, self_billed } = DOCUMENT_TYPES[type];
  if (ubl_type_code === null) return null;
  const { customization_id, profile_id } = SPECIFICATIONS[self_billed ? 'self_billing' : 'billing'];
  const root = ublRoot(is_credit_note);
  return {
    customization_id,
    profile_id,
    document_type: `busdox-docid-qns::${ublNamespace(root)}::${root}##${customization_id}::2.1`,
    process: `cenbii-procid-ubl::${profile_id}`,
  };
}

/** Peppol BIS Invoice Response 3. Receivers are registered for it apart from the documents. */
const RESPONSE_CUSTOMIZATION = 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3';
const RESPONSE_PROFILE = 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3';
export const RESPONSE_NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2';
export const RESPONSE_IDENTIFIERS: NetworkIdentifiers = {
  customization_id: RESPONSE_CUSTOMIZATION,
  profile_id: RESPONSE_PROFILE,
  document_type: `busdox-docid-qns::${RESPONSE_NAMESPACE}::ApplicationResponse##${RESPONSE_CUSTOMIZATION}::2.1`,
  process: `cenbii-procid-ubl::${RESPONSE_PROFILE}`,
};

export type UblRoot = 'Invoice' | 'CreditNote';

export function ublRoot(is_credit_note: boolean): UblRoot {
  return is_credit_note ? 'CreditNote' : 'Invoice';
}

export function ublNamespace(root: UblRoot): string {
  return `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`;
}

/** The Peppol participant identifier of an electronic address (`0208:0123456749`); case-insensitive. */
export function participantId(electronic_address: string): string {
  return `iso6523-actorid-upis::${electronic_address}`;
}
