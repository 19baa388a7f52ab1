import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../domain/errors';
import type { Access } from '../http/route';

const BEARER = /^Bearer +(.+?) *$/i;

/**
 * Lets the holder of the management token in, and everyone to what is public.
 *
 * @throws DomainError invalid_token
 */
export function managementAuthentication(management_token: string) {
  const expected = digest(management_token);
  return (authorization: string | undefined, access: Access): undefined => {
    if (access === 'public') return undefined;
    const token = BEARER.exec(authorization ?? '')?.[1];
    // Digests have one length, so that the comparison tells nothing of the token, not even its own.
    const is_holder = timingSafeEqual(digest(token ?? ''), expected);
    if (access !== 'management' || token === undefined || !is_holder) {
      throw new DomainError('invalid_token', 'A valid management token is needed.');
    }
    return undefined;
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
