import { z } from 'zod';
import { described } from '../../http/schemas/described';
import type { Checkpoints } from '../../../use-cases/events/checkpoints';
import type { SigningKeys } from '../../../use-cases/events/signing-keys';
import { limit, listBody, listPage, cursor } from '../../http/requests/list';
import { type Route, route } from '../../http/route';
import { after } from '../../http/schemas/event-schemas';
import { jwkOf, publicKeyBody } from '../../http/schemas/signing-key-schemas';

const checkpointBody = z
  .object(
    described(
      {
        position: z.int(),
        hash: z.string(),
        at: z.iso.datetime(),
        key_id: z.string(),
        signature: z.string(),
      },
      {
        position: 'The position of the event in the log.',
        hash: 'The `hash` of that event.',
        at: 'When the checkpoint was signed.',
        key_id: 'The key that signed it; `GET /events/keys` has its public part.',
        signature: 'The signature: Ed25519, in base64, over the text `company_id position hash at`.',
      },
    ),
  )
  .meta({ id: 'Checkpoint' });

const PLACE = '/events/checkpoints';

/** Checkpoints of the caller's company, and the keys that verify them. */
export function checkpointRoutes(checkpoints: Checkpoints, keys: SigningKeys): Route[] {
  return [
    route({
      method: 'get',
      path: PLACE,
      operation: {
        id: 'listCheckpoints',
        tag: 'Events',
        summary: 'List the signed checkpoints of the log',
        description:
          'In the order of positions. Every 1,000th event has a checkpoint, and the last event of each day (UTC). `signature` is Ed25519 in base64 over the text `company_id position hash at`, with one space between.',
      },
      access: 'token',
      query: z.strictObject({
        after: after.describe('Only checkpoints after this position; by default 0, all of them.'),
        limit,
        cursor,
      }),
      response: listBody(checkpointBody),
      handle: ({ caller, query: { after, ...query } }) =>
        listPage(
          PLACE,
          { ...query, after, sort: 'position' },
          { position: 'text' },
          (page) => checkpoints.list(caller.company_id, after, page),
          z.string().regex(/^[1-9]\d{0,14}$/),
        ),
    }),
    route({
      method: 'get',
      path: '/events/keys',
      operation: {
        id: 'listSigningKeys',
        tag: 'Events',
        summary: 'List the keys that verify checkpoints',
        description:
          'The same for all companies, the oldest first. Keys that no longer sign stay in the list.',
      },
      access: 'public',
      response: z.object({ data: z.array(publicKeyBody).describe('The keys, the oldest first.') }),
      handle: async () => ({ data: (await keys.list()).map(jwkOf) }),
    }),
  ];
}
