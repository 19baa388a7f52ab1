import { createHash, webcrypto } from 'node:crypto';
import { z } from 'zod';
import type { Response } from '../http/request';
import { DomainError } from '../../domain/errors';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { Reception } from '../../use-cases/e-invoicing/reception';
import { authorizationOf } from '../http/handler';
import { assertDeclaredSize, readPlainBytes } from '../http/requests/body';
import { MemoryBudget } from '../http/requests/memory-budget';
import { sendJson } from '../http/responses/envelope';
import type { Route } from '../http/route';
import { described } from '../http/schemas/described';
import { uuid } from '../http/schemas/schemas';
import { tokenCheck } from './management-authentication';

/**
 * The size is the limit of common access points. The access point is the only caller, so that its messages use up to
 * half of a budget of their own: two of the largest at once.
 */
const BOUNDS = {
  max_bytes: 100 * 1024 * 1024,
  deadline_ms: 120_000,
  share: 'network',
  budget: new MemoryBudget(512 * 1024 * 1024),
};
/** Hashed in less time than another thread needs to begin. */
const SMALL_BYTES = 32 * 1024;

const deliveredBody = z
  .object(
    described(
      { document_id: uuid, countryCodeC4: z.string().nullable() },
      {
        document_id: 'The document that was received, or that the status message is about.',
        countryCodeC4:
          'The country of the receiver, for the reports of the network (ISO 3166-1 alpha-2). `null` when it is not known.',
      },
    ),
  )
  .meta({ id: 'Delivered' });

const DELIVERED = { content_types: ['application/json'], schema: deliveredBody };

const refusedBody = z
  .object(
    described(
      {
        error: z.object(
          described(
            { code: z.string(), message: z.string() },
            { code: 'The kind of the error.', message: 'What is wrong with the message, in English.' },
          ),
        ),
        retry: z.literal('none'),
        errorMessage: z.string(),
      },
      {
        error: 'Why it is refused.',
        retry: '`none`: the access point shall not deliver it again.',
        errorMessage: 'The same message under the name by which phoss-ap reads it.',
      },
    ),
  )
  .meta({ id: 'RefusedDelivery' });

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
      operation: {
        id: 'deliverMessage',
        tag: 'Network',
        summary: 'Deliver a message of the network, for the access point',
        description:
          'The body is UBL, or an SBD envelope around it: an invoice or credit note for a company of this installation, or a status message about a document that one sent (Invoice Response, Message Level Status). The Message Level Status to the sender is sent by the access point. A repeated message is recognised by its id. It may have 100 MiB, and must arrive within 120 s. Every message that is refused is kept, see `listRefusals`.',
        errors: ['invalid_token'],
      },
      content_types: ['application/xml'],
      responses: {
        200: { ...DELIVERED, description: 'The message was delivered before; nothing was changed.' },
        201: { ...DELIVERED, description: 'The message was accepted.' },
        422: {
          description: 'The message is refused, and would be refused again.',
          content_types: ['application/json'],
          schema: refusedBody,
        },
      },
      access: 'public', // the handler checks the network token
      actor: 'network',
      async respond(req, res, unit, assertNoQuery) {
        assertHolder(authorizationOf(req));
        assertDeclaredSize(req, BOUNDS.max_bytes);
        await refusing(res, async () => {
          assertNoQuery();
          await deliver(reception, unit, await readPlainBytes(req, res, BOUNDS), res);
        });
      },
    },
  ];
}

async function deliver(reception: Reception, unit: UnitOfWork, bytes: Buffer, res: Response): Promise<void> {
  const message_id = await sha256(bytes);
  const { is_new, document_id, country_code } = await reception.receive(unit, bytes, { message_id });
  sendJson(res, is_new ? 201 : 200, { document_id, countryCodeC4: country_code });
}

/** A retry of a refused message would be refused again, so the response asks the access point not to retry. */
async function refusing(res: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 422) throw error;
    const { code, message, status } = error;
    sendJson(res, status, { error: { code, message }, retry: 'none', errorMessage: message });
  }
}

/** In hexadecimal. */
async function sha256(bytes: Buffer): Promise<string> {
  if (bytes.length <= SMALL_BYTES) return createHash('sha256').update(bytes).digest('hex');
  // On another thread; a message may have 100 MiB.
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

function refuseAll(): never {
  throw new DomainError('invalid_token', 'There is no network token.');
}
