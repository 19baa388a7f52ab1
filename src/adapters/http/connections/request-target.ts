/** Scheme and authority of a request target in absolute-form (RFC 9112 §3.2.2). */
const ORIGIN = /^https?:\/\/(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?(?=\/)/i;
/** Printable ASCII without `#`: a request target has no fragment. */
const PATH_AND_QUERY = /^\/[!"$-~]*$/;

/**
 * The path and query of a request target. Every other target is rejected here.
 *
 * @returns undefined when the target is not valid
 */
export function pathAndQuery(target: string): string | undefined {
  if (target === '*') return target; // OPTIONS *
  const path = target.replace(ORIGIN, '');
  return PATH_AND_QUERY.test(path) ? path : undefined;
}

/** Whether the percent-encoded bytes are valid UTF-8. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
