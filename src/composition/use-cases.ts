import { requestDeadlines } from '../adapters/http/request-scope';
import { ProcessTiming } from '../adapters/process-timing';
import { PooledDocumentRendering } from '../adapters/rendering/pooled-document-rendering';
import { SealedRefreshTokens } from '../adapters/random/sealed-refresh-tokens';
import { keyFor } from '../adapters/secret-digests';
import { ParsingPool } from '../adapters/workers/parsing-pool';
import { ClientSecrets } from '../use-cases/access/client-secrets';
import { Clients } from '../use-cases/access/clients';
import { IssueTokens } from '../use-cases/access/issue-tokens';
import { CompromisedFamilies } from '../use-cases/access/compromised-families';
import { Lockouts } from '../use-cases/access/lockouts';
import { Attachments } from '../use-cases/documents/attachments';
import { DocumentPdfs } from '../use-cases/documents/document-pdfs';
import { Documents } from '../use-cases/documents/documents';
import { Links } from '../use-cases/documents/links';
import { DocumentCreation } from '../use-cases/documents/document-creation';
import { Credits } from '../use-cases/documents/credits';
import { Conversions } from '../use-cases/documents/conversions';
import { Payments } from '../use-cases/documents/payments';
import { StoredFiles } from '../use-cases/documents/stored-files';
import { BankAccounts } from '../use-cases/master-data/bank-accounts';
import { Brandings } from '../use-cases/master-data/brandings';
import { Companies } from '../use-cases/master-data/companies';
import { DeliveryLocations } from '../use-cases/master-data/delivery-locations';
import { Relations } from '../use-cases/master-data/relations';
import { Journals } from '../use-cases/numbering/journals';
import {
  LOG,
  CLOCK,
  IDS,
  STORAGE,
  HASHING,
  DIGESTS,
  ACCESS_TOKENS,
  TOKEN_REPOSITORY,
  LOCKOUTS,
  ISSUE_TOKENS,
  COMPANIES,
  CLIENTS,
  RELATIONS,
  DELIVERY_LOCATIONS,
  BANK_ACCOUNTS,
  JOURNALS,
  BRANDINGS,
  LINKS,
  DOCUMENT_CREATION,
  DOCUMENTS,
  PAYMENTS,
  CONVERSIONS,
  CREDITS,
  STORED_FILES,
  ATTACHMENTS,
  DOCUMENT_PDFS,
  PARSING,
  RENDERING,
  UNITS_OF_WORK,
} from './keys';
import { type Binder, lockoutOf } from './binder';

/** Binds the use cases of access, master data, numbering and documents. */
export function bindUseCases({ settings, installation_key, node, bind, resolve }: Binder): void {
  const lockout = lockoutOf(settings);
  bind(LOCKOUTS, () => new Lockouts(resolve(UNITS_OF_WORK), lockout, resolve(LOG)));
  bind(
    ISSUE_TOKENS,
    () =>
      new IssueTokens({
        repository: resolve(TOKEN_REPOSITORY),
        digests: resolve(DIGESTS),
        hashing: resolve(HASHING),
        refresh_tokens: new SealedRefreshTokens(keyFor('refresh token', installation_key)),
        access_tokens: resolve(ACCESS_TOKENS),
        compromised: new CompromisedFamilies(resolve(UNITS_OF_WORK), resolve(LOG)),
        clock: resolve(CLOCK),
        limits: lockout,
        timing: new ProcessTiming(),
        log: resolve(LOG),
        lockouts: resolve(LOCKOUTS),
        unknown_attempts: node.memory.unknown_attempts,
        verification_mutex: node.memory.verification_mutex,
        deadlines: requestDeadlines,
      }),
  );
  bind(COMPANIES, () => new Companies(resolve(CLOCK), resolve(IDS)));
  bind(CLIENTS, () => {
    const secrets = new ClientSecrets(resolve(DIGESTS), resolve(HASHING));
    return new Clients(resolve(CLOCK), resolve(IDS), secrets, lockout);
  });
  bind(RELATIONS, () => new Relations(resolve(CLOCK), resolve(IDS)));
  bind(DELIVERY_LOCATIONS, () => new DeliveryLocations(resolve(CLOCK), resolve(IDS)));
  bind(BANK_ACCOUNTS, () => new BankAccounts(resolve(CLOCK), resolve(IDS)));
  bind(JOURNALS, () => new Journals(resolve(CLOCK), resolve(IDS)));
  bind(BRANDINGS, () => new Brandings(resolve(CLOCK), resolve(IDS)));
  bind(LINKS, () => new Links(resolve(CLOCK), resolve(IDS)));
  bind(DOCUMENT_CREATION, () => {
    const dates = { issue_date_days_ahead: settings.ISSUE_DATE_DAYS_AHEAD };
    return new DocumentCreation(resolve(CLOCK), resolve(IDS), dates);
  });
  bind(CREDITS, () => new Credits(resolve(CLOCK), resolve(IDS), resolve(DOCUMENT_CREATION)));
  bind(CONVERSIONS, () => new Conversions(resolve(DOCUMENT_CREATION)));
  bind(PAYMENTS, () => new Payments(resolve(CLOCK), resolve(IDS)));
  bind(DOCUMENTS, () => new Documents(resolve(CLOCK), resolve(DOCUMENT_CREATION)));

  bind(STORED_FILES, () => new StoredFiles(resolve(CLOCK), resolve(STORAGE)));
  bind(ATTACHMENTS, () => new Attachments(resolve(CLOCK), resolve(IDS), resolve(STORED_FILES)));

  // Each worker of a node has pools of its own.
  const pool = settings.WORKERS > 1 ? { workers: 2 } : {};
  bind(PARSING, () => new ParsingPool(resolve(LOG), pool));
  bind(RENDERING, () => new PooledDocumentRendering(resolve(LOG), pool));
  bind(DOCUMENT_PDFS, () => new DocumentPdfs(resolve(RENDERING)));
}
