import 'reflect-metadata'; // tsyringe refuses to load without it; this is the only place that needs it
import path from 'node:path';
import type { Express } from 'express';
import { type Kysely, sql } from 'kysely';
import { container as root, type DependencyContainer, instanceCachingFactory } from 'tsyringe';
import { attachmentRoutes } from './adapters/api/documents/attachment-routes';
import { authMeRoute } from './adapters/api/access/auth-me-route';
import { bankAccountRoutes } from './adapters/api/master-data/bank-account-routes';
import { bearerAuthentication } from './adapters/api/access/bearer-authentication';
import { brandingRoutes } from './adapters/api/master-data/branding-routes';
import { deliveryLocationRoutes } from './adapters/api/master-data/delivery-location-routes';
import { docsRoutes } from './adapters/api/docs-routes';
import { documentFileRoutes } from './adapters/api/e-invoicing/document-file-routes';
import { documentRoutes } from './adapters/api/documents/document-routes';
import { importRoutes } from './adapters/api/e-invoicing/import-routes';
import { journalRoutes } from './adapters/api/numbering/journal-routes';
import { openApiRoute } from './adapters/api/openapi-route';
import { referenceRoutes } from './adapters/api/reference-routes';
import { relationRoutes } from './adapters/api/master-data/relation-routes';
import { sendingRoutes } from './adapters/api/e-invoicing/sending-routes';
import { tokenRoute } from './adapters/api/access/token-route';
import { BcryptPool } from './adapters/bcrypt/bcrypt-pool';
import { consoleRoutes } from './adapters/console/console-routes';
import { Sessions } from './adapters/console/sessions/sessions';
import { PhossNetwork } from './adapters/e-invoicing/network/phoss-network';
import { PooledEInvoiceReader } from './adapters/e-invoicing/reading/pooled-e-invoice-reader';
import { PromptDirectory } from './adapters/e-invoicing/network/prompt-directory';
import { SandboxNetwork } from './adapters/e-invoicing/network/sandbox-network';
import { SmpDirectory } from './adapters/e-invoicing/network/smp-directory';
import { PeppolUblWriter } from './adapters/e-invoicing/writing/ubl-writer';
import { createApp } from './adapters/http/app';
import { FailureBrake } from './adapters/http/connections/failure-brake';
import { requestDeadlines, requestScope } from './adapters/http/request-scope';
import type { Route } from './adapters/http/route';
import { TimeOrderedIds } from './adapters/ids';
import { JwtAccessTokens } from './adapters/jwt-access-tokens';
import { createLog } from './adapters/logger';
import { PooledLogoImages } from './adapters/logo-images/pooled-logo-images';
import { managedBankAccountRoutes } from './adapters/management/bank-account-routes';
import { clientRoutes } from './adapters/management/client-routes';
import { clockRoutes } from './adapters/management/clock-routes';
import { companyRoutes } from './adapters/management/company-routes';
import { healthRoutes } from './adapters/management/health-routes';
import { linkRoutes } from './adapters/management/link-routes';
import { managementAuthentication } from './adapters/management/management-authentication';
import { networkInboundRoutes } from './adapters/management/network-inbound-routes';
import { networkRoutes } from './adapters/management/network-routes';
import { Metrics } from './adapters/metrics';
import { OffsetClock } from './adapters/offset-clock';
import { PostgresClockOffsets } from './adapters/postgres/clock-offsets';
import { PostgresActivity } from './adapters/postgres/documents/activity';
import { connect } from './adapters/postgres/connect';
import { PostgresConsoleSessionRepository } from './adapters/postgres/access/console-session-repository';
import type { DB } from './adapters/postgres/database';
import { PostgresIdempotency } from './adapters/postgres/idempotency/idempotency';
import { PgBossJobQueue } from './adapters/postgres/job-queue';
import { PostgresSandboxMemory } from './adapters/postgres/e-invoicing/sandbox-memory';
import { loadInstallationKey, PostgresTokenRepository } from './adapters/postgres/access/token-repository';
import { PostgresUnitsOfWork } from './adapters/postgres/units/units-of-work';
import { FontCoverage } from './adapters/rendering/font-coverage';
import { PooledDocumentRendering } from './adapters/rendering/pooled-document-rendering';
import { ProcessTiming } from './adapters/process-timing';
import { SealedRefreshTokens } from './adapters/sealed-refresh-tokens';
import { HmacSecretDigests, keyFor } from './adapters/secret-digests';
import { LocalFolderStorage } from './adapters/storage/local-folder';
import { S3Storage } from './adapters/storage/s3';
import { ParsingPool } from './adapters/workers/parsing-pool';
import type { Config } from './config';
import type { AccessTokens } from './ports/access/access-tokens';
import type { Activity } from './ports/documents/activity';
import type { Clock } from './ports/clock';
import type { Deliver, EInvoiceNetwork, ParticipantDirectory } from './ports/e-invoicing/e-invoice-network';
import type { EInvoiceReader } from './ports/e-invoicing/e-invoice-reader';
import type { Idempotency } from './ports/idempotency';
import type { Ids } from './ports/ids';
import type { Log } from './ports/log';
import type { Storage } from './ports/documents/storage';
import type { UblWriter } from './ports/e-invoicing/ubl';
import { Attachments } from './use-cases/documents/attachments';
import { BankAccounts } from './use-cases/master-data/bank-accounts';
import { Brandings } from './use-cases/master-data/brandings';
import { ClientSecrets } from './use-cases/access/client-secrets';
import { Clients } from './use-cases/access/clients';
import { Companies } from './use-cases/master-data/companies';
import { DeliveryLocations } from './use-cases/master-data/delivery-locations';
import { CreatedAndSent } from './use-cases/e-invoicing/created-and-sent';
import { DocumentPreviews } from './use-cases/e-invoicing/document-previews';
import { DocumentFiles } from './use-cases/e-invoicing/document-files';
import { TransmittedUbl } from './use-cases/e-invoicing/transmitted-ubl';
import { DocumentPages } from './use-cases/documents/document-pages';
import { Documents } from './use-cases/documents/documents';
import { IssueTokens } from './use-cases/access/issue-tokens';
import { Intake } from './use-cases/e-invoicing/intake';
import { Journals } from './use-cases/numbering/journals';
import { Links } from './use-cases/documents/links';
import { NetworkResponses } from './use-cases/e-invoicing/network-responses';
import { OutgoingUbl } from './use-cases/e-invoicing/outgoing-ubl';
import { Numbering } from './use-cases/documents/numbering';
import { Overview } from './use-cases/documents/overview';
import { Reception } from './use-cases/e-invoicing/reception';
import { Relations } from './use-cases/master-data/relations';
import { SendChecks } from './use-cases/e-invoicing/send-checks';
import { Sending } from './use-cases/e-invoicing/sending';
import { StoredFiles } from './use-cases/documents/stored-files';
import { Transmissions } from './use-cases/e-invoicing/transmissions';

