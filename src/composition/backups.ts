import { createHash } from 'node:crypto';
import { SealedSecrets } from '../adapters/webhooks/sealed-secrets';
import { TarArchives } from '../adapters/backups/tar-archives';
import type { Digests } from '../ports/backups/digests';
import { Backup } from '../use-cases/backups/backup';
import { Restore } from '../use-cases/backups/restore';
import type { Settings } from './binder';
import { storageOf } from './storage';

const sha256: Digests = () => {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
};

export function composeBackup(settings: Parameters<typeof storageOf>[0]): Backup {
  const clock = { now: () => new Date() };
  return new Backup({
    storage: storageOf(settings),
    archives: new TarArchives(),
    clock,
    digest: sha256,
  });
}

export function composeRestore(settings: Settings): Restore {
  return new Restore({
    storage: storageOf(settings),
    archives: new TarArchives(),
    secrets: new SealedSecrets([...(settings.WEBHOOK_KEYS ?? []), ...settings.JWT_KEYS]),
    digest: sha256,
  });
}
