import { z } from 'zod';
import { PEPPOL_STATUSES } from '../../../domain/documents/document-status';
import { ATTEMPT_OUTCOMES } from '../../../domain/e-invoicing/transmission';
import { described } from './described';
import { instantBody, uuid } from './schemas';

const attemptBody = z
  .object(
    described(
      { at: z.iso.datetime(), outcome: z.enum(ATTEMPT_OUTCOMES), message: z.string().nullable() },
      {
        at: 'When the attempt, or the report of the network, was made.',
        outcome:
          '`started`: in progress. `transient_failure`: not accepted, and tried again. `unknown`: the network did not say. `accepted`: the network processes the message. `sent`: the access point of the receiver has it. `duplicate`: the network had the message already. `delivered`, `rejected`: reported by the receiver. `failed`: not accepted, and not tried again.',
        message: 'What the network said. `null` when it said nothing.',
      },
    ),
  )
  .meta({ id: 'TransmissionAttempt' });

export const transmissionBody = z
  .object(
    described(
      {
        message_id: uuid,
        state: z.enum(PEPPOL_STATUSES),
        receiver: z.string(),
        attempts: z.array(attemptBody),
        created_at: instantBody,
        finished_at: instantBody.nullable(),
      },
      {
        message_id: 'The id of the message on the network; all attempts send the same message.',
        state: 'The state, as `peppol_status` of a document.',
        receiver: 'The electronic address of the receiver, `scheme:value` (BT-49).',
        attempts: 'The attempts and the reports of the network, the oldest first.',
        created_at: 'When the send was accepted.',
        finished_at: 'When the state became final. `null` before that.',
      },
    ),
  )
  .meta({ id: 'Transmission' });
