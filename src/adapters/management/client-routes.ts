import { z } from 'zod';
import type { Clients } from '../../use-cases/access/clients';
import {
  clientId,
  clientInput,
  clientPatch,
  permissionsBody,
  secretInput,
} from '../http/schemas/client-schemas';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../http/requests/list';
import { route, type Route } from '../http/route';
import { instantBody, uuid } from '../http/schemas/schemas';

const PATH = '/management/clients';
const OF_COMPANY = '/management/companies/:id/clients';

const companyPath = z.object({ id: uuid });
const clientPath = z.object({ client_id: clientId });
const clientList = listQuery({}, {});

const clientBody = z.object({
  client_id: z.string(),
  company_id: z.string(),
  name: z.string(),
  permissions: permissionsBody,
  active: z.boolean(),
  locked_until: instantBody.nullable(),
  created_at: instantBody,
  updated_at: instantBody,
});

/** The response to a creation or rotation: the only ones with the secret. */
const clientWithSecretBody = clientBody.extend({ client_secret: z.string() });

export function clientRoutes(clients: Clients): Route[] {
  return [
    route({
      method: 'get',
      path: OF_COMPANY,
      access: 'management',
      params: companyPath,
      query: clientList,
      response: listBody(clientBody),
      handle: ({ unit, params: { id }, query }) =>
        listPage(
          `/management/companies/${id}/clients`,
          query,
          COMMON_SORTS,
          (page) => clients.list(unit, id, query, page),
          clientId,
        ),
    }),
    route({
      method: 'post',
      path: OF_COMPANY,
      access: 'management',
      params: companyPath,
      body: clientInput,
      status: 201,
      response: clientWithSecretBody,
      has_secret: true,
      location: ({ client_id }: { client_id: string }) => `${PATH}/${encodeURIComponent(client_id)}`,
      handle: ({ unit, params, body }) => clients.create(unit, params.id, body, body),
    }),
    route({
      method: 'get',
      path: `${PATH}/:client_id`,
      access: 'management',
      params: clientPath,
      response: clientBody,
      handle: ({ unit, params }) => clients.get(unit, params.client_id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:client_id`,
      access: 'management',
      params: clientPath,
      body: clientPatch,
      response: clientBody,
      handle: ({ unit, params, body, if_match }) => clients.update(unit, params.client_id, body, if_match),
    }),
    route({
      method: 'post',
      path: `${PATH}/:client_id/secret`,
      access: 'management',
      params: clientPath,
      body: secretInput,
      optional_body: true,
      response: clientWithSecretBody,
      has_secret: true,
      handle: ({ unit, params, body }) =>
        clients.renewSecret(unit, params.client_id, body.keep_previous_for_s ?? 0),
    }),
    route({
      method: 'delete',
      path: `${PATH}/:client_id/lockout`,
      access: 'management',
      params: clientPath,
      status: 204,
      response: 'none',
      handle: ({ unit, params, if_match }) => clients.unlock(unit, params.client_id, if_match),
    }),
    route({
      method: 'delete',
      path: `${PATH}/:client_id/refresh-token`,
      access: 'management',
      params: clientPath,
      status: 204,
      response: 'none',
      handle: ({ unit, params, if_match }) => clients.revokeRefreshToken(unit, params.client_id, if_match),
    }),
  ];
}
