import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { Client } from 'minio';
import {
  assertStorageKey,
  type Bytes,
  type ExpectedFile,
  type Storage,
  type StoredFile,
  StorageFailure,
} from '../../ports/documents/storage';
import { withStorageFailure, writeHashed } from './hashed-file';
import { assertSize, verified } from './verified-file';

export interface S3Settings {
  /**
   * Base URL without a path, such as `https://s3.eu-central-1.amazonaws.com`. Requests are path-style: the bucket is in
   * the path, not in the host name.
   */
  readonly endpoint: string;
  readonly region: string;
  /** An existing bucket. */
  readonly bucket: string;
  readonly access_key: string;
  readonly secret_key: string;
  /** A local folder for temporary files during an upload. */
  readonly spool_folder: string;
}

/** Time limit for the first byte of a response, in milliseconds. */
const ANSWER_TIMEOUT_MS = 5_000;
/** Idle time limit of a response body, in milliseconds: longer, because a slow reader of the file delays it. */
const READ_TIMEOUT_MS = 60_000;

/** Stores files in a bucket of an S3-compatible service. */
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
      endPoint: hostname.replace(/^\[|\]$/g, ''), // an IPv6 address is given without brackets
      useSSL: this.is_secure,
      ...(port === '' ? {} : { port: Number(port) }),
      region: settings.region,
      accessKey: settings.access_key,
      secretKey: settings.secret_key,
      transport: withTimeouts(this.is_secure ? https : http),
      transportAgent: this.agent,
      retryOptions: { disableRetry: true }, // the stream of a file's bytes can be sent only once
    });
  }

  /**
   * Uploads a file through a temporary local file. S3 needs size and digest before the bytes, or parts of 5 MiB that
   * would be buffered in memory.
   */
  async put(key: string, bytes: Bytes): Promise<StoredFile> {
    assertStorageKey(key);
    const spool = await withStorageFailure(() => openSpool(this.settings.spool_folder));
    try {
      const stored = await writeHashed(spool, bytes);
      await withStorageFailure(() => this.send(key, spool, stored));
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
    await this.client.removeObject(this.bucket, key).catch((error: { code?: string }) => {
      // Some services, such as Google's, answer so when there is no such file; S3 answers with success.
      if (error.code !== 'NoSuchKey') throw new StorageFailure(error);
    });
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
      this.is_secure ? '' : sha256, // over TLS no digest of the payload is sent
      [200],
      '',
    );
    for await (const _rest of answer); // the connection is reused only after the body was read
  }
}

/** Creates a temporary file and unlinks it at once, so that it disappears when it is closed or the process ends. */
async function openSpool(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file_path = path.join(folder, randomUUID());
  const file = await open(file_path, 'wx+', 0o600);
  try {
    await rm(file_path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Adds time-outs to requests: the minio client sets none, and a silent server would block it forever. */
function withTimeouts(transport: Pick<typeof http, 'request'>): Pick<typeof http, 'request'> {
  const request = (options: http.RequestOptions, answered?: (answer: IncomingMessage) => void) => {
    const sent = transport.request(options, (answer) => {
      sent.setTimeout(READ_TIMEOUT_MS);
      answered?.(answer);
      // The client does not read a body with some statuses, such as 503, and its connection would stay open until the
      // time-out. A body that it reads has a listener by then.
      if (answer.statusCode! >= 400) setImmediate(() => answer.resume());
    });
    const abort = () => sent.destroy(new Error('The file store is silent.'));
    return sent.setTimeout(ANSWER_TIMEOUT_MS).on('timeout', abort);
  };
  return { request: request as typeof http.request };
}
