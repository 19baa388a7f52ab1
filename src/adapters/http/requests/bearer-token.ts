/**
 * The token of an `Authorization` header with the scheme `Bearer`: the scheme in any case, one or more spaces, the
 * token (RFC 6750 §2.1). Trailing spaces are dropped; spaces within the token are kept, and make the token invalid.
 *
 * @returns undefined for another scheme or an empty token
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^Bearer /i.test(authorization)) return undefined;
  let start = 'Bearer '.length;
  let end = authorization.length;
  while (authorization[start] === ' ') start++;
  while (end > start && authorization[end - 1] === ' ') end--;
  return start < end ? authorization.slice(start, end) : undefined;
}
