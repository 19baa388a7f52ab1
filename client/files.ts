/** Bytes, or a stream of them: a stream of Node, of `fetch`, or any other. */
export type FileContent = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Media types of logos. Attachments are recognised by their names and bytes. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/** The most that a stream may have, in bytes: more than the service accepts of any file with its default settings. */
const MAX_STREAM_BYTES = 100 * 1024 * 1024;

/**
 * A file for an upload. A stream is read into memory, so that a retry can send it again.
 *
 * @param name - with an extension, by which the format is recognised
 * @throws RangeError when the stream has more than 100 MiB
 */
export async function fileOf(name: string, content: FileContent): Promise<File> {
  const parts = isStream(content) ? await chunksOf(content) : [content as BlobPart];
  const type = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? '';
  return new File(parts, name, { type });
}

type BlobPart = Blob | Uint8Array<ArrayBuffer>;
type Streamed = Extract<FileContent, ReadableStream | AsyncIterable<Uint8Array>>;

const isStream = (content: FileContent): content is Streamed =>
  Symbol.asyncIterator in content || content instanceof ReadableStream;

/** Copies of the chunks: a stream may use the memory of a chunk again. */
async function chunksOf(stream: Streamed): Promise<BlobPart[]> {
  const chunks: BlobPart[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<unknown>) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('The stream of a file must return bytes.');
    bytes += chunk.byteLength;
    if (bytes > MAX_STREAM_BYTES) throw new RangeError('The stream of a file has more than 100 MiB.');
    chunks.push(new Uint8Array(chunk));
  }
  return chunks;
}

/** The input of a call, as far as it matters here. */
export interface UploadCall {
  readonly body?: unknown;
  readonly params?: { readonly header?: object };
}

/** A body that is a file is sent under its own media type. */
export function withMediaType(call: UploadCall): UploadCall {
  const { body, params } = call;
  if (!(body instanceof Blob)) return call;
  return { ...call, params: { ...params, header: { 'Content-Type': body.type, ...params?.header } } };
}

/**
 * The body of a request: a file, a form with one part `file`, or JSON. A `File` carries the filename, by which the service
 * recognises the format.
 */
export function serialised(body: unknown): Blob | FormData | string {
  if (body instanceof Blob) return body;
  const { file } = (body ?? {}) as { file?: unknown };
  if (!(file instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  form.set('file', file);
  return form;
}
