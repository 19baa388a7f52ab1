import { BcryptPool } from '../adapters/bcrypt/bcrypt-pool';
import { requestDeadlines, requestScope } from '../adapters/http/request-scope';
import { TimeOrderedIds } from '../adapters/ids';
import { JwtAccessTokens } from '../adapters/jwt-access-tokens';
import { createLog } from '../adapters/logger';
import { Metrics } from '../adapters/metrics';
import { OffsetClock } from '../adapters/offset-clock';
import { PostgresClockOffsets } from '../adapters/postgres/clock-offsets';
import { connect } from '../adapters/postgres/connect';
import { PostgresActivity } from '../adapters/postgres/documents/activity';
import { PostgresIdempotency } from '../adapters/postgres/idempotency/idempotency';
import { PostgresUnitsOfWork } from '../adapters/postgres/units/units-of-work';
import { HmacSecretDigests } from '../adapters/secret-digests';
import { LocalFolderStorage } from '../adapters/storage/local-folder';
import { S3Storage } from '../adapters/storage/s3';
import type { Storage } from '../ports/documents/storage';
import path from 'node:path';
import {
  LOG,
  METRICS,
  DATABASE,
  OFFSET_CLOCK,
  CLOCK,
  IDS,
  UNITS_OF_WORK,
  ACTIVITY,
  IDEMPOTENCY,
  STORAGE,
  HASHING,
  DIGESTS,
  ACCESS_TOKENS,
} from './keys';
import type { Binder, Settings } from './binder';

/** The log, the database, time, storage, and what secrets and tokens are made with. */
export function bindPlatform({ settings, installation_key, bind, resolve }: Binder): void {
  const isProduction = settings.NODE_ENV === 'production';
  bind(LOG, () => createLog(settings.LOG_LEVEL, () => requestScope.getStore()));
  bind(METRICS, () => {
    const metrics = new Metrics();
    metrics.gauge('queue_jobs_waiting', 'Jobs of the queue that nobody has in hand, due now or later.', () =>
      resolve(ACTIVITY)
        .queueDepth()
        .then((depth) => (depth ? depth.due + depth.later : Number.NaN)),
    );
    return metrics;
  });

  bind(DATABASE, () =>
    connect(settings.DATABASE_URL, {
      pool_size: settings.DATABASE_POOL_SIZE,
      onIdleError: (error) => resolve(LOG).error('A database connection broke', error),
      deadlines: requestDeadlines,
    }),
  );
  bind(UNITS_OF_WORK, () => new PostgresUnitsOfWork(resolve(DATABASE), requestDeadlines));
  bind(ACTIVITY, () => new PostgresActivity(resolve(DATABASE)));
  bind(IDEMPOTENCY, () => new PostgresIdempotency(resolve(DATABASE), resolve(UNITS_OF_WORK), resolve(CLOCK)));
  bind(
    OFFSET_CLOCK,
    () => new OffsetClock(new PostgresClockOffsets(resolve(DATABASE), requestDeadlines), resolve(LOG)),
  );
  bind(CLOCK, () => (isProduction ? { now: () => new Date() } : resolve(OFFSET_CLOCK)));
  bind(IDS, () => new TimeOrderedIds(resolve(CLOCK)));
  bind(STORAGE, () => storageOf(settings));
  bind(HASHING, () => new BcryptPool());
  bind(DIGESTS, () => new HmacSecretDigests(installation_key));
  bind(ACCESS_TOKENS, () => {
    const issuer = settings.BASE_URL ?? ISSUER;
    return new JwtAccessTokens({ keys: settings.JWT_KEYS, issuer, audience: issuer });
  });
}

/** Tokens name it as who issued them and whom they are for; the same on all nodes of an installation. */
const ISSUER = 'invoicing-service';

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
