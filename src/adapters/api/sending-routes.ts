import { z } from 'zod';
import { DOCUMENT_TYPE_NAMES } from '../../domain/documents/document-type';
import { PEPPOL_STATUSES } from '../../domain/documents/lifecycle';
import { ATTEMPT_OUTCOMES } from '../../domain/e-invoicing/transmission';
import type { Sending } from '../../use-cases/sending';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../http/list';
import { type Route, route } from '../http/route';
import { instantBody, uuid } from '../http/schemas';
import { documentBody } from './document-routes';

const path = z.object({ id: uuid });

const attemptBody = z.object({
  at: z.iso.datetime(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  message: z.string().nullable(),
});

const transmissionBody = z.object({
  message_id: uuid,
  state: z.enum(PEPPOL_STATUSES),
  receiver: z.string(),
  attempts: z.array(attemptBody),
  created_at: instantBody,
  finished_at: instantBody.nullable(),
});

const reachabilityBody = z.object({
  registered: z.boolean(),
  document_types: z.array(z.enum(DOCUMENT_TYPE_NAMES)),
  checked_at: instantBody,
});

const transmissionList = listQuery({}, {});

/** Documents on their way over the e-invoicing network. */
export function sendingRoutes(sending: Sending): Route[] {
  return [
    route({
      method: 'post',
      path: '/documents/:id/send',
      access: 'document:update',
      params: path,
      status: 202,
      response: documentBody,
      lookUp: ({ caller, params }) => sending.check(caller.company_id, params.id),
      handle: ({ caller, params, found }) => sending.send(caller.company_id, params.id, found),
    }),
    route({
      method: 'get',
      path: '/documents/:id/transmissions',
      access: 'document:read',
      params: path,
      query: transmissionList,
      response: listBody(transmissionBody),
      handle: ({ caller, params, query }) =>
        listPage(`/documents/${params.id}/transmissions`, query, COMMON_SORTS, (page) =>
          sending.list(caller.company_id, params.id, query, page),
        ),
    }),
    route({
      method: 'get',
      path: '/relations/:id/reachability',
      access: 'relation:read',
      params: path,
      response: reachabilityBody,
      handle: ({ caller, params }) => sending.reachability(caller.company_id, params.id),
    }),
  ];
}
