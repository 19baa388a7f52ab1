import type { Response } from '../request';

/**
 * Sends a space at an interval until the work is done, because a proxy gives up on a response that sends nothing. White
 * space may precede a JSON text (RFC 8259 §2). The status is sent with the first space: an error after that ends the
 * connection, an error before it gets its own response.
 */
export async function withSpaces<T>(res: Response, every_ms: number, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    if (res.destroyed) return;
    if (!res.headersSent) res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.write(' ');
  }, every_ms);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
