import { createHash } from 'node:crypto';
import { finished, type Readable, Transform, type TransformCallback } from 'node:stream';
import { DamagedFile, type ExpectedFile, StorageFailure } from '../../ports/documents/storage';

/** A file of at most this size is read completely, so that its digest is verified before the first byte is sent. */
const READ_WHOLE_BYTES = 256 * 1024;

/** @throws DamagedFile */
export function assertSize(key: string, found: number, { size }: ExpectedFile): void {
  if (found !== size) throw new DamagedFile(key, `has ${found} bytes instead of ${size}`);
}

/**
 * A file's bytes with size and digest verified.
 *
 * @throws DamagedFile, StorageFailure; for a larger file only while its bytes are read
 */
export async function verified(
  key: string,
  source: Readable,
  expected: ExpectedFile,
): Promise<AsyncIterable<Uint8Array>> {
  const verification = new Verification(key, expected);
  // The reader gets the error too. Without a listener, an error before the first read would end the process.
  verification.on('error', () => source.destroy()).on('close', () => source.destroy());
  finished(source, (error) => {
    if (error) verification.destroy(new StorageFailure(error));
  });
  source.pipe(verification);
  if (expected.size > READ_WHOLE_BYTES) return verification;
  const pieces = (await verification.toArray()) as Uint8Array[];
  return (async function* () {
    yield* pieces;
  })();
}

/** Passes bytes through, one piece behind: the last piece only when size and digest match those of the stored file. */
class Verification extends Transform {
  private readonly hash = createHash('sha256');
  private size = 0;
  private last: Buffer | undefined;

  constructor(
    private readonly key: string,
    private readonly expected: ExpectedFile,
  ) {
    super();
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(piece);
    this.size += piece.length;
    if (this.last) this.push(this.last);
    this.last = piece;
    done();
  }

  override _flush(done: TransformCallback): void {
    try {
      assertSize(this.key, this.size, this.expected);
      const { sha256 } = this.expected;
      if (sha256 !== null && this.hash.digest('hex') !== sha256) {
        throw new DamagedFile(this.key, 'has other bytes than were stored');
      }
      if (this.last) this.push(this.last);
      done();
    } catch (error) {
      done(error as Error);
    }
  }
}
