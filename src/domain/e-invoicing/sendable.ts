import type { Company } from '../master-data/company';
import type { Attachment } from '../documents/attachments/attachments';
import type { Document } from '../documents/document';
import { parties, relationParty, sides } from '../documents/snapshots';
import { DomainError } from '../errors';
import type { Relation } from '../master-data/relation';
import type { Unversioned } from '../version';
import { networkIdentifiers } from './identifiers';
import { networkFaults } from './rules/network-faults';
import type { Severity } from './rules/network-rule';
import type { NetworkSource } from './peppol-document';
import type { Addressing } from './transmission';
import { canBeEmbedded, ublRefusal } from './ubl-form';

/** Bytes of all files that travel inside of one document. */
const MAX_EMBEDDED_BYTES = 30 * 1024 * 1024;

/** The attachments that travel inside of the document; the others stay here. */
export function embedded(attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter(({ content_type }) => canBeEmbedded(content_type));
}

/**
 * The document with the electronic addresses of now: they are mended at the company and the relation, not here, and
 * kept from the send on.
 */
export function withElectronicAddresses<T extends Document>(
  document: T,
  company: Pick<Company, 'electronic_address'>,
  relation: Unversioned<Relation>,
): T {
  const kept = sides(document);
  return {
    ...document,
    ...parties(
      document.type,
      { ...kept.company, electronic_address: company.electronic_address },
      { ...kept.relation, electronic_address: relationParty(relation).electronic_address },
    ),
  };
}

/** What is wrong with a document that is to be sent. */
export interface SendFault {
  /** With a `fatal` one it is not sent. */
  readonly severity: Severity;
  /** What to mend. */
  readonly message: string;
  /** The rule of the network that says so. */
  readonly rule: string | null;
  /** Where in the request that makes the document it lies: a JSON pointer (RFC 6901). */
  readonly pointer: string | null;
}

/** Who cannot send or receive, of a document with the electronic addresses of now. */
export function addressFaults(document: Pick<Document, 'type' | 'seller' | 'buyer'>): SendFault[] {
  const { company, relation } = sides(document);
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

/** What is wrong with the document's UBL. */
export function contentFaults(document: NetworkSource, attachments: readonly Attachment[]): SendFault[] {
  const refusal = ublRefusal(document);
  return [
    ...(refusal === null
      ? []
      : [fatalFault(`The document cannot be written as UBL: ${refusal}.`, '/currency')]),
    ...networkFaults(document, attachments).map((fault) => ({
      ...fault,
      message: `${fault.message} (${fault.rule})`,
    })),
  ];
}

/** @throws DomainError send_failed: the first fault that is fatal */
export function assertNoFault(document_id: string, faults: readonly SendFault[]): void {
  const fault = faults.find(({ severity }) => severity === 'fatal');
  if (fault) throw sendFailed(document_id, fault.message, fault);
}

/**
 * @param bytes - of all files that are to travel inside of the document
 * @throws DomainError send_failed
 */
export function assertEmbeddable(document_id: string, bytes: number): void {
  if (bytes <= MAX_EMBEDDED_BYTES) return;
  const message = 'The files that travel with the document have more than 30 MiB together.';
  throw sendFailed(document_id, message, { pointer: '/attachments' });
}

/**
 * The envelope of a document that has its electronic addresses: the company sends, the relation receives, whoever of
 * them is the seller.
 *
 * @throws DomainError send_failed: an electronic address is missing
 */
export function addressingOf(document: Document): Addressing {
  assertNoFault(document.id, addressFaults(document));
  const kept = sides(document);
  const { document_type, process } = networkIdentifiers(document.type)!;
  return {
    sender: kept.company.electronic_address!,
    receiver: kept.relation.electronic_address!,
    document_type,
    process,
    // Where a country is missing, a rule of the network says so.
    sender_country: kept.company.address?.country_code ?? '',
  };
}

/** Of a receiver that the directory does not know for this type of document. */
export const NOT_REGISTERED = fatalFault(
  'The receiver is not registered on the network for this type of document: check the electronic address of the relation.',
  '/relation_id',
);

/** @param reason - a sentence */
export function directoryUnavailable(reason: string): SendFault {
  return fatalFault(`The network's directory does not answer: ${reason} Send again later.`, '/relation_id');
}

/** @param place - the rule of the network that says so, and where in the request that makes the document it lies */
export function sendFailed(
  document_id: string,
  message: string,
  { rule = null, pointer = null }: { readonly rule?: string | null; readonly pointer?: string | null } = {},
): DomainError {
  return new DomainError('send_failed', message, { details: [{ document_id, rule, pointer }] });
}

/** The document exists now, and only its send did not come about. */
export function createdUnsent(id: string, { message, options: { details = [] } }: DomainError): DomainError {
  return new DomainError('send_failed', `The document was created as ${id}, but not sent. ${message}`, {
    details: details.map((detail) => ({ ...detail, document_id: id })),
    created: `/documents/${id}`,
  });
}

function fatalFault(message: string, pointer: string | null): SendFault {
  return { severity: 'fatal', message, rule: null, pointer };
}
