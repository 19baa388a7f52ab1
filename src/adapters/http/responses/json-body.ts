import type { Request, Response } from '../request';
import { compressed, type Encoding, negotiateEncoding } from './compression';
import { sendText } from './envelope';

/**
 * Sends JSON, compressed where the caller accepts it.
 *
 * @param may_compress - false for a secret: the length of a compressed response reveals something about its content
 * @returns a promise only for a response that is compressed
 */
export function sendBody(
  req: Request,
  res: Response,
  status: number,
  body: string,
  may_compress = true,
): Promise<void> | void {
  const encoding = may_compress ? negotiateEncoding(req, res, 'application/json', body.length) : undefined;
  return encoding === undefined ? sendText(res, status, body) : sendCompressed(res, status, body, encoding);
}

async function sendCompressed(
  res: Response,
  status: number,
  body: string,
  encoding: Encoding,
): Promise<void> {
  const bytes = await compressed(Buffer.from(body), encoding);
  res.setHeader('Content-Encoding', encoding);
  sendText(res, status, bytes);
}
