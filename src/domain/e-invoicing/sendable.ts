import type { Company } from '../master-data/company';
import type { Attachment } from '../documents/attachments/attachments';
import type { Document } from '../documents/document';
import { parties, relationParty, companyAndRelation } from '../documents/snapshots';
import { DomainError } from '../errors';
import type { Relation } from '../master-data/relation';
import type { Unversioned } from '../version';
import { networkIdentifiers } from './identifiers';
import { networkFaults } from './rules/network-faults';
import type { Severity } from './rules/network-rule';
import type { NetworkSource } from './peppol-document';
import type { Addressing } from './transmission';
import { canBeEmbedded } from './ubl-form';

/** Limit of the total size of the files that are embedded in one document. */
const MAX_EMBEDDED_BYTES = 30 * 1024 * 1024;

/** The attachments that are embedded in the e-invoice; the network accepts no other types. */
export function embedded(attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter(({ content_type }) => canBeEmbedded(content_type));
}

/**
 * The document with the present electronic addresses of company and relation. The document's own addresses are replaced
 * because an address is corrected in company or relation, and fixed in the document only when it is sent.
 */
export function withElectronicAddresses<T extends Document>(
  document: T,
  company: Pick<Company, 'electronic_address'>,
  relation: Unversioned<Relation>,
): T {
  const kept = companyAndRelation(document);
  return {
    ...document,
    ...parties(
      document.type,
      { ...kept.company, electronic_address: company.electronic_address },
      { ...kept.relation, electronic_address: relationParty(relation).electronic_address },
    ),
  };
}

/** A fault of a document that is to be sent. */
export interface SendFault {
  /** A `fatal` fault prevents the send. */
  readonly severity: Severity;
  /** Says what to correct. */
  readonly message: string;
  /** The violated rule of the network; null for a check of this service. */
  readonly rule: string | null;
  /** JSON pointer (RFC 6901) into the request that creates the document. */
  readonly pointer: string | null;
}

/** The missing electronic addresses of a document. */
export function addressFaults(document: Pick<Document, 'type' | 'seller' | 'buyer'>): SendFault[] {
  const { company, relation } = companyAndRelation(document);
  const faults: SendFault[] = [];
  if (company.electronic_address === null) {
    faults.push(fatalFault('The company has no electronic address: an operator can add it.', null));
  }
  if (relation.electronic_address === null) {
    const message = 'The relation has no electronic address: add it, then send again.';
    faults.push(fatalFault(message, '/relation_id'));
  }
  return faults;
}

/**
 * The rules of the network that the document's UBL violates. Amounts that UBL cannot express are among them.
 *
 * @param document - an own document of a type that the network transports
 */
export function contentFaults(document: NetworkSource, attachments: readonly Attachment[]): SendFault[] {
  return networkFaults(document, attachments).map((fault) => ({
    ...fault,
    message: `${fault.message} (${fault.rule})`,
  }));
}

/** @throws DomainError send_failed with the first fatal fault */
export function assertNoFault(document_id: string, faults: readonly SendFault[]): void {
  const fault = faults.find(({ severity }) => severity === 'fatal');
  if (fault) throw sendFailed(document_id, fault.message, fault);
}

/**
 * @param bytes - total size of the files to embed
 * @throws DomainError send_failed
 */
export function assertEmbeddable(document_id: string, bytes: number): void {
  if (bytes <= MAX_EMBEDDED_BYTES) return;
  const message = 'The files that are sent with the document have more than 30 MiB in total.';
  throw sendFailed(document_id, message, { pointer: '/attachments' });
}

/**
 * The envelope of a document. The company is the sender and the relation the receiver, also of a self-billed document.
 *
 * @throws DomainError send_failed when an electronic address is missing
 */
export function addressingOf(document: Document): Addressing {
  assertNoFault(document.id, addressFaults(document));
  const kept = companyAndRelation(document);
  const { document_type, process } = networkIdentifiers(document.type)!;
  return {
    sender: kept.company.electronic_address!,
    receiver: kept.relation.electronic_address!,
    document_type,
    process,
    // A rule of the network refuses a document without the country.
    sender_country: kept.company.address?.country_code ?? '',
  };
}

/** The directory has no registration of the receiver for this type of document. */
export const NOT_REGISTERED = fatalFault(
  'The receiver is not registered on the network for this type of document: check the electronic address of the relation.',
  '/relation_id',
);

/** @param reason - a sentence */
export function directoryUnavailable(reason: string): SendFault {
  return fatalFault(`The network's directory does not answer: ${reason} Send again later.`, '/relation_id');
}

/** @param place - the violated rule of the network, and a JSON pointer into the request that creates the document */
export function sendFailed(
  document_id: string,
  message: string,
  { rule = null, pointer = null }: { readonly rule?: string | null; readonly pointer?: string | null } = {},
): DomainError {
  return new DomainError('send_failed', message, { details: [{ document_id, rule, pointer }] });
}

/** The error of a creation whose document is stored, but whose send failed. */
export function createdUnsent(id: string, { message, options: { details = [] } }: DomainError): DomainError {
  return new DomainError('send_failed', `The document was created as ${id}, but not sent. ${message}`, {
    details: details.map((detail) => ({ ...detail, document_id: id })),
    created: `/documents/${id}`,
  });
}

/** A fault that no rule of the network names. */
export function fatalFault(message: string, pointer: string | null): SendFault {
  return { severity: 'fatal', message, rule: null, pointer };
}
