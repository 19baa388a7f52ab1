import { documentRoutes } from '../adapters/api/documents/document-routes';
import { documentFileRoutes } from '../adapters/api/e-invoicing/document-file-routes';
import { responseRoutes } from '../adapters/api/e-invoicing/response-routes';
import { sendingRoutes } from '../adapters/api/e-invoicing/sending-routes';
import { managedSendingRoutes } from '../adapters/api/e-invoicing/managed-sending-routes';
import { importRoutes } from '../adapters/api/e-invoicing/import-routes';
import { attachmentRoutes } from '../adapters/api/documents/attachment-routes';
import { derivedDocumentRoutes } from '../adapters/api/documents/derived-document-routes';
import { paymentRoutes } from '../adapters/api/documents/payment-routes';
import { relationRoutes } from '../adapters/api/master-data/relation-routes';
import { deliveryLocationRoutes } from '../adapters/api/master-data/delivery-location-routes';
import { bankAccountRoutes } from '../adapters/api/master-data/bank-account-routes';
import { journalRoutes } from '../adapters/api/numbering/journal-routes';
import { brandingRoutes } from '../adapters/api/master-data/branding-routes';
import { webhookDeliveryRoutes } from '../adapters/api/events/webhook-delivery-routes';
import { webhookRoutes } from '../adapters/api/events/webhook-routes';
import { referenceRoutes } from '../adapters/api/reference-routes';
import { eventRoutes } from '../adapters/api/events/event-routes';
import { docsRoutes } from '../adapters/api/docs/docs-routes';
import { evidenceRoutes } from '../adapters/api/events/evidence-routes';
import { checkpointRoutes } from '../adapters/api/events/checkpoint-routes';
import { healthRoutes } from '../adapters/management/health-routes';
import { companyRoutes } from '../adapters/management/company-routes';
import { clientRoutes } from '../adapters/management/client-routes';
import { managedBankAccountRoutes } from '../adapters/management/bank-account-routes';
import { linkRoutes } from '../adapters/management/link-routes';
import { managedEventRoutes } from '../adapters/management/event-routes';
import { signingKeyRoutes } from '../adapters/management/signing-key-routes';
import { networkRoutes } from '../adapters/management/network-routes';
import { refusalRoutes } from '../adapters/management/refusal-routes';
import { networkInboundRoutes } from '../adapters/management/network-inbound-routes';
import { authMeRoute } from '../adapters/api/access/auth-me-route';
import { bearerAuthentication } from '../adapters/api/access/bearer-authentication';
import { tokenRoute } from '../adapters/api/access/token-route';
import { mcpRoutes } from '../adapters/api/mcp/mcp-routes';
import { managementOpenApiRoute, openApiRoute } from '../adapters/api/openapi-route';
import { createApp } from '../adapters/http/app';
import { PooledLogoImages } from '../adapters/logo-images/pooled-logo-images';
import { clockRoutes } from '../adapters/management/clock-routes';
import { managementAuthentication } from '../adapters/management/management-authentication';
import { FontCoverage } from '../adapters/rendering/font-coverage';
import { keyFor } from '../adapters/secret-digests';
import { CreatedAndSent } from '../use-cases/e-invoicing/created-and-sent';
import { DocumentPreviews } from '../use-cases/e-invoicing/document-previews';
import { RelationReachability } from '../use-cases/e-invoicing/relation-reachability';
import {
  LOG,
  METRICS,
  DATABASE_CONNECTIONS,
  OFFSET_CLOCK,
  CLOCK,
  UNITS_OF_WORK,
  IDEMPOTENCY,
  EVENT_FEED,
  ACCESS_TOKENS,
  ISSUE_TOKENS,
  COMPANIES,
  CLIENTS,
  RELATIONS,
  DELIVERY_LOCATIONS,
  BANK_ACCOUNTS,
  JOURNALS,
  BRANDINGS,
  LINKS,
  DIRECTORY,
  DOCUMENT_CREATION,
  DOCUMENTS,
  ATTACHMENTS,
  PAYMENTS,
  CONVERSIONS,
  CREDITS,
  JOB_QUEUE,
  SENDING,
  INVOICE_RESPONSES,
  TRANSMISSIONS,
  PARSING,
  DOCUMENT_FILES,
  RECEPTION,
  REFUSED_MESSAGES,
  CHECKPOINTS,
  EVIDENCE,
  LOG_VERIFICATION,
  SIGNING_KEYS,
  WEBHOOKS,
  WEBHOOK_ADDRESSES,
  WEBHOOK_DELIVERIES,
  WEBHOOK_SECRETS,
  API_ROUTES,
  API,
  MANAGEMENT_ROUTES,
  MANAGEMENT,
} from './keys';
import type { Binder } from './binder';
import { CONSOLE_ROUTES } from './console';

