import type { DependencyContainer } from 'tsyringe';
import type { App } from '../adapters/http/request';
import type { Route } from '../adapters/http/route';
import type { DB } from '../adapters/postgres/database';
import type { ParsingPool } from '../adapters/workers/parsing-pool';
import type { AccessTokens } from '../ports/access/access-tokens';
import type { ConsoleSessionRepository } from '../ports/access/console-session-repository';
import type { ClientSecretDigests, SlowHashing } from '../ports/access/secrets';
import type { TokenRepository } from '../ports/access/token-repository';
import type { AttentionQueries } from '../ports/attention';
import type { BusinessClock, ClockOffsets } from '../ports/business-clock';
import type { Clock } from '../ports/clock';
import type { Activity } from '../ports/documents/activity';
import type { DocumentRendering } from '../ports/documents/rendering';
import type { Storage } from '../ports/documents/storage';
import type { Deliver, EInvoiceNetwork, ParticipantDirectory } from '../ports/e-invoicing/e-invoice-network';
import type { EInvoiceReader } from '../ports/e-invoicing/e-invoice-reader';
import type { Exchange } from '../ports/e-invoicing/exchange-figures';
import type { SandboxMemory } from '../ports/e-invoicing/sandbox-memory';
import type { UblWriter } from '../ports/e-invoicing/ubl';
import type { CheckpointRepository } from '../ports/events/checkpoint-repository';
import type { SigningKeyRepository } from '../ports/events/signing-keys';
import type { StoredLog } from '../ports/events/stored-log';
import type { VerificationResults } from '../ports/events/verification-results';
import type { WebhookAddresses } from '../ports/events/webhooks/webhook-addresses';
import type { DeliveryQueue } from '../ports/events/webhooks/delivery-queue';
import type { DeliveryUpkeep } from '../ports/events/webhooks/delivery-upkeep';
import type { WebhookSecrets } from '../ports/events/webhooks/webhook-secrets';
import type { ReturnedResources } from '../ports/events/returned-resources';
import type { EventHistory } from '../ports/events/event-history';
import type { EventLog } from '../ports/events/event-log';
import type { GrowingLogs } from '../ports/events/growing-logs';
import type { Sequencer } from '../ports/events/sequencer';
import type { NumberedSequences } from '../ports/numbering/numbered-sequences';
import type { Recorder } from '../ports/events/recorder';
import type { Idempotency } from '../ports/idempotency';
import type { Ids } from '../ports/ids';
import type { JobWorker } from '../ports/job-queue';
import type { Log } from '../ports/log';
import type { Metrics, PoolUse } from '../ports/metrics';
import type { SearchQueries } from '../ports/search';
import type { ForCompany, UnitsOfWork } from '../ports/unit-of-work';
import type { Clients } from '../use-cases/access/clients';
import type { IssueTokens } from '../use-cases/access/issue-tokens';
import type { Lockouts } from '../use-cases/access/lockouts';
import type { Attachments } from '../use-cases/documents/attachments';
import type { DocumentPdfs } from '../use-cases/documents/document-pdfs';
import type { Documents } from '../use-cases/documents/documents';
import type { Links } from '../use-cases/documents/links';
import type { Credits } from '../use-cases/documents/credits';
import type { Conversions } from '../use-cases/documents/conversions';
import type { Payments } from '../use-cases/documents/payments';
import type { DocumentCreation } from '../use-cases/documents/document-creation';
import type { StoredFiles } from '../use-cases/documents/stored-files';
import type { DocumentFiles } from '../use-cases/e-invoicing/document-files';
import type { OutgoingUbl } from '../use-cases/e-invoicing/outgoing-ubl';
import type { Reception } from '../use-cases/e-invoicing/reception';
import type { RefusedMessages } from '../use-cases/e-invoicing/refused-messages';
import type { InvoiceResponses } from '../use-cases/e-invoicing/invoice-responses';
import type { Sending } from '../use-cases/e-invoicing/sending';
import type { TransmissionWorker } from '../use-cases/e-invoicing/transmission-worker';
import type { Transmissions } from '../use-cases/e-invoicing/transmissions';
import type { Checkpoints } from '../use-cases/events/checkpoints';
import type { Evidence } from '../use-cases/events/evidence';
import type { SigningKeys } from '../use-cases/events/signing-keys';
import type { LogVerification } from '../use-cases/events/verification';
import type { WebhookDeliveries } from '../use-cases/events/webhook-deliveries';
import type { Webhooks } from '../use-cases/events/webhooks';
import type { EventFeed } from '../use-cases/events/event-feed';
import type { BankAccounts } from '../use-cases/master-data/bank-accounts';
import type { Brandings } from '../use-cases/master-data/brandings';
import type { Companies } from '../use-cases/master-data/companies';
import type { DeliveryLocations } from '../use-cases/master-data/delivery-locations';
import type { Relations } from '../use-cases/master-data/relations';
import type { Journals } from '../use-cases/numbering/journals';
import type { Kysely } from 'kysely';

