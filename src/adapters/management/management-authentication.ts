import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../domain/errors';
import { bearerToken } from '../http/requests/bearer-token';
import type { Access } from '../http/route';

/**
 * Authenticates the holder of the management token. Public routes need no token.
 *
 * @throws DomainError invalid_token
 */
export function managementAuthentication(management_token: string) {
  const assertHolder = tokenCheck(management_token, 'management');
  return (authorization: string | undefined, access: Access): undefined => {
    if (access === 'public') return undefined;
    assertHolder(access === 'management' ? authorization : undefined);
    return undefined;
  };
}

/**
 * Creates a check for a single token.
 *
 * @param name - name of the token, for the message
 * @returns a function that throws DomainError invalid_token
 */
export function tokenCheck(expected_token: string, name: string) {
  const expected = digest(expected_token);
  return (authorization: string | undefined): void => {
    const token = bearerToken(authorization);
    // Digests have a fixed length, so that the comparison reveals nothing about the token, not even its length.
    const is_holder = timingSafeEqual(digest(token ?? ''), expected);
    if (token === undefined || !is_holder) {
      throw new DomainError('invalid_token', `A valid ${name} token is needed.`);
    }
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