declare const bound: unique symbol;

/** A container key that remembers what it stands for. */
export type Token<T> = symbol & { readonly [bound]?: T };
const token = <T>(name: string) => Symbol(name) as Token<T>;

export const LOG = token<ReturnType<typeof createLog>>('Log');
export const METRICS = token<Metrics>('Metrics');
export const DATABASE = token<Kysely<DB>>('Database');
export const OFFSET_CLOCK = token<OffsetClock>('OffsetClock');
export const CLOCK = token<Clock>('Clock');
export const IDS = token<Ids>('Ids');
export const UNITS_OF_WORK = token<PostgresUnitsOfWork>('UnitsOfWork');
export const ACTIVITY = token<Activity>('Activity');
export const IDEMPOTENCY = token<Idempotency>('Idempotency');
export const STORAGE = token<Storage>('Storage');
export const HASHING = token<BcryptPool>('Hashing');
export const DIGESTS = token<HmacSecretDigests>('Digests');
export const ACCESS_TOKENS = token<AccessTokens>('AccessTokens');
export const ISSUE_TOKENS = token<IssueTokens>('IssueTokens');
export const COMPANIES = token<Companies>('Companies');
export const CLIENTS = token<Clients>('Clients');
export const RELATIONS = token<Relations>('Relations');
export const DELIVERY_LOCATIONS = token<DeliveryLocations>('DeliveryLocations');
export const BANK_ACCOUNTS = token<BankAccounts>('BankAccounts');
export const JOURNALS = token<Journals>('Journals');
export const BRANDINGS = token<Brandings>('Brandings');
export const LINKS = token<Links>('Links');
export const NUMBERING = token<Numbering>('Numbering');
export const DOCUMENTS = token<Documents>('Documents');
export const STORED_FILES = token<StoredFiles>('StoredFiles');
export const ATTACHMENTS = token<Attachments>('Attachments');
export const UBL_WRITER = token<UblWriter>('UblWriter');
export const DELIVER = token<Deliver>('Deliver');
export const NETWORK = token<EInvoiceNetwork>('EInvoiceNetwork');
export const DIRECTORY = token<ParticipantDirectory>('ParticipantDirectory');
export const JOB_QUEUE = token<PgBossJobQueue>('JobQueue');
export const DOCUMENT_PAGES = token<DocumentPages>('DocumentPages');
export const OUTGOING_UBL = token<OutgoingUbl>('OutgoingUbl');
export const SENDING = token<Sending>('Sending');
export const TRANSMISSIONS = token<Transmissions>('Transmissions');
export const PARSING = token<ParsingPool>('Parsing');
export const RENDERING = token<PooledDocumentRendering>('Rendering');
export const DOCUMENT_FILES = token<DocumentFiles>('DocumentFiles');
export const E_INVOICE_READER = token<EInvoiceReader>('EInvoiceReader');
export const RECEPTION = token<Reception>('Reception');
export const CONSOLE_SESSIONS = token<Sessions>('ConsoleSessions');
/** What the public API answers, declared. */
export const API_ROUTES = token<readonly Route[]>('ApiRoutes');
export const API = token<Express>('Api');
/** What the management listener answers, declared. */
export const MANAGEMENT_ROUTES = token<readonly Route[]>('ManagementRoutes');
export const MANAGEMENT = token<Express>('Management');

