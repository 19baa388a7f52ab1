import type { VatParties } from '../amounts/vat-parties';
import type { BankAccount } from '../master-data/bank-account';
import type { Company } from '../master-data/company';
import type { DeliveryLocation } from '../master-data/delivery-location';
import type { Relation } from '../master-data/relation';
import { displayName } from '../master-data/relation-name';
import type { Unversioned } from '../version';
import type { Appearance, Delivery, Party, Payment } from './document';
import { DOCUMENT_TYPES, type DocumentType } from './document-type';
import type { FoundBranding } from './references';

/** The company is the seller of a sales document and the buyer of a purchase document. */
export function parties(
  type: DocumentType,
  company: Party,
  relation: Party,
): { seller: Party; buyer: Party } {
  const sells = DOCUMENT_TYPES[type].direction === 'sales';
  return sells ? { seller: company, buyer: relation } : { seller: relation, buyer: company };
}

/** The inverse of `parties`: which of seller and buyer is the company. */
export function companyAndRelation(document: { type: DocumentType; seller: Party; buyer: Party }): {
  company: Party;
  relation: Party;
} {
  const sells = DOCUMENT_TYPES[document.type].direction === 'sales';
  return sells
    ? { company: document.seller, relation: document.buyer }
    : { company: document.buyer, relation: document.seller };
}

/** The parties of a document, as the VAT categories of its lines depend on them. */
export function vatPartiesOf(document: {
  type: DocumentType;
  seller: Party;
  buyer: Party;
  delivery: Delivery | null;
}): VatParties {
  const { company, relation } = companyAndRelation(document);
  const registered = ({ vat, address }: Party) => ({ vat, country_code: address?.country_code ?? null });
  return {
    company: registered(company),
    relation: registered(relation),
    delivery_country_code: document.delivery?.address?.country_code ?? null,
  };
}

export function companyParty({
  name,
  vat,
  identifier,
  electronic_address,
  address,
  email,
  phone,
  website,
  contact_name,
  legal_information,
}: Unversioned<Company>): Party {
  const contact = { email, phone, website, contact_name };
  return { name, vat, identifier, electronic_address, address, ...contact, legal_information };
}

/** A contact is a person and has no identities. */
const NO_IDENTITY = { vat: null, identifier: null, electronic_address: null };

export function relationParty(relation: Unversioned<Relation>): Party {
  const { address, email, phone } = relation;
  const { vat, identifier, electronic_address } = relation.type === 'contact' ? NO_IDENTITY : relation;
  const contact = { email, phone, website: null, contact_name: null };
  const name = displayName(relation);
  return { name, vat, identifier, electronic_address, address, ...contact, legal_information: null };
}

/** The account of the seller: the company's on sales documents, the relation's on purchase documents. */
export function paymentAccount(
  type: DocumentType,
  account: Pick<BankAccount, 'reference' | 'bic'> | null,
  { iban, bic }: Pick<Relation, 'iban' | 'bic'>,
): Payment | null {
  if (DOCUMENT_TYPES[type].direction === 'sales')
    return account && { iban: account.reference, bic: account.bic };
  return iban === null ? null : { iban, bic };
}

export function deliveryTo(location: Unversioned<DeliveryLocation> | null): Delivery | null {
  if (location === null) return null;
  const { name, identifier, identifier_scheme, address } = location;
  return { name, identifier, identifier_scheme, address };
}

export function appearanceOf(branding: FoundBranding | null): Appearance | null {
  if (branding === null) return null;
  const { name, primary_color, address_position, header, footer, logo_sha256 } = branding;
  const position = address_position === 'right' ? { address_position } : {};
  return { name, primary_color, ...position, header, footer, logo_sha256 };
}
