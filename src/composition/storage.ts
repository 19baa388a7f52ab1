import path from 'node:path';
import { LocalFolderStorage } from '../adapters/storage/local-folder';
import { S3Storage } from '../adapters/storage/s3';
import type { Config } from '../config';

/** The file store that the configuration names. */
export function storageOf(settings: Config): LocalFolderStorage | S3Storage {
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