export type Container = DependencyContainer;

export const get = <T>(container: Container, key: Token<T>): T => container.resolve<T>(key);

/** The configuration with everything filled in that the environment may leave open. */
export type Settings = Config & {
  readonly [Name in 'DATABASE_URL' | 'JWT_KEYS' | 'MANAGEMENT_TOKEN']: NonNullable<Config[Name]>;
};

/** Tokens name it as who issued them and whom they are for; the same on all nodes of an installation. */
const ISSUER = 'invoicing-service';

/**
 * The composition root: which adapter stands behind which port. Nothing is made before it is asked for; tests
 * put something else behind a port with one `register`.
 *
 * @param installation_key - as the database keeps it for all nodes
 */
export function compose(settings: Settings, installation_key: Uint8Array): DependencyContainer {
  const container = root.createChildContainer();
  const the = <T>(key: Token<T>): T => get(container, key);
  const bind = <T>(key: Token<T>, make: () => T) =>
    container.register<T>(key, { useFactory: instanceCachingFactory(make) });
  const isProduction = settings.NODE_ENV === 'production';
  const lockout = { attempts: settings.LOCKOUT_ATTEMPTS, window_s: settings.LOCKOUT_WINDOW_S };

  // What is seen from outside
  bind(LOG, () => createLog(settings.LOG_LEVEL, () => requestScope.getStore()));
  bind(METRICS, () => {
    const metrics = new Metrics();
    metrics.gauge('queue_jobs_waiting', 'Jobs of the queue that nobody has in hand, due now or later.', () =>
      the(ACTIVITY)
        .queueDepth()
        .then((depth) => (depth ? depth.due + depth.later : Number.NaN)),
    );
    return metrics;
  });

  // Ports
  bind(DATABASE, () =>
    connect(settings.DATABASE_URL, {
      pool_size: settings.DATABASE_POOL_SIZE,
      onIdleError: (error) => the(LOG).error('A database connection broke', error),
      deadlines: requestDeadlines,
    }),
  );
  bind(UNITS_OF_WORK, () => new PostgresUnitsOfWork(the(DATABASE), requestDeadlines));
  bind(ACTIVITY, () => new PostgresActivity(the(DATABASE)));
  bind(IDEMPOTENCY, () => new PostgresIdempotency(the(DATABASE), the(UNITS_OF_WORK), the(CLOCK)));
  bind(
    OFFSET_CLOCK,
    () => new OffsetClock(new PostgresClockOffsets(the(DATABASE), requestDeadlines), the(LOG)),
  );
  bind(CLOCK, () => (isProduction ? { now: () => new Date() } : the(OFFSET_CLOCK)));
  bind(IDS, () => new TimeOrderedIds(the(CLOCK)));
  bind(STORAGE, () => storageOf(settings));
  bind(HASHING, () => new BcryptPool());
  bind(DIGESTS, () => new HmacSecretDigests(installation_key));
  bind(ACCESS_TOKENS, () => {
    const issuer = settings.BASE_URL ?? ISSUER;
    return new JwtAccessTokens({ keys: settings.JWT_KEYS, issuer, audience: issuer });
  });

  // Use cases
  bind(
    ISSUE_TOKENS,
    () =>
      new IssueTokens({
        repository: new PostgresTokenRepository(the(DATABASE), requestDeadlines),
        digests: the(DIGESTS),
        hashing: the(HASHING),
        refresh_tokens: new SealedRefreshTokens(keyFor('refresh token', installation_key)),
        access_tokens: the(ACCESS_TOKENS),
        clock: the(CLOCK),
        limits: lockout,
        timing: new ProcessTiming(),
        log: the(LOG),
        deadlines: requestDeadlines,
      }),
  );
  bind(COMPANIES, () => new Companies(the(CLOCK), the(IDS)));
  bind(CLIENTS, () => {
    const secrets = new ClientSecrets(the(DIGESTS), the(HASHING));
    return new Clients(the(CLOCK), the(IDS), secrets, lockout);
  });
  bind(RELATIONS, () => new Relations(the(CLOCK), the(IDS)));
  bind(DELIVERY_LOCATIONS, () => new DeliveryLocations(the(CLOCK), the(IDS)));
  bind(BANK_ACCOUNTS, () => new BankAccounts(the(CLOCK), the(IDS)));
  bind(JOURNALS, () => new Journals(the(CLOCK), the(IDS)));
  bind(BRANDINGS, () => new Brandings(the(CLOCK), the(IDS)));
  bind(LINKS, () => new Links(the(CLOCK), the(IDS)));
  bind(NUMBERING, () => {
    const dates = { issue_date_days_ahead: settings.ISSUE_DATE_DAYS_AHEAD };
    return new Numbering(the(CLOCK), the(IDS), dates);
  });
  bind(DOCUMENTS, () => new Documents(the(CLOCK), the(NUMBERING)));

  bind(STORED_FILES, () => new StoredFiles(the(CLOCK), the(STORAGE)));
  bind(ATTACHMENTS, () => new Attachments(the(CLOCK), the(IDS), the(STORED_FILES)));

  bind(PARSING, () => new ParsingPool(the(LOG)));
  bind(RENDERING, () => new PooledDocumentRendering(the(LOG)));
  bind(DOCUMENT_PAGES, () => new DocumentPages(the(RENDERING)));

  // The e-invoicing network
  bind(UBL_WRITER, () => new PeppolUblWriter());
  bind(JOB_QUEUE, () => new PgBossJobQueue(settings.DATABASE_URL, { log: the(LOG) }));
  bind(DELIVER, () => async ({ xml, message_id, receiver }) => {
    await the(RECEPTION).receive(the(UNITS_OF_WORK).open(), xml, { message_id, receiver });
  });
  const sandbox = () =>
    new SandboxNetwork(new PostgresSandboxMemory(the(DATABASE)), the(CLOCK), the(DELIVER));
  const is_sandbox = settings.EINVOICE_NETWORK === 'sandbox';
  bind(NETWORK, () => (is_sandbox ? sandbox() : phossOf(settings, the(LOG))));
  bind(DIRECTORY, () => {
    const { SML_ZONE: zone, SMP_URL: smp_url } = settings;
    return new PromptDirectory(is_sandbox ? sandbox() : new SmpDirectory({ zone, smp_url }), the(LOG));
  });
  bind(OUTGOING_UBL, () => new OutgoingUbl(the(UBL_WRITER), the(STORED_FILES), the(DOCUMENT_PAGES)));
  bind(SENDING, () => {
    const directory = the(DIRECTORY);
    const checks = new SendChecks(directory);
    const ubl = the(OUTGOING_UBL);
    return new Sending(the(CLOCK), the(IDS), checks, ubl, directory, the(JOB_QUEUE));
  });
  bind(TRANSMISSIONS, () => new Transmissions(the(CLOCK), the(NETWORK), the(OUTGOING_UBL)));

  bind(E_INVOICE_READER, () => new PooledEInvoiceReader(the(PARSING)));
  bind(RECEPTION, () => {
    const intake = new Intake(the(CLOCK), the(IDS), the(STORED_FILES));
    const responses = new NetworkResponses(the(TRANSMISSIONS));
    return new Reception(intake, responses, the(STORED_FILES), the(E_INVOICE_READER));
  });

  bind(
    DOCUMENT_FILES,
    () =>
      new DocumentFiles(
        the(DOCUMENT_PAGES),
        the(OUTGOING_UBL),
        new TransmittedUbl(the(OUTGOING_UBL)),
        the(RECEPTION),
      ),
  );

  bind(
    CONSOLE_SESSIONS,
    () =>
      new Sessions(
        keyFor('console session', installation_key),
        settings.MANAGEMENT_TOKEN,
        new PostgresConsoleSessionRepository(the(DATABASE), requestDeadlines),
        the(CLOCK),
        the(IDS),
      ),
  );

  // Listeners
  bind(API_ROUTES, () => [
    ...documentRoutes(the(DOCUMENTS), new CreatedAndSent(the(NUMBERING), the(SENDING))),
    ...documentFileRoutes(the(DOCUMENT_FILES)),
    ...sendingRoutes(the(SENDING), new DocumentPreviews(the(NUMBERING), the(SENDING), new FontCoverage())),
    ...importRoutes(the(RECEPTION), settings.MAX_IMPORT_BYTES),
    ...attachmentRoutes(the(ATTACHMENTS), settings.MAX_ATTACHMENT_BYTES),
    ...relationRoutes(the(RELATIONS)),
    ...deliveryLocationRoutes(the(DELIVERY_LOCATIONS)),
    ...bankAccountRoutes(the(BANK_ACCOUNTS)),
    ...journalRoutes(the(JOURNALS)),
    ...brandingRoutes(the(BRANDINGS), new PooledLogoImages(the(PARSING))),
    tokenRoute(the(ISSUE_TOKENS)),
    authMeRoute(the(COMPANIES)),
    ...referenceRoutes(),
    openApiRoute(() => the(API_ROUTES)),
    ...docsRoutes(),
  ]);
  bind(API, () =>
    createApp({
      routes: the(API_ROUTES),
      authenticate: bearerAuthentication(the(ACCESS_TOKENS), the(CLOCK)),
      log: the(LOG),
      idempotency: the(IDEMPOTENCY),
      units: the(UNITS_OF_WORK),
      observe: (answer) => the(METRICS).observe('api', answer),
      trust_proxy: settings.TRUST_PROXY,
    }),
  );
  bind(MANAGEMENT_ROUTES, () => {
    const checks = {
      database: () => sql`select 1`.execute(the(DATABASE)),
      queue: () => the(JOB_QUEUE).check(),
    };
    return [
      ...healthRoutes(checks, the(METRICS)),
      ...companyRoutes(the(COMPANIES)),
      ...clientRoutes(the(CLIENTS)),
      ...managedBankAccountRoutes(the(BANK_ACCOUNTS)),
      ...linkRoutes(the(LINKS), the(DOCUMENTS)),
      ...networkRoutes(the(TRANSMISSIONS)),
      ...networkInboundRoutes(the(RECEPTION), settings.NETWORK_TOKEN),
      ...(isProduction ? [] : clockRoutes(the(OFFSET_CLOCK))),
      ...consoleRoutes({
        sessions: the(CONSOLE_SESSIONS),
        limits: lockout,
        clock: the(CLOCK),
        ids: the(IDS),
        log: the(LOG),
        overview: new Overview(the(ACTIVITY), the(CLOCK), () => performance.now()),
        companies: the(COMPANIES),
        clients: the(CLIENTS),
        documents: the(DOCUMENTS),
        sending: the(SENDING),
        transmissions: the(TRANSMISSIONS),
      }),
    ];
  });
  bind(MANAGEMENT, () =>
    createApp({
      routes: the(MANAGEMENT_ROUTES),
      authenticate: managementAuthentication(settings.MANAGEMENT_TOKEN),
      log: the(LOG),
      observe: (answer) => the(METRICS).observe('management', answer),
      trust_proxy: settings.TRUST_PROXY,
      units: the(UNITS_OF_WORK),
      brake: new FailureBrake(),
    }),
  );
  return container;
}

function phossOf(settings: Settings, log: Log): PhossNetwork {
  // Both were checked with the configuration.
  return new PhossNetwork({ url: settings.PHOSS_URL!, token: settings.PHOSS_TOKEN! }, log);
}

function storageOf(settings: Settings): Storage {
  const folder = settings.STORAGE_DIR ?? path.join(settings.DATA_DIR, 'files');
  if (settings.STORAGE === 'local') return new LocalFolderStorage(folder);
  return new S3Storage({
    endpoint: settings.S3_ENDPOINT!, // the four of them were checked with the configuration
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET!,
    access_key: settings.S3_ACCESS_KEY!,
    secret_key: settings.S3_SECRET_KEY!,
    spool_folder: folder,
  });
}

/** The container for a migrated database: what it keeps for all nodes is read first. */
export async function composeOn(settings: Settings): Promise<DependencyContainer> {
  const db = connect(settings.DATABASE_URL, { pool_size: 1 });
  try {
    return compose(settings, await loadInstallationKey(db));
  } finally {
    await db.destroy();
  }
}
