import { z } from 'zod';
import type { Transmissions } from '../../use-cases/e-invoicing/transmissions';
import { type Route, route } from '../http/route';
import { described } from '../http/schemas/described';
import { uuid } from '../http/schemas/schemas';
import { transmissionBody } from '../http/schemas/transmission-schemas';
import { CLOSE_TRANSMISSION } from './management-examples';

const messagePath = z.object({ message_id: uuid.describe('The `message_id` of the transmission.') });

const outcomeInput = z
  .strictObject(
    described(
      { outcome: z.enum(['sent', 'failed']) },
      {
        outcome:
          '`sent`: the receiver has the document. `failed`: it certainly does not, so the document can be sent again.',
      },
    ),
  )
  .meta({ id: 'OutcomeInput' });

const closedBody = transmissionBody
  .extend(described({ document_id: uuid }, { document_id: 'The id of the document that was sent.' }))
  .meta({ id: 'ClosedTransmission' });

/** Routes by which operators set the outcome of a transmission. */
export function networkRoutes(transmissions: Transmissions): Route[] {
  return [
    route({
      method: 'post',
      path: '/management/network/transmissions/:message_id/outcome',
      operation: {
        id: 'closeTransmission',
        tag: 'Network',
        summary: 'Close a transmission whose outcome is unknown',
        description:
          'For a `pending` transmission that the network does not tell anything about. The same outcome twice changes nothing; another one than is known is refused.',
        errors: ['already_sent'],
        examples: CLOSE_TRANSMISSION,
      },
      access: 'management',
      params: messagePath,
      body: outcomeInput,
      response: closedBody,
      handle: ({ unit, params, body }) => transmissions.close(unit, params.message_id, body.outcome),
    }),
  ];
}
