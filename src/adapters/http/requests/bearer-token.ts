/**
 * What an `Authorization` header carries behind `Bearer`, a name in any case, and one space or more (RFC 6750 §2.1).
 * Spaces at its end are dropped; those within are left to whoever looks at the token.
 *
 * @returns undefined when it is no such header, or has no token
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^Bearer /i.test(authorization)) return undefined;
  let start = 'Bearer '.length;
  let end = authorization.length;
  while (authorization[start] === ' ') start++;
  while (end > start && authorization[end - 1] === ' ') end--;
  return start < end ? authorization.slice(start, end) : undefined;
}
