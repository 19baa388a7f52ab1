import type { LockoutLimits } from '../../domain/access/failed-attempts';
import type { AttemptWindows } from '../../ports/access/attempt-windows';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { Log } from '../../ports/log';
import type { Attention } from '../../use-cases/attention';
import type { Clients } from '../../use-cases/access/clients';
import type { Overview } from '../../use-cases/documents/overview';
import type { ClientWebhooks } from '../../use-cases/events/client-webhooks';
import type { LogVerification } from '../../use-cases/events/verification';
import type { RefusedMessages } from '../../use-cases/e-invoicing/refused-messages';
import type { PeriodExports } from '../../use-cases/e-invoicing/period-exports';
import type { UnitsOfWork } from '../../ports/unit-of-work';
import type { Search } from '../../use-cases/search';
import { notFound } from '../http/responses/envelope';
import type { Route } from '../http/route';
import { assetRoute } from './assets';
import { attentionPages } from './attention/attention-pages';
import { clientPages } from './client-pages';
import { companyPages } from './company-pages';
import { exportPages } from './exports/export-pages';
import { type DocumentParts, documentPages } from './documents/document-pages';
import { eventPages } from './events/event-pages';
import { webhookPages } from './events/webhook-pages';
import { type MasterDataParts, masterDataPages } from './master-data/master-data-pages';
import { overviewPage } from './overview-page';
import { Pages } from './page';
import { CONSOLE } from './paths';
import { searchPage } from './search/search-page';
import { sessionPages } from './sessions/session-pages';
import type { People } from './sessions/openid-sign-in';
import type { Sessions } from './sessions/sessions';
import { signInRoutes } from './sessions/sign-in';

export interface ConsoleParts extends DocumentParts, MasterDataParts {
  readonly sessions: Sessions;
  readonly limits: LockoutLimits;
  readonly sign_in_attempts: AttemptWindows;
  /** Undefined when people cannot sign in by OpenID Connect. */
  readonly people: People | undefined;
  readonly units: UnitsOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly attention: Attention;
  readonly overview: Overview;
  readonly search: Search;
  readonly exports: PeriodExports;
  readonly clients: Clients;
  readonly refused_messages: RefusedMessages;
  readonly verification: LogVerification;
  readonly webhooks: ClientWebhooks;
}

/** The console: pages with the functions of management and views of the data, for operators. */
export function consoleRoutes(parts: ConsoleParts): Route[] {
  const { sessions, clock, limits, log, overview, companies, clients, documents, transmissions } = parts;
  const pages = new Pages(sessions, log, parts.units);
  return [
    pages.open('get', '/', async (_req, res) => pages.redirect(res, CONSOLE)),
    assetRoute,
    ...signInRoutes(pages, {
      sessions,
      clock,
      log,
      limits,
      attempts: parts.sign_in_attempts,
      people: parts.people,
    }),
    ...sessionPages(pages, sessions),
    overviewPage(pages, overview, parts.attention, companies),
    ...attentionPages(pages, parts.attention, transmissions, parts.refused_messages),
    searchPage(pages, parts.search, companies),
    ...companyPages(pages, companies, documents, overview, parts.ids, clock),
    ...exportPages(pages, parts.exports),
    ...clientPages(pages, clients, companies, parts.ids),
    ...documentPages(pages, parts),
    ...masterDataPages(pages, parts),
    ...eventPages(pages, companies, parts.timeline, parts.verification),
    ...webhookPages(pages, clients, companies, parts.webhooks),
    pages.show(`${CONSOLE}/*rest`, async () => {
      throw notFound();
    }),
  ];
}
