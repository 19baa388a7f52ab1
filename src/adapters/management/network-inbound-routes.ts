import { webcrypto } from 'node:crypto';
import type { Request, Response } from 'express';
import { DomainError } from '../../domain/errors';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { Reception } from '../../use-cases/e-invoicing/reception';
import { BodyError, readBytes } from '../http/requests/body';
import { sendJson } from '../http/answers/envelope';
import { PlainStatus } from '../http/connections/plain-status';
import type { Route } from '../http/route';
import { tokenCheck } from './management-authentication';

/** The limit of common access points, in bytes. */
const MAX_BYTES = 100 * 1024 * 1024;
const DEADLINE_MS = 120_000;

/**
 * Receives messages from an access point: UBL or an envelope (SBD) as the request body. The access point has a token of
 * its own.
 *
 * @param network_token - when undefined, every message is refused
 */
export function networkInboundRoutes(reception: Reception, network_token: string | undefined): Route[] {
  const assertHolder = network_token === undefined ? refuseAll : tokenCheck(network_token, 'network');
  return [
    {
      method: 'post',
      path: '/management/network/inbound',
      access: 'public', // the handler checks the network token
      actor: 'network',
      async respond(req, res, unit) {
        assertHolder(req.headers.authorization);
        const bytes = await readMessage(req, res);
        await deliver(reception, unit, bytes, res);
      },
    },
  ];
}

async function deliver(reception: Reception, unit: UnitOfWork, bytes: Buffer, res: Response): Promise<void> {
  // Web Crypto hashes on another thread; a message may have 100 MiB.
  const digest = await webcrypto.subtle.digest('SHA-256', bytes);
  const message_id = Buffer.from(digest).toString('hex');
  try {
    const { is_new, document_id, country_code } = await reception.receive(unit, bytes, { message_id });
    sendJson(res, is_new ? 201 : 200, { document_id, countryCodeC4: country_code });
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 422) throw error;
    // A retry would be refused again, so the access point is told not to retry.
    const { code, message, status } = error;
    sendJson(res, status, { error: { code, message }, retry: 'none' });
  }
}

async function readMessage(req: Request, res: Response): Promise<Buffer> {
  try {
    return await readBytes(req, res, { max_bytes: MAX_BYTES, deadline_ms: DEADLINE_MS });
  } catch (error) {
    if (error instanceof BodyError) throw new PlainStatus(415); // of an unsupported Content-Encoding
    throw error;
  }
}

function refuseAll(): never {
  throw new DomainError('invalid_token', 'There is no network token.');
}
