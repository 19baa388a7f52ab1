import { createHmac, hash, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import type { RefreshToken, RefreshTokenPosition } from '../../domain/access/tokens';
import type { RefreshTokens } from '../../ports/access/secrets';
import { RandomPool } from './random-pool';

const FAMILY = 16;
const GENERATION = 4;
const RANDOM = 32;
const MAC = 16;
const SEALED = FAMILY + GENERATION + RANDOM;

/**
 * A refresh token is base64url of family (16 bytes), generation (4), random (32) and a MAC over these (16): 91
 * characters. The MAC proves that this service issued the token, however old it is and without a stored row, so that a
 * guessed token never reaches the database.
 */
export class SealedRefreshTokens implements RefreshTokens {
  private readonly random = new RandomPool(RANDOM);

  constructor(private readonly key: KeyObject) {}

  first(): RefreshToken {
    return this.seal({ family: randomUUID(), generation: 0 });
  }

  next({ family, generation }: RefreshTokenPosition): RefreshToken {
    return this.seal({ family, generation: generation + 1 });
  }

  read(token: string): RefreshToken | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // base64url decoding accepts several spellings of the same bytes; only the canonical one was issued.
    if (bytes.length !== SEALED + MAC || bytes.toString('base64url') !== token) return undefined;
    if (!timingSafeEqual(bytes.subarray(SEALED), this.mac(bytes))) return undefined;
    const hex = bytes.toString('hex', 0, FAMILY);
    const family = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ].join('-');
    return {
      token,
      family,
      generation: bytes.readUInt32BE(FAMILY),
      token_hash: hash('sha256', token, 'buffer'),
    };
  }

  private seal({ family, generation }: RefreshTokenPosition): RefreshToken {
    const bytes = Buffer.allocUnsafe(SEALED + MAC);
    bytes.write(family.replaceAll('-', ''), 'hex');
    bytes.writeUInt32BE(generation, FAMILY);
    this.random.next().copy(bytes, FAMILY + GENERATION);
    this.mac(bytes).copy(bytes, SEALED);
    const token = bytes.toString('base64url');
    return { token, family, generation, token_hash: hash('sha256', token, 'buffer') };
  }

  private mac(bytes: Buffer): Buffer {
    return createHmac('sha256', this.key).update(bytes.subarray(0, SEALED)).digest().subarray(0, MAC);
  }
}
