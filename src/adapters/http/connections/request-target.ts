/** What an absolute-form target has before its path (RFC 9112 §3.2.2). */
const ORIGIN = /^https?:\/\/(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?(?=\/)/i;
/** Printable ASCII; a fragment is no part of a request. */
const PATH_AND_QUERY = /^\/[!"$-~]*$/;

/**
 * The path of a request target, and its query: what the router understands. It passes anything else to a final
 * handler of its own, which would answer in HTML.
 *
 * @returns undefined for what is no address
 */
export function pathAndQuery(target: string): string | undefined {
  if (target === '*') return target; // OPTIONS *
  const path = target.replace(ORIGIN, '');
  return PATH_AND_QUERY.test(path) ? path : undefined;
}

/** Whether its percent-encoding is that of UTF-8. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
