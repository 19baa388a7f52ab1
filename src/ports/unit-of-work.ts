import type { Origin } from '../domain/events/event';
import type { Relation } from '../domain/master-data/relation';
import type { ClientRepository } from './access/client-repository';
import type { CreditNoteRepository } from './documents/credit-note-repository';
import type { DefaultPointers } from './default-pointers';
import type { AttachmentRepository } from './documents/attachment-repository';
import type { DocumentRepository, IssuedDocument, NumberingRequest } from './documents/document-repository';
import type { LinkRepository } from './documents/link-repository';
import type { PaymentRepository } from './documents/payment-repository';
import type { OrphanedFileRepository } from './documents/orphaned-file-repository';
import type { ReceptionRepository } from './e-invoicing/reception-repository';
import type { RefusedMessageRepository } from './e-invoicing/refused-message-repository';
import type { NumberedSend, TransmissionRepository } from './e-invoicing/transmission-repository';
import type { DeliveryRepository, WebhookRepository } from './events/webhooks/webhook-repository';
import type { EventRepository } from './events/event-repository';
import type { JobRepository } from './job-queue';
import type { BankAccountRepository } from './master-data/bank-account-repository';
import type { BrandingRepository } from './master-data/branding-repository';
import type { CompanyRepository } from './master-data/company-repository';
import type { DeliveryLocationRepository } from './master-data/delivery-location-repository';
import type { RelationRepository } from './master-data/relation-repository';
import type { JournalRepository } from './numbering/journal-repository';

export interface Repositories {
  readonly attachments: AttachmentRepository;
  readonly bank_accounts: BankAccountRepository;
  readonly brandings: BrandingRepository;
  readonly clients: ClientRepository;
  readonly companies: CompanyRepository;
  readonly credit_notes: CreditNoteRepository;
  readonly default_pointers: DefaultPointers;
  readonly deliveries: DeliveryRepository;
  readonly delivery_locations: DeliveryLocationRepository;
  readonly documents: DocumentRepository;
  readonly events: EventRepository;
  readonly jobs: JobRepository;
  readonly journals: JournalRepository;
  readonly links: LinkRepository;
  readonly payments: PaymentRepository;
  readonly receptions: ReceptionRepository;
  readonly refused_messages: RefusedMessageRepository;
  readonly relations: RelationRepository;
  readonly orphaned_files: OrphanedFileRepository;
  readonly transmissions: TransmissionRepository;
  readonly webhooks: WebhookRepository;
}

/** A request for a numbered document, and for the transmission that sends it. */
export interface CreationRequest extends NumberingRequest {
  readonly send?: NumberedSend | undefined;
}

/** The repositories of single statements: no resource that has events is changed by one. */
export type StatementRepositories = Pick<
  Repositories,
  'jobs' | 'orphaned_files' | 'receptions' | 'refused_messages'
> & {
  readonly transmissions: Pick<Repositories['transmissions'], 'take' | 'complete' | 'putBack'>;
};

/** Work that a transaction may do for several items. */
export interface SharedWork<Item, Result> {
  /** @returns the results, in the order of the items */
  run(repositories: Repositories, items: readonly Item[]): Promise<readonly Result[]>;
  /**
   * The ids of the resources that may be changed for the item: their events have the origin of its unit of work. Items
   * with another origin that name the same resource, or that change one that none names, do not share a transaction.
   */
  resourcesOf(item: Item): readonly string[];
  /**
   * The number of lines of the document that is stored for an item: long ones share a transaction with fewer others.
   */
  linesOf?(item: Item): number;
}

/**
 * The reads and writes of one use case, passed to it as a value. The unit of a request with an Idempotency-Key stores
 * the response in the transaction of the request's write. Such a unit writes once, and the use case must return the
 * value that the write returned.
 *
 * Every method throws while a transaction of the same unit is open.
 */
export interface UnitOfWork {
  /** Runs statements that read, each on its own snapshot. Requests of one company may share a statement. */
  read<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Runs one statement that writes: a transaction of its own, in one round trip. When the connection is lost meanwhile,
   * the caller does not learn whether it took effect.
   */
  statement<T>(work: (repositories: StatementRepositories) => Promise<T>): Promise<T>;
  /**
   * Runs the work in a transaction, which also stores the events of its changes. If the connection is lost during the
   * commit, the outcome is looked up. The work runs again when PostgreSQL rolls it back because of a deadlock.
   *
   * @throws DomainError internal_error, with `effect` `unknown` when the outcome could not be determined in time
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Like `transaction` for an item of a company, in a transaction that concurrent calls for the company may share if
   * they pass the same `SharedWork` object. When the work throws for several items, it runs again for each of them
   * alone, so that no call fails because of another one. When the database fails, all of them fail.
   */
  sharedTransaction<Item, Result>(
    company_id: string,
    item: Item,
    work: SharedWork<Item, Result>,
  ): Promise<Result>;
  /**
   * Numbers and stores one document, and what sends it, in a transaction, which concurrent requests of the same company
   * may share.
   *
   * @param viewOf - makes the use case's result from the document
   * @returns undefined, with nothing stored, when the sequence refuses the date, as in `DocumentRepository.issue`
   * @throws PaymentReferenceTaken
   */
  createDocument<T>(
    company_id: string,
    request: CreationRequest,
    viewOf: (document: IssuedDocument) => T,
  ): Promise<T | undefined>;
  /**
   * Stores one relation, unless another relation has one of its identities, in a transaction that concurrent requests
   * of the same company may share.
   *
   * @returns undefined, with nothing stored, when another relation has one of its identities
   */
  createRelation(company_id: string, relation: Relation): Promise<Relation | undefined>;
}

export interface UnitsOfWork {
  /**
   * A unit of work without an Idempotency-Key.
   *
   * @param origin - where its changes come from; by default the service itself
   */
  open(origin?: Origin): UnitOfWork;
}

/**
 * Runs work that is for one company, as background work can be. What companies share, such as the connections to the
 * database, is divided by it. A request is for the company of its caller without that.
 */
export type ForCompany = <T>(company_id: string, work: () => T) => T;
