import type { AttachmentRepository } from './documents/attachment-repository';
import type { BankAccountRepository } from './master-data/bank-account-repository';
import type { BrandingRepository } from './master-data/branding-repository';
import type { ClientRepository } from './access/client-repository';
import type { CompanyRepository } from './master-data/company-repository';
import type { Deadlines } from './deadlines';
import type { DefaultPointers } from './default-pointers';
import type { DeliveryLocationRepository } from './master-data/delivery-location-repository';
import type { DocumentRepository } from './documents/document-repository';
import type { JobRepository } from './job-queue';
import type { JournalRepository } from './numbering/journal-repository';
import type { LinkRepository } from './documents/link-repository';
import type { ReceptionRepository } from './e-invoicing/reception-repository';
import type { RelationRepository } from './master-data/relation-repository';
import type { StrayFileRepository } from './documents/stray-file-repository';
import type { TransmissionRepository } from './e-invoicing/transmission-repository';

export interface Repositories {
  readonly attachments: AttachmentRepository;
  readonly bank_accounts: BankAccountRepository;
  readonly brandings: BrandingRepository;
  readonly clients: ClientRepository;
  readonly companies: CompanyRepository;
  readonly default_pointers: DefaultPointers;
  readonly delivery_locations: DeliveryLocationRepository;
  readonly documents: DocumentRepository;
  readonly jobs: JobRepository;
  readonly journals: JournalRepository;
  readonly links: LinkRepository;
  readonly receptions: ReceptionRepository;
  readonly relations: RelationRepository;
  readonly stray_files: StrayFileRepository;
  readonly transmissions: TransmissionRepository;
}

/** Where repositories come from. Units of work do not nest: opening one inside another throws. */
export interface UnitOfWork {
  /** Of requests, for what queues work of several of them. */
  readonly deadlines: Deadlines;
  /** Whether a transaction around the whole use case is open: what it writes must then be written in it. */
  readonly isSurrounded: boolean;
  /** Statements that read, each on its own. */
  read<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * One statement that writes: a transaction by itself, in one round trip.
   *
   * @param readBack - asked when the connection is lost while the statement is under way: finds what it would have
   *   stored, or undefined when it stored nothing. Left out where no caller is told of the outcome
   * @throws DomainError internal_error, with `effect` `unknown` where the outcome could not be found out in time
   */
  statement<T>(
    work: (repositories: Repositories) => Promise<T>,
    readBack?: (repositories: Repositories) => Promise<T | undefined>,
  ): Promise<T>;
  /**
   * All of the work, or nothing of it, also when the connection is lost under the commit: its outcome is then asked for.
   *
   * @throws DomainError internal_error, with `effect` `unknown` where the outcome could not be found out in time
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
}
