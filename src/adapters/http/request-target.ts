import type { RequestHandler } from 'express';
import { DomainError } from '../../domain/errors';

/** What an absolute-form target has before its path (RFC 9112 §3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*(?=[/?])/i;
/** Printable ASCII; a fragment is no part of a request. */
const PATH_AND_QUERY = /^\/[!"$-~]*$/;

/**
 * Lets through what can be an address here: a path, and perhaps a query, whose percent-encoding is that of UTF-8.
 *
 * @throws DomainError not_found
 */
export const requestTarget: RequestHandler = (req, _res, next) => {
  if (!req.url.startsWith('/')) req.url = req.url.replace(ORIGIN, '');
  if (!PATH_AND_QUERY.test(req.url) || !isDecodable(req.url))
    throw new DomainError('not_found', 'No such route.');
  next();
};

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
