import type { Company } from '../company';
import type { Attachment } from '../documents/attachments';
import type { Document } from '../documents/document';
import { parties, relationParty, sides } from '../documents/snapshots';
import { DomainError } from '../errors';
import type { Relation } from '../relation';
import { networkIdentifiers } from './identifiers';
import { networkFaults } from './network-faults';
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
  relation: Relation,
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

/**
 * The envelope of a document that has its electronic addresses: the company sends, the relation receives, whoever of
 * them is the seller.
 *
 * @throws DomainError send_failed: an electronic address is missing
 */
export function addressingOf(document: Document): Addressing {
  const { company, relation } = sides(document);
  const sender = company.electronic_address;
  const receiver = relation.electronic_address;
  if (sender === null) {
    throw sendFailed(document.id, 'The company has no electronic address: an operator can add it.');
  }
  if (receiver === null) {
    throw sendFailed(document.id, 'The relation has no electronic address: add it, then send again.', {
      pointer: '/relation_id',
    });
  }
  const { document_type, process } = networkIdentifiers(document.type)!;
  // Where a country is missing, a rule of the network says so.
  const sender_country = company.address?.country_code ?? '';
  return { sender, receiver, document_type, process, sender_country };
}

/**
 * The first thing that keeps the document's UBL from the network.
 *
 * @throws DomainError send_failed
 */
export function assertFitForNetwork(
  document: Document,
  attachments: readonly Attachment[],
  company: Pick<Company, 'currency'>,
): void {
  const refusal = ublRefusal(document, company.currency);
  if (refusal !== null) {
    throw sendFailed(document.id, `The document cannot be written as UBL: ${refusal}.`, {
      pointer: '/currency',
    });
  }
  const context = { company_currency: company.currency, attachments };
  const fault = networkFaults(document, context).find(({ severity }) => severity === 'fatal');
  if (fault) throw sendFailed(document.id, `${fault.message} (${fault.rule})`, fault);
  const bytes = attachments.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAX_EMBEDDED_BYTES) {
    throw sendFailed(
      document.id,
      'The attachments that travel with the document have more than 30 MiB together.',
      {
        pointer: '/attachments',
      },
    );
  }
}

export function notRegistered(document_id: string): DomainError {
  const message =
    'The receiver is not registered on the network for this type of document: check the electronic address of the relation.';
  return sendFailed(document_id, message, { pointer: '/relation_id' });
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
