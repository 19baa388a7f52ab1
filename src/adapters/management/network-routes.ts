import { z } from 'zod';
import { PEPPOL_STATUSES } from '../../domain/documents/lifecycle';
import { ATTEMPT_OUTCOMES } from '../../domain/e-invoicing/transmission';
import type { Transmissions } from '../../use-cases/e-invoicing/transmissions';
import { type Route, route } from '../http/route';
import { instantBody, uuid } from '../http/schemas/schemas';

const messagePath = z.object({ message_id: uuid });

const outcomeInput = z.strictObject({ outcome: z.enum(['sent', 'failed']) });

const transmissionBody = z.object({
  message_id: uuid,
  document_id: uuid,
  state: z.enum(PEPPOL_STATUSES),
  receiver: z.string(),
  attempts: z.array(
    z.object({ at: z.iso.datetime(), outcome: z.enum(ATTEMPT_OUTCOMES), message: z.string().nullable() }),
  ),
  created_at: instantBody,
  finished_at: instantBody.nullable(),
});

/** Routes by which operators set the outcome of a transmission. */
export function networkRoutes(transmissions: Transmissions): Route[] {
  return [
    route({
      method: 'post',
      path: '/management/network/transmissions/:message_id/outcome',
      access: 'management',
      params: messagePath,
      body: outcomeInput,
      response: transmissionBody,
      handle: ({ unit, params, body }) => transmissions.close(unit, params.message_id, body.outcome),
    }),
  ];
}