/** Binds the routes and applications of the public API and the management listener. */
export function bindListeners({ settings, installation_key, node, bind, resolve }: Binder): void {
  const isProduction = settings.NODE_ENV === 'production';
  const authenticateBearer = () => bearerAuthentication(resolve(ACCESS_TOKENS), resolve(CLOCK));

  const createdAndSent = () =>
    new CreatedAndSent(resolve(DOCUMENT_CREATION), resolve(CREDITS), resolve(SENDING));
  bind(API_ROUTES, () => [
    ...documentRoutes(resolve(DOCUMENTS), createdAndSent()),
    ...documentFileRoutes(resolve(DOCUMENT_FILES)),
    ...sendingRoutes(
      resolve(SENDING),
      resolve(TRANSMISSIONS),
      new DocumentPreviews(resolve(DOCUMENT_CREATION), resolve(SENDING), new FontCoverage()),
      new RelationReachability(resolve(CLOCK), resolve(DIRECTORY)),
    ),
    ...responseRoutes(resolve(INVOICE_RESPONSES)),
    ...importRoutes(resolve(RECEPTION), settings.MAX_IMPORT_BYTES),
    ...attachmentRoutes(resolve(ATTACHMENTS), settings.MAX_ATTACHMENT_BYTES),
    ...derivedDocumentRoutes(resolve(CONVERSIONS), resolve(CREDITS), createdAndSent()),
    ...paymentRoutes(resolve(PAYMENTS)),
    ...relationRoutes(resolve(RELATIONS)),
    ...deliveryLocationRoutes(resolve(DELIVERY_LOCATIONS)),
    ...bankAccountRoutes(resolve(BANK_ACCOUNTS)),
    ...journalRoutes(resolve(JOURNALS)),
    ...brandingRoutes(resolve(BRANDINGS), new PooledLogoImages(resolve(PARSING))),
    ...evidenceRoutes(resolve(EVIDENCE)),
    ...checkpointRoutes(resolve(CHECKPOINTS), resolve(SIGNING_KEYS)),
    ...webhookRoutes(resolve(WEBHOOKS), resolve(WEBHOOK_ADDRESSES)),
    ...webhookDeliveryRoutes(resolve(WEBHOOK_DELIVERIES)),
    ...eventRoutes(resolve(EVENT_FEED)),
    tokenRoute(resolve(ISSUE_TOKENS)),
    authMeRoute(resolve(COMPANIES)),
    ...referenceRoutes(),
    openApiRoute(() => resolve(API_ROUTES), settings.BASE_URL),
    ...docsRoutes(),
    ...(settings.MCP
      ? mcpRoutes({
          api: () => resolve(API),
          routes: () => resolve(API_ROUTES),
          authenticate: authenticateBearer(),
          preview_key: keyFor('preview of a call', installation_key),
          base_url: settings.BASE_URL,
          metrics: resolve(METRICS),
        })
      : []),
  ]);
  bind(API, () =>
    createApp({
      routes: resolve(API_ROUTES),
      authenticate: authenticateBearer(),
      log: resolve(LOG),
      idempotency: resolve(IDEMPOTENCY),
      sealing: resolve(WEBHOOK_SECRETS),
      units: resolve(UNITS_OF_WORK),
      observe: (answer) => resolve(METRICS).observe('api', answer),
      trust_proxy: settings.TRUST_PROXY,
    }),
  );
  bind(MANAGEMENT_ROUTES, () => {
    const checks = {
      database: () => resolve(DATABASE_CONNECTIONS).check(),
      queue: () => resolve(JOB_QUEUE).check(),
    };
    return [
      ...healthRoutes(checks, resolve(METRICS)),
      ...companyRoutes(resolve(COMPANIES)),
      ...clientRoutes(resolve(CLIENTS)),
      ...managedBankAccountRoutes(resolve(BANK_ACCOUNTS)),
      ...linkRoutes(resolve(LINKS), resolve(DOCUMENTS)),
      ...managedEventRoutes(resolve(EVENT_FEED), resolve(COMPANIES), resolve(LOG_VERIFICATION)),
      ...signingKeyRoutes(resolve(SIGNING_KEYS)),
      ...managedSendingRoutes(resolve(SENDING), resolve(TRANSMISSIONS)),
      ...networkRoutes(resolve(TRANSMISSIONS)),
      ...refusalRoutes(resolve(REFUSED_MESSAGES)),
      ...networkInboundRoutes(resolve(RECEPTION), settings.NETWORK_TOKEN),
      ...(isProduction ? [] : clockRoutes(resolve(OFFSET_CLOCK))),
      managementOpenApiRoute(() => resolve(MANAGEMENT_ROUTES)),
      ...resolve(CONSOLE_ROUTES),
    ];
  });
  bind(MANAGEMENT, () =>
    createApp({
      routes: resolve(MANAGEMENT_ROUTES),
      authenticate: managementAuthentication(settings.MANAGEMENT_TOKEN),
      log: resolve(LOG),
      observe: (answer) => resolve(METRICS).observe('management', answer),
      trust_proxy: settings.TRUST_PROXY,
      units: resolve(UNITS_OF_WORK),
      throttle: node.memory.failures,
    }),
  );
}
