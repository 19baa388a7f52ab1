import { DomainError } from '../../../domain/errors';
import type { AccessTokens, Caller } from '../../../ports/access/access-tokens';
import type { Clock } from '../../../ports/clock';
import { bearerToken } from '../../http/requests/bearer-token';
import type { Access } from '../../http/route';

/**
 * Resolves the caller from the access token. The client is not looked up: an access token is valid until it expires
 * after an hour.
 *
 * @throws DomainError invalid_token
 */
export function bearerAuthentication(access_tokens: AccessTokens, clock: Clock) {
  return (authorization: string | undefined, access: Access): Caller | undefined => {
    if (access === 'public') return undefined;
    const token = bearerToken(authorization);
    const caller = token === undefined ? undefined : access_tokens.verify(token, clock.now());
    if (!caller) throw new DomainError('invalid_token', 'The access token is missing, malformed or expired.');
    return caller;
  };
}
