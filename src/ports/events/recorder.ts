import type { Document } from '../../domain/documents/document';
import type { NewEvent, Origin, OriginOf } from '../../domain/events/event';
import type { Relation } from '../../domain/master-data/relation';
import type { Repositories } from '../unit-of-work';

/** An event of a new resource whose digest depends on a value that the storing statement computes. */
export interface Creation {
  /** The id of the new resource. */
  readonly resource_id: string;
  /** The event; its digest is the placeholder `digest of <resource_id>`, which the storing statement replaces. */
  readonly event: NewEvent;
  /** The text whose SHA-256 in hexadecimal is the digest. */
  readonly digested: string;
}

/** Records the events of all changes that are made through repositories. */
export interface Recorder {
  /**
   * Runs work on repositories that record each change, and stores the events of the changes after it, in the same
   * transaction. So no use case can forget an event.
   *
   * @returns the result of the work
   */
  record<T>(
    repositories: Repositories,
    originOf: OriginOf,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T>;
  /** The event of a new document. @param document - has a placeholder for the number, which its statement computes */
  documentCreated(document: Document, origin: Origin): Creation;
  /** The event of a new relation. */
  relationCreated(relation: Relation, origin: Origin): Creation;
}
