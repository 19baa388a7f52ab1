import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RefreshToken, RefreshTokenPlace } from '../domain/tokens';
import type { RefreshTokens } from '../ports/secrets';

const FAMILY = 16;
const GENERATION = 4;
const RANDOM = 32;
const MAC = 16;
const SEALED = FAMILY + GENERATION + RANDOM;

/**
 * base64url of family (16 bytes), generation (4), random (32) and a MAC over these (16): 91 characters. The MAC makes
 * every token of ours known as such, however old, without a row for it; what is guessed never reaches the database.
 */
export class SealedRefreshTokens implements RefreshTokens {
  constructor(private readonly key: KeyObject) {}

  first(): RefreshToken {
    return this.seal(randomBytes(FAMILY), 0);
  }

  next({ family, generation }: RefreshTokenPlace): RefreshToken {
    return this.seal(Buffer.from(family.replaceAll('-', ''), 'hex'), generation + 1);
  }

  read(token: string): RefreshToken | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // Decoding is lenient: only the one spelling that we gave out is ours.
    if (bytes.length !== SEALED + MAC || bytes.toString('base64url') !== token) return undefined;
    if (!timingSafeEqual(bytes.subarray(SEALED), this.mac(bytes))) return undefined;
    return asToken(bytes, token);
  }

  private seal(family: Buffer, generation: number): RefreshToken {
    const bytes = Buffer.allocUnsafe(SEALED + MAC);
    family.copy(bytes);
    bytes.writeUInt32BE(generation, FAMILY);
    randomBytes(RANDOM).copy(bytes, FAMILY + GENERATION);
    this.mac(bytes).copy(bytes, SEALED);
    return asToken(bytes, bytes.toString('base64url'));
  }

  private mac(bytes: Buffer): Buffer {
    return createHmac('sha256', this.key).update(bytes.subarray(0, SEALED)).digest().subarray(0, MAC);
  }
}

function asToken(bytes: Buffer, token: string): RefreshToken {
  return {
    token,
    family: bytes.toString('hex', 0, FAMILY).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    generation: bytes.readUInt32BE(FAMILY),
    token_hash: createHash('sha256').update(token).digest(),
  };
}
