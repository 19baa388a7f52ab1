let last_ms = NaN;
let last_text = '';

/**
 * The text of an instant in JSON: RFC 3339 in UTC with milliseconds. The last one is kept, since a resource often has
 * the same one twice. V8 stringifies an object without dates several times faster, from Node 26 on.
 *
 * @throws RangeError for an invalid date
 */
export function instantText(instant: Date): string {
  const ms = instant.getTime();
  if (ms === last_ms) return last_text;
  last_text = instant.toISOString();
  last_ms = ms;
  return last_text;
}
