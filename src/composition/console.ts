import { consoleRoutes } from '../adapters/console/console-routes';
import { CALLBACK } from '../adapters/console/sessions/openid-sign-in';
import { Sessions } from '../adapters/console/sessions/sessions';
import type { Route } from '../adapters/http/route';
import { ProcessTiming } from '../adapters/process-timing';
import { DiscoveredOpenIdProvider } from '../adapters/openid/openid-provider';
import { keyFor } from '../adapters/secret-digests';
import { ZipArchives } from '../adapters/zip-archives';
import type { Grants } from '../domain/access/person';
import type { OpenIdProvider } from '../ports/access/openid-provider';
import { Attention } from '../use-cases/attention';
import { Overview } from '../use-cases/documents/overview';
import { PeriodExports } from '../use-cases/e-invoicing/period-exports';
import { ClientWebhooks } from '../use-cases/events/client-webhooks';
import { EventPositions } from '../use-cases/events/positions';
import { Timeline } from '../use-cases/events/timeline';
import { NumberingIntegrity } from '../use-cases/numbering/numbering-integrity';
import { Search } from '../use-cases/search';
import { type Binder, lockoutOf, type Settings } from './binder';
import {
  ACTIVITY,
  ATTACHMENTS,
  ATTENTION_QUERIES,
  BANK_ACCOUNTS,
  BRANDINGS,
  CLIENTS,
  CLOCK,
  COMPANIES,
  CONSOLE_SESSION_REPOSITORY,
  CONSOLE_SESSIONS,
  DELIVERY_LOCATIONS,
  DOCUMENT_FILES,
  DOCUMENTS,
  EVENT_HISTORY,
  EVENT_LOG,
  IDS,
  INVOICE_RESPONSES,
  LOG,
  LOG_VERIFICATION,
  NUMBERED_SEQUENCES,
  PAYMENTS,
  REFUSED_MESSAGES,
  RELATIONS,
  SEARCH_QUERIES,
  SENDING,
  token,
  TRANSMISSIONS,
  UNITS_OF_WORK,
} from './keys';

/** Private to this file: only the console opens sessions. */
const SESSIONS = token<Sessions>('Sessions');

const OPENID_PROVIDER = token<OpenIdProvider>('OpenIdProvider');

export const CONSOLE_ROUTES = token<Route[]>('ConsoleRoutes');

/** Binds the pages of the console, which the management listener serves. */
export function bindConsole({ settings, installation_key, node, bind, resolve }: Binder): void {
  const lockout = lockoutOf(settings);
  bind(
    SESSIONS,
    () =>
      new Sessions(
        keyFor('console session', installation_key),
        settings.MANAGEMENT_TOKEN,
        resolve(CONSOLE_SESSION_REPOSITORY),
        resolve(CLOCK),
        resolve(IDS),
        settings.OIDC_ISSUER &&
          JSON.stringify([
            ...[settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET],
            ...[settings.CONSOLE_URL, grantsOf(settings)],
          ]),
      ),
  );
  bind(OPENID_PROVIDER, () => providerOf(settings));
  bind(CONSOLE_SESSIONS, () => resolve(SESSIONS));
  bind(CONSOLE_ROUTES, () =>
    consoleRoutes({
      sessions: resolve(SESSIONS),
      limits: lockout,
      people: settings.OIDC_ISSUER
        ? { provider: resolve(OPENID_PROVIDER), grants: grantsOf(settings) }
        : undefined,
      units: resolve(UNITS_OF_WORK),
      sign_in_attempts: node.memory.sign_in_attempts,
      clock: resolve(CLOCK),
      ids: resolve(IDS),
      log: resolve(LOG),
      attention: new Attention(resolve(ATTENTION_QUERIES), resolve(CLOCK), lockout),
      overview: new Overview(resolve(ACTIVITY), resolve(CLOCK), new ProcessTiming()),
      numbering: new NumberingIntegrity(resolve(NUMBERED_SEQUENCES), resolve(CLOCK)),
      bank_accounts: resolve(BANK_ACCOUNTS),
      brandings: resolve(BRANDINGS),
      relations: resolve(RELATIONS),
      delivery_locations: resolve(DELIVERY_LOCATIONS),
      search: new Search(resolve(SEARCH_QUERIES)),
      exports: new PeriodExports({
        files: resolve(DOCUMENT_FILES),
        archives: new ZipArchives(),
        clock: resolve(CLOCK),
        timing: new ProcessTiming(),
      }),
      companies: resolve(COMPANIES),
      clients: resolve(CLIENTS),
      documents: resolve(DOCUMENTS),
      payments: resolve(PAYMENTS),
      files: resolve(DOCUMENT_FILES),
      attachments: resolve(ATTACHMENTS),
      responses: resolve(INVOICE_RESPONSES),
      sending: resolve(SENDING),
      transmissions: resolve(TRANSMISSIONS),
      refused_messages: resolve(REFUSED_MESSAGES),
      timeline: new Timeline(
        resolve(EVENT_LOG),
        resolve(EVENT_HISTORY),
        new EventPositions(resolve(EVENT_LOG)),
        resolve(CONSOLE_SESSION_REPOSITORY),
      ),
      verification: resolve(LOG_VERIFICATION),
      webhooks: new ClientWebhooks(resolve(CLOCK)),
    }),
  );
}

function grantsOf({ OIDC_OPERATORS = [], OIDC_VIEWERS = [] }: Settings): Grants {
  return { operators: OIDC_OPERATORS, viewers: OIDC_VIEWERS };
}

function providerOf(settings: Settings): OpenIdProvider {
  return new DiscoveredOpenIdProvider({
    issuer: settings.OIDC_ISSUER!, // `loadConfig` has checked that all four are set
    client_id: settings.OIDC_CLIENT_ID!,
    client_secret: settings.OIDC_CLIENT_SECRET!,
    redirect_uri: new URL(CALLBACK, settings.CONSOLE_URL).href,
  });
}
