import { createHash } from 'node:crypto';
import { finished, type Readable, Transform, type TransformCallback } from 'node:stream';
import { DamagedFile, type ExpectedFile, StorageFailure } from '../../ports/documents/storage';

/** Up to this size a file is read whole, so that its digest is known before the first byte leaves. */
const READ_WHOLE_BYTES = 256 * 1024;

/** @throws DamagedFile */
export function assertSize(key: string, found: number, { size }: ExpectedFile): void {
  if (found !== size) throw new DamagedFile(key, `has ${found} bytes instead of ${size}`);
}

/**
 * A file's bytes as a store reads them.
 *
 * @throws DamagedFile, StorageFailure; of a file that is not read whole while its bytes are read
 */
export async function verified(
  key: string,
  source: Readable,
  expected: ExpectedFile,
): Promise<AsyncIterable<Uint8Array>> {
  const verification = new Verification(key, expected);
  // Its reader gets the error too; without a listener, one that comes before the reader would end the process.
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

/** Lets bytes through, one piece behind: the last one only when size and digest are those of what was put. */
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
