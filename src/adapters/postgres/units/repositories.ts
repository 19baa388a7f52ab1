import type { Kysely } from 'kysely';
import type { Repositories } from '../../../ports/unit-of-work';
import { PostgresClientRepository } from '../access/client-repository';
import type { DB } from '../database';
import { PostgresDefaultPointers } from '../default-pointers';
import { PostgresAttachmentRepository } from '../documents/attachment-repository';
import { PostgresCreditNoteRepository } from '../documents/credit-note-repository';
import { PostgresDocumentRepository } from '../documents/document-repository';
import { PostgresLinkRepository } from '../documents/link-repository';
import { PostgresPaymentRepository } from '../documents/payment-repository';
import { PostgresOrphanedFileRepository } from '../documents/orphaned-file-repository';
import { PostgresReceptionRepository } from '../e-invoicing/reception-repository';
import { PostgresRefusedMessageRepository } from '../e-invoicing/refused-message-repository';
import { PostgresTransmissionRepository } from '../e-invoicing/transmission-repository';
import { PostgresDeliveryRepository } from '../events/webhooks/delivery-repository';
import { PostgresWebhookRepository } from '../events/webhooks/webhook-repository';
import { PgBossJobRepository } from '../jobs/job-repository';
import { PostgresEventRepository } from '../events/pending-events';
import { PostgresBankAccountRepository } from '../master-data/bank-account-repository';
import { PostgresBrandingRepository } from '../master-data/branding-repository';
import { PostgresCompanyRepository } from '../master-data/company-repository';
import { PostgresDeliveryLocationRepository } from '../master-data/delivery-location-repository';
import { PostgresRelationRepository } from '../master-data/relation-repository';
import { PostgresJournalRepository } from '../numbering/journal-repository';

/** @param db - the database, or an open transaction */
export function repositoriesOn(db: Kysely<DB>): Repositories & { readonly events: PostgresEventRepository } {
  return {
    attachments: new PostgresAttachmentRepository(db),
    bank_accounts: new PostgresBankAccountRepository(db),
    brandings: new PostgresBrandingRepository(db),
    clients: new PostgresClientRepository(db),
    companies: new PostgresCompanyRepository(db),
    credit_notes: new PostgresCreditNoteRepository(db),
    default_pointers: new PostgresDefaultPointers(db),
    deliveries: new PostgresDeliveryRepository(db),
    delivery_locations: new PostgresDeliveryLocationRepository(db),
    documents: new PostgresDocumentRepository(db),
    events: new PostgresEventRepository(db),
    jobs: new PgBossJobRepository(db),
    journals: new PostgresJournalRepository(db),
    links: new PostgresLinkRepository(db),
    payments: new PostgresPaymentRepository(db),
    receptions: new PostgresReceptionRepository(db),
    refused_messages: new PostgresRefusedMessageRepository(db),
    relations: new PostgresRelationRepository(db),
    orphaned_files: new PostgresOrphanedFileRepository(db),
    transmissions: new PostgresTransmissionRepository(db),
    webhooks: new PostgresWebhookRepository(db),
  };
}
