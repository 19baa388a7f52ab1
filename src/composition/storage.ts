import path from 'node:path';
import { LocalFolderStorage } from '../adapters/storage/local-folder';
import { S3Storage } from '../adapters/storage/s3';
import type { Config } from '../config';
import type { Storage } from '../ports/documents/storage';

/** The file store that the configuration names. */
export function storageOf(settings: Config): Storage {
  if (settings.STORAGE === 'local') return new LocalFolderStorage(folderOf(settings));
  return new S3Storage({
    endpoint: settings.S3_ENDPOINT!, // `loadConfig` has checked that all four are set
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET!,
    access_key: settings.S3_ACCESS_KEY!,
    secret_key: settings.S3_SECRET_KEY!,
    spool_folder: folderOf(settings),
  });
}

/**
 * With either kind of file store, files are written to a local folder.
 * @throws StorageFailure when it cannot be used
 */
export function assertUsableFolder(settings: Config): Promise<void> {
  return new LocalFolderStorage(folderOf(settings)).assertUsable();
}

function folderOf({ STORAGE_DIR, DATA_DIR }: Config): string {
  return STORAGE_DIR ?? path.join(DATA_DIR, 'files');
}
