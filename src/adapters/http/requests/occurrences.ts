import type { Request } from '../request';

/**
 * How often a request has a header; Node joins or drops repeated ones. `headersDistinct` would copy all headers.
 *
 * @param name - in lower case
 */
export function occurrences({ rawHeaders }: Pick<Request, 'rawHeaders'>, name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i]!;
    if (given.length === name.length && given.toLowerCase() === name) count++;
  }
  return count;
}
