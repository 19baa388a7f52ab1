import type { DocumentType } from '../domain/documents/document-type';

interface OfCompany {
  readonly company_id: string;
  readonly company_name: string;
}

export interface ClientHit extends OfCompany {
  readonly client_id: string;
  readonly name: string;
}

export interface DocumentHit extends OfCompany {
  readonly id: string;
  readonly number: string;
  readonly type: DocumentType;
  readonly issue_date: string;
  readonly external_id: string | null;
  /** The name of the other party. */
  readonly party: string;
}

export interface RelationHit extends OfCompany {
  readonly id: string;
  readonly name: string;
}

export interface MessageHit extends OfCompany {
  readonly message_id: string;
  readonly document_id: string;
  readonly number: string;
}

/**
 * The search over all companies. Each list is limited, and begins with the rows that match the whole text. It is read
 * with a time limit in the database; it is undefined when it exceeds the time limit.
 */
export interface SearchQueries {
  /** @param part - of the name or the beginning of the id; without case */
  clients(part: string, limit: number): Promise<readonly ClientHit[] | undefined>;
  /** @param text - the beginning of the number, as it is written or in upper case; or the external id */
  documents(text: string, limit: number): Promise<readonly DocumentHit[] | undefined>;
  /** @param beginning - of the name, without case */
  relations(beginning: string, limit: number): Promise<readonly RelationHit[] | undefined>;
  /** @param id - of a message that was sent, or of a document */
  byId(id: string): Promise<readonly MessageHit[] | undefined>;
}