/** Has processes, threads or connections to close when the service stops. */
interface Closing {
  close(): Promise<void>;
}

/** A dependency that the readiness check tests. */
interface Checked {
  /** @throws Error when the dependency is unavailable */
  check(): Promise<void>;
}

/** Has a pool of connections. */
interface Pooled {
  poolUse(): PoolUse;
}

/** Works in the background between `start` and `stop`. */
interface Running {
  start(): Promise<void>;
  stop(): void;
}

/** Has rows that expire. */
interface Sweeping {
  /** Deletes the expired rows. @returns the number of deleted rows */
  sweep(): Promise<number>;
}

/** Sends webhooks in the background. */
interface Delivering {
  start(): void;
  /** To be called when a company has new events, or its webhooks have changed. */
  wake(company_id: string): void;
  /** Gives the work that is not finished back to the other nodes. */
  stop(grace_ms: number): Promise<void>;
}

/** Knows ports of this service that no webhook may reach. */
interface ClosedPorts {
  refusePort(port: number): void;
}

declare const bound: unique symbol;

/** A container key with the type of its value. */
export type Token<T> = symbol & { readonly [bound]?: T };
export const token = <T>(name: string) => Symbol(name) as Token<T>;

export const LOG = token<Log>('Log');
export const METRICS = token<Metrics>('Metrics');
/** The Kysely instance, with which tests insert and read rows. In the service only `postgres.ts` uses it. */
export const DATABASE = token<Kysely<DB>>('Database');
export const DATABASE_CONNECTIONS = token<Checked & Closing & Pooled>('DatabaseConnections');
export const CLOCK_OFFSETS = token<ClockOffsets>('ClockOffsets');
export const OFFSET_CLOCK = token<BusinessClock & Running>('OffsetClock');
export const CLOCK = token<Clock>('Clock');
export const IDS = token<Ids>('Ids');
export const UNITS_OF_WORK = token<UnitsOfWork>('UnitsOfWork');
export const ACTIVITY = token<Activity>('Activity');
export const NUMBERED_SEQUENCES = token<NumberedSequences>('NumberedSequences');
export const SEARCH_QUERIES = token<SearchQueries>('SearchQueries');
export const ATTENTION_QUERIES = token<AttentionQueries>('AttentionQueries');
/** Resources in the form that the API returns them in. */
export const ANSWERED_RESOURCES = token<ReturnedResources>('ReturnedResources');
export const EXCHANGE = token<Exchange>('Exchange');
export const FOR_COMPANY = token<ForCompany>('ForCompany');
export const RECORDER = token<Recorder>('Recorder');
export const EVENT_LOG = token<EventLog>('EventLog');
export const EVENT_SEQUENCER = token<Sequencer>('EventSequencer');
export const GROWING_LOGS = token<GrowingLogs & { stop(): void }>('GrowingLogs');
export const EVENT_HISTORY = token<EventHistory>('EventHistory');
export const EVENT_FEED = token<EventFeed>('EventFeed');
export const IDEMPOTENCY = token<Idempotency>('Idempotency');
export const STORAGE = token<Storage>('Storage');
export const HASHING = token<SlowHashing & Closing>('Hashing');
export const DIGESTS = token<ClientSecretDigests>('Digests');
export const ACCESS_TOKENS = token<AccessTokens>('AccessTokens');
export const TOKEN_REPOSITORY = token<TokenRepository>('TokenRepository');
export const LOCKOUTS = token<Lockouts>('Lockouts');
export const ISSUE_TOKENS = token<IssueTokens>('IssueTokens');
export const COMPANIES = token<Companies>('Companies');
export const CLIENTS = token<Clients>('Clients');
export const RELATIONS = token<Relations>('Relations');
export const DELIVERY_LOCATIONS = token<DeliveryLocations>('DeliveryLocations');
export const BANK_ACCOUNTS = token<BankAccounts>('BankAccounts');
export const JOURNALS = token<Journals>('Journals');
export const BRANDINGS = token<Brandings>('Brandings');
export const LINKS = token<Links>('Links');
export const CREDITS = token<Credits>('Credits');
export const CONVERSIONS = token<Conversions>('Conversions');
export const PAYMENTS = token<Payments>('Payments');
export const DOCUMENT_CREATION = token<DocumentCreation>('DocumentCreation');
export const DOCUMENTS = token<Documents>('Documents');
export const STORED_FILES = token<StoredFiles>('StoredFiles');
export const ATTACHMENTS = token<Attachments>('Attachments');
export const UBL_WRITER = token<UblWriter>('UblWriter');
export const DELIVER = token<Deliver>('Deliver');
export const NETWORK = token<EInvoiceNetwork>('EInvoiceNetwork');
export const DIRECTORY = token<ParticipantDirectory>('ParticipantDirectory');
export const SANDBOX_MEMORY = token<SandboxMemory>('SandboxMemory');
export const JOB_QUEUE = token<JobWorker>('JobQueue');
export const DOCUMENT_PDFS = token<DocumentPdfs>('DocumentPdfs');
export const OUTGOING_UBL = token<OutgoingUbl>('OutgoingUbl');
export const SENDING = token<Sending>('Sending');
export const INVOICE_RESPONSES = token<InvoiceResponses>('InvoiceResponses');
export const TRANSMISSIONS = token<Transmissions>('Transmissions');
export const TRANSMISSION_WORKER = token<TransmissionWorker>('TransmissionWorker');
/** The pool itself instead of a port: its callers pass it modules and functions of their own adapters. */
export const PARSING = token<ParsingPool>('Parsing');
export const RENDERING = token<DocumentRendering & Closing>('Rendering');
export const DOCUMENT_FILES = token<DocumentFiles>('DocumentFiles');
export const E_INVOICE_READER = token<EInvoiceReader>('EInvoiceReader');
export const RECEPTION = token<Reception>('Reception');
export const REFUSED_MESSAGES = token<RefusedMessages>('RefusedMessages');
export const VERIFICATION_RESULTS = token<VerificationResults>('VerificationResults');
export const CHECKPOINT_REPOSITORY = token<CheckpointRepository>('CheckpointRepository');
export const SIGNING_KEY_REPOSITORY = token<SigningKeyRepository>('SigningKeyRepository');
export const SIGNING_KEYS = token<SigningKeys>('SigningKeys');
export const STORED_LOG = token<StoredLog>('StoredLog');
export const LOG_VERIFICATION = token<LogVerification>('LogVerification');
export const EVIDENCE = token<Evidence>('Evidence');
export const CHECKPOINTS = token<Checkpoints>('Checkpoints');
export const WEBHOOK_SECRETS = token<WebhookSecrets>('WebhookSecrets');
export const WEBHOOK_ADDRESSES = token<WebhookAddresses & ClosedPorts>('WebhookAddresses');
export const WEBHOOK_DELIVERIES = token<WebhookDeliveries>('WebhookDeliveries');
export const DELIVERY_QUEUE = token<DeliveryQueue>('DeliveryQueue');
export const DELIVERY_UPKEEP = token<DeliveryUpkeep>('DeliveryUpkeep');
export const DELIVERY_ENGINE = token<Delivering>('DeliveryEngine');
export const WEBHOOKS = token<Webhooks>('Webhooks');
export const CONSOLE_SESSION_REPOSITORY = token<ConsoleSessionRepository>('ConsoleSessionRepository');
export const CONSOLE_SESSIONS = token<Sweeping>('ConsoleSessions');
/** The route declarations of the public API, from which the OpenAPI description is generated. */
export const API_ROUTES = token<readonly Route[]>('ApiRoutes');
export const MANAGEMENT_ROUTES = token<readonly Route[]>('ManagementRoutes');
/** The listeners; their state says when the service stops. */
export const API = token<App>('Api');
export const MANAGEMENT = token<App>('Management');

export type Container = DependencyContainer;

export const get = <T>(container: Container, key: Token<T>): T => container.resolve<T>(key);
