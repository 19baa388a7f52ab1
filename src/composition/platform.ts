import { requestScope } from '../adapters/http/request-scope';
import { TimeOrderedIds } from '../adapters/random/ids';
import { JwtAccessTokens } from '../adapters/jwt-access-tokens';
import { lineFormat } from '../adapters/log/lines';
import { createLog } from '../adapters/log/logger';
import { OffsetClock } from '../adapters/offset-clock';
import { HmacSecretDigests } from '../adapters/secret-digests';
import { LocalFolderStorage } from '../adapters/storage/local-folder';
import { S3Storage } from '../adapters/storage/s3';
import type { Storage } from '../ports/documents/storage';
import path from 'node:path';
import {
  LOG,
  METRICS,
  OFFSET_CLOCK,
  CLOCK,
  CLOCK_OFFSETS,
  IDS,
  STORAGE,
  HASHING,
  DIGESTS,
  ACCESS_TOKENS,
} from './keys';
import type { Config } from '../config';
import type { Binder } from './binder';
import { installationMetrics } from './metrics';

/** Binds log, metrics, clock, ids, file store, and the cryptography of secrets and tokens. */
export function bindPlatform({ settings, installation_key, node, bind, resolve }: Binder): void {
  const isProduction = settings.NODE_ENV === 'production';
  bind(LOG, () => {
    // The pid distinguishes lines of several processes.
    const pid = node.measurements && { pid: process.pid };
    const scope = pid ? () => ({ ...pid, ...requestScope.get() }) : () => requestScope.get();
    return createLog(settings.LOG_LEVEL, scope, undefined, lineFormat(settings.LOG_FORMAT));
  });
  bind(METRICS, () => installationMetrics(resolve, node.measurements));

  bind(OFFSET_CLOCK, () => new OffsetClock(resolve(CLOCK_OFFSETS), resolve(LOG)));
  bind(CLOCK, () => (isProduction ? { now: () => new Date() } : resolve(OFFSET_CLOCK)));
  bind(IDS, () => new TimeOrderedIds(resolve(CLOCK)));
  bind(STORAGE, () => storageOf(settings));
  bind(HASHING, () => node.memory.hashing);
  bind(DIGESTS, () => new HmacSecretDigests(installation_key));
  bind(ACCESS_TOKENS, () => {
    const issuer = settings.BASE_URL ?? ISSUER;
    return new JwtAccessTokens({ keys: settings.JWT_KEYS, issuer, audience: issuer });
  });
}

/** Issuer and audience of access tokens without BASE_URL; the same on all nodes of an installation. */
const ISSUER = 'invoicing-service';

export function storageOf(settings: Config): Storage {
  const folder = settings.STORAGE_DIR ?? path.join(settings.DATA_DIR, 'files');
  if (settings.STORAGE === 'local') return new LocalFolderStorage(folder);
  return new S3Storage({
    endpoint: settings.S3_ENDPOINT!, // `loadConfig` has checked that all four are set
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET!,
    access_key: settings.S3_ACCESS_KEY!,
    secret_key: settings.S3_SECRET_KEY!,
    spool_folder: folder,
  });
}
