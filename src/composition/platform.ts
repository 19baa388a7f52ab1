import { requestScope } from '../adapters/http/request-scope';
import { TimeOrderedIds } from '../adapters/random/ids';
import { JwtAccessTokens } from '../adapters/jwt-access-tokens';
import { lineFormat } from '../adapters/log/lines';
import { createLog } from '../adapters/log/logger';
import { OffsetClock } from '../adapters/offset-clock';
import { HmacSecretDigests } from '../adapters/secret-digests';
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
import type { Binder } from './binder';
import { installationMetrics } from './metrics';
import { storageOf } from './storage';

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
