import { companyOfRequest, outsideRequests, requestDeadlines } from '../adapters/http/request-scope';
import { CoalescedTokens } from '../adapters/postgres/access/coalesced-tokens';
import { PostgresConsoleSessionRepository } from '../adapters/postgres/access/console-session-repository';
import { PostgresAttentionQueries } from '../adapters/postgres/attention';
import { PostgresClockOffsets } from '../adapters/postgres/clock-offsets';
import { connect, poolUse } from '../adapters/postgres/connect';
import { forCompany } from '../adapters/postgres/connections/share-of-work';
import { PostgresActivity } from '../adapters/postgres/documents/activity';
import { PostgresExchange } from '../adapters/postgres/e-invoicing/exchange-figures';
import { PostgresSandboxMemory } from '../adapters/postgres/e-invoicing/sandbox-memory';
import { PostgresCheckpointRepository } from '../adapters/postgres/events/checkpoint-repository';
import { PostgresStoredLog } from '../adapters/postgres/events/stored-log';
import { PostgresSigningKeyRepository } from '../adapters/postgres/events/signing-key-repository';
import { PostgresVerificationResults } from '../adapters/postgres/events/verification-results';
import { PostgresIdempotency } from '../adapters/postgres/idempotency/idempotency';
import { PostgresEventHistory } from '../adapters/postgres/events/event-history';
import { PostgresEventLog } from '../adapters/postgres/events/event-log';
import { PostgresDeliveryQueue } from '../adapters/postgres/events/webhooks/delivery-queue';
import { PostgresDeliveryUpkeep } from '../adapters/postgres/events/webhooks/delivery-upkeep';
import { PgBossJobQueue } from '../adapters/postgres/jobs/job-queue';
import { PostgresNumberedSequences } from '../adapters/postgres/numbering/numbered-sequences';
import { PostgresSearchQueries } from '../adapters/postgres/search';
import { PostgresUnitsOfWork } from '../adapters/postgres/units/units-of-work';
import { sql } from 'kysely';
import {
  ACTIVITY,
  ATTENTION_QUERIES,
  CHECKPOINT_REPOSITORY,
  CLOCK,
  CLOCK_OFFSETS,
  CONSOLE_SESSION_REPOSITORY,
  DATABASE,
  DATABASE_CONNECTIONS,
  DELIVERY_QUEUE,
  DELIVERY_UPKEEP,
  EVENT_HISTORY,
  EVENT_LOG,
  EVENT_SEQUENCER,
  EXCHANGE,
  FOR_COMPANY,
  IDEMPOTENCY,
  JOB_QUEUE,
  LOG,
  METRICS,
  NUMBERED_SEQUENCES,
  RECORDER,
  SANDBOX_MEMORY,
  SEARCH_QUERIES,
  SIGNING_KEY_REPOSITORY,
  STORED_LOG,
  token,
  TOKEN_REPOSITORY,
  UNITS_OF_WORK,
  VERIFICATION_RESULTS,
} from './keys';
import type { Binder } from './binder';

/** Private to this file: `PostgresIdempotency` opens units of work with methods that the port does not have. */
const POSTGRES_UNITS = token<PostgresUnitsOfWork>('PostgresUnitsOfWork');

/** Binds the adapters on PostgreSQL. The other parts of the composition root use their ports only. */
export function bindPostgres({ settings, bind, resolve }: Binder): void {
  bind(DATABASE, () =>
    connect(settings.DATABASE_URL, {
      pool_size: settings.DATABASE_POOL_SIZE,
      // The request that opened the connection is over.
      onIdleError: (error) => outsideRequests(() => resolve(LOG).error('A database connection broke', error)),
      deadlines: requestDeadlines,
      shareOf: companyOfRequest,
    }),
  );
  bind(FOR_COMPANY, () => forCompany);
  bind(DATABASE_CONNECTIONS, () => ({
    check: async () => void (await sql`select 1`.execute(resolve(DATABASE))),
    close: () => resolve(DATABASE).destroy(),
    poolUse: () => poolUse(resolve(DATABASE)),
  }));

  bind(
    POSTGRES_UNITS,
    () =>
      new PostgresUnitsOfWork(
        resolve(DATABASE),
        resolve(RECORDER),
        requestDeadlines,
        (company_id) => outsideRequests(() => resolve(EVENT_SEQUENCER).wake(company_id)),
        (kind, size) => resolve(METRICS).observeBatch(kind, size),
      ),
  );
  bind(UNITS_OF_WORK, () => resolve(POSTGRES_UNITS));
  bind(
    IDEMPOTENCY,
    () => new PostgresIdempotency(resolve(DATABASE), resolve(POSTGRES_UNITS), resolve(CLOCK)),
  );

  bind(EVENT_LOG, () => new PostgresEventLog(resolve(DATABASE)));
  bind(EVENT_HISTORY, () => new PostgresEventHistory(resolve(DATABASE)));
  bind(DELIVERY_QUEUE, () => new PostgresDeliveryQueue(resolve(DATABASE)));
  bind(
    DELIVERY_UPKEEP,
    () => new PostgresDeliveryUpkeep(resolve(DATABASE), resolve(DELIVERY_QUEUE), resolve(CLOCK)),
  );
  bind(ACTIVITY, () => new PostgresActivity(resolve(DATABASE)));
  bind(EXCHANGE, () => new PostgresExchange(resolve(DATABASE)));
  bind(ATTENTION_QUERIES, () => new PostgresAttentionQueries(resolve(DATABASE)));
  bind(NUMBERED_SEQUENCES, () => new PostgresNumberedSequences(resolve(DATABASE)));
  bind(SEARCH_QUERIES, () => new PostgresSearchQueries(resolve(DATABASE)));
  bind(VERIFICATION_RESULTS, () => new PostgresVerificationResults(resolve(DATABASE)));
  bind(CLOCK_OFFSETS, () => new PostgresClockOffsets(resolve(DATABASE), requestDeadlines));
  bind(
    CONSOLE_SESSION_REPOSITORY,
    () => new PostgresConsoleSessionRepository(resolve(DATABASE), requestDeadlines),
  );
  bind(TOKEN_REPOSITORY, () => new CoalescedTokens(resolve(DATABASE), requestDeadlines));
  bind(SANDBOX_MEMORY, () => new PostgresSandboxMemory(resolve(DATABASE), requestDeadlines));
  bind(CHECKPOINT_REPOSITORY, () => new PostgresCheckpointRepository(resolve(DATABASE)));
  bind(STORED_LOG, () => new PostgresStoredLog(resolve(DATABASE)));
  bind(SIGNING_KEY_REPOSITORY, () => new PostgresSigningKeyRepository(resolve(DATABASE), requestDeadlines));
  bind(JOB_QUEUE, () => new PgBossJobQueue(settings.DATABASE_URL, { log: resolve(LOG) }));
}
