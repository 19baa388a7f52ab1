import { z } from 'zod';
import type { RefusedMessages } from '../../use-cases/e-invoicing/refused-messages';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../http/requests/list';
import { type Route, route } from '../http/route';
import { described } from '../http/schemas/described';
import { instantBody, uuid } from '../http/schemas/schemas';

const PATH = '/management/network/refusals';

const refusalPath = z.object({ id: uuid.describe('The id of the refusal.') });
const refusalList = listQuery({}, {});

const refusalBody = z
  .object(
    described(
      {
        id: uuid,
        received_at: instantBody,
        sender: z.string().nullable(),
        receiver: z.string().nullable(),
        reason: z.string(),
        bytes: z.int(),
      },
      {
        id: 'The id of the refusal.',
        received_at: 'When the message came.',
        sender:
          'The electronic address of the sender, `scheme:value` (BT-34), as the envelope or the document states it. `null` when the message could not be read so far, or states none.',
        receiver: 'The electronic address of the receiver, `scheme:value` (BT-49). `null` as of `sender`.',
        reason: 'Why it was refused: the message of the error that the access point got.',
        bytes: 'The size of the message. Of a message above 10 MiB the first 10 MiB are kept.',
      },
    ),
  )
  .meta({ id: 'Refusal' });

/** Messages of the network that were refused. */
export function refusalRoutes(refused: RefusedMessages): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      operation: {
        id: 'listRefusals',
        tag: 'Network',
        summary: 'List messages of the network that were refused',
        description: 'The newest first; messages are kept for 90 days.',
      },
      access: 'management',
      query: refusalList,
      response: listBody(refusalBody),
      handle: ({ unit, query }) =>
        listPage(PATH, query, COMMON_SORTS, (page) => refused.list(unit, query, page)),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id/file`,
      operation: {
        id: 'getRefusedMessage',
        tag: 'Network',
        summary: 'Download a refused message as it came',
        description: 'The bytes, whatever they are; of a message above 10 MiB the first 10 MiB.',
      },
      access: 'management',
      params: refusalPath,
      response: 'file',
      file_types: ['application/octet-stream'],
      handle: async ({ unit, params: { id } }) => ({
        content_type: 'application/octet-stream', // it may be anything
        filename: `${id}.xml`,
        version: 1,
        bytes: await refused.getContent(unit, id),
      }),
    }),
  ];
}
