import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { Client } from 'minio';
import {
  assertStorageKey,
  type ExpectedFile,
  type Storage,
  type StoredFile,
  StorageFailure,
} from '../../ports/documents/storage';
import { ofTheStore, writeHashed } from './hashed-file';
import { assertSize, verified } from './verified-file';

export interface S3Settings {
  /** `https://s3.eu-central-1.amazonaws.com`; a bucket is part of the path, not of the host's name. */
  readonly endpoint: string;
  readonly region: string;
  /** It must exist. */
  readonly bucket: string;
  readonly access_key: string;
  readonly secret_key: string;
  /** A local folder where a file lies until all of it has come. */
  readonly spool_folder: string;
}

/** A service that says nothing for so long does not answer. */
const ANSWER_TIMEOUT_MS = 5_000;
/** Once it answers, it may have to wait for whoever reads the file. */
const READ_TIMEOUT_MS = 60_000;

/** Files in a bucket of an S3-compatible service. */
export class S3Storage implements Storage {
  private readonly client: Client;
  private readonly bucket: string;
  private readonly is_secure: boolean;
  private readonly agent: http.Agent;

  constructor(private readonly settings: S3Settings) {
    const { protocol, hostname, port } = new URL(settings.endpoint);
    this.bucket = settings.bucket;
    this.is_secure = protocol === 'https:';
    this.agent = new (this.is_secure ? https.Agent : http.Agent)({ keepAlive: true });
    this.client = new Client({
      endPoint: hostname,
      useSSL: this.is_secure,
      ...(port === '' ? {} : { port: Number(port) }),
      region: settings.region,
      accessKey: settings.access_key,
      secretKey: settings.secret_key,
      transport: impatient(this.is_secure ? https : http),
      transportAgent: this.agent,
      retryOptions: { disableRetry: true }, // a file's bytes can be sent once
    });
  }

  /**
   * The service must know a file's size and digest before its bytes, or be given it in parts of 5 MiB, each whole in
   * memory. So the file lies in the spool until all of it has come.
   */
  async put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    assertStorageKey(key);
    const spool = await ofTheStore(() => openSpool(this.settings.spool_folder));
    try {
      const stored = await writeHashed(spool, bytes);
      await ofTheStore(() => this.send(key, spool, stored));
      return stored;
    } finally {
      await spool.close();
    }
  }

  async open(key: string, expected: ExpectedFile): Promise<AsyncIterable<Uint8Array> | undefined> {
    assertStorageKey(key);
    const answer = await this.client.getObject(this.bucket, key).catch((error: { code?: string }) => {
      if (error.code === 'NoSuchKey') return undefined;
      throw new StorageFailure(error);
    });
    if (!answer) return undefined;
    try {
      assertSize(key, Number((answer as IncomingMessage).headers['content-length']), expected);
    } catch (error) {
      answer.destroy();
      throw error;
    }
    return verified(key, answer, expected);
  }

  async delete(key: string): Promise<void> {
    assertStorageKey(key);
    await ofTheStore(() => this.client.removeObject(this.bucket, key));
  }

  private async send(key: string, spool: FileHandle, { size, sha256 }: StoredFile): Promise<void> {
    const answer = await this.client.makeRequestStreamAsync(
      {
        method: 'PUT',
        bucketName: this.bucket,
        objectName: key,
        headers: { 'Content-Length': String(size) },
      },
      spool.createReadStream({ start: 0, autoClose: false }),
      this.is_secure ? '' : sha256, // over TLS the service checks no digest
      [200],
      '',
    );
    for await (const _rest of answer); // until then the connection is not free
  }
}

/** A file without a name: it is gone as soon as it is closed, however the process ends. */
async function openSpool(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = path.join(folder, randomUUID());
  const file = await open(place, 'wx+', 0o600);
  try {
    await rm(place);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The library sets no time-outs: a service that takes a connection and is silent would be waited for for ever. */
function impatient(transport: Pick<typeof http, 'request'>): Pick<typeof http, 'request'> {
  const request = (options: http.RequestOptions, answered?: (answer: IncomingMessage) => void) => {
    const sent = transport.request(options, (answer) => {
      sent.setTimeout(READ_TIMEOUT_MS);
      answered?.(answer);
    });
    const giveUp = () => sent.destroy(new Error('The file store is silent.'));
    return sent.setTimeout(ANSWER_TIMEOUT_MS).on('timeout', giveUp);
  };
  return { request: request as typeof http.request };
}
