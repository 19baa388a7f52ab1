import { z } from 'zod';
import type { Clients } from '../../use-cases/access/clients';
import {
  CLIENT_TERMS,
  clientId,
  clientInput,
  clientPatch,
  permissionsBody,
  secretInput,
} from '../http/schemas/client-schemas';
import { described } from '../http/schemas/described';
import { CREATE_CLIENT, RENEW_SECRET, UPDATE_CLIENT } from './management-examples';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../http/requests/list';
import { route, type Route } from '../http/route';
import { instantBody, uuid } from '../http/schemas/schemas';

const PATH = '/management/clients';
const OF_COMPANY = '/management/companies/:id/clients';

const companyPath = z.object({ id: uuid.describe('The id of the company.') });
const clientPath = z.object({ client_id: clientId.describe('The id of the client.') });
const clientList = listQuery({}, {});

const clientShape = described(
  {
    client_id: z.string(),
    company_id: z.string(),
    name: z.string(),
    permissions: permissionsBody,
    active: z.boolean(),
    locked_until: instantBody.nullable(),
    created_at: instantBody,
    updated_at: instantBody,
  },
  CLIENT_TERMS,
);
const clientBody = z.object(clientShape).meta({ id: 'Client' });

/** The response to a creation or rotation: the only ones with the secret. */
const clientWithSecretBody = z
  .object({ ...clientShape, ...described({ client_secret: z.string() }, CLIENT_TERMS) })
  .meta({ id: 'ClientWithSecret' });

export function clientRoutes(clients: Clients): Route[] {
  return [
    route({
      method: 'get',
      path: OF_COMPANY,
      operation: {
        id: 'listClients',
        tag: 'Clients',
        summary: 'List the clients of a company',
        description: 'Secrets are not shown.',
      },
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
      operation: {
        id: 'createClient',
        tag: 'Clients',
        summary: 'Create a client of a company',
        description: 'The response is the only one that shows the secret.',
        examples: CREATE_CLIENT,
      },
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
      operation: {
        id: 'getClient',
        tag: 'Clients',
        summary: 'Get a client',
        description: 'The secret is not shown; `locked_until` says whether the client is locked out.',
      },
      access: 'management',
      params: clientPath,
      response: clientBody,
      handle: ({ unit, params }) => clients.get(unit, params.client_id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:client_id`,
      operation: {
        id: 'updateClient',
        tag: 'Clients',
        summary: 'Change name, permissions or state of a client',
        description: 'A client that is not active gets no tokens.',
        examples: UPDATE_CLIENT,
      },
      access: 'management',
      params: clientPath,
      body: clientPatch,
      response: clientBody,
      handle: ({ unit, params, body, if_match }) => clients.update(unit, params.client_id, body, if_match),
    }),
    route({
      method: 'post',
      path: `${PATH}/:client_id/secret`,
      operation: {
        id: 'renewClientSecret',
        tag: 'Clients',
        summary: 'Make a new secret for a client',
        description:
          'The response is the only one that shows it. The refresh token of the client stops at once, and the old secret too, unless `keep_previous_for_s` is given. At most two secrets are accepted: another rotation ends the older one at once.',
        examples: RENEW_SECRET,
      },
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
      operation: {
        id: 'unlockClient',
        tag: 'Clients',
        summary: 'End the lockout of a client',
        description: 'Without a lockout nothing happens.',
      },
      access: 'management',
      params: clientPath,
      status: 204,
      response: 'none',
      handle: ({ unit, params, if_match }) => clients.unlock(unit, params.client_id, if_match),
    }),
    route({
      method: 'delete',
      path: `${PATH}/:client_id/refresh-token`,
      operation: {
        id: 'revokeRefreshToken',
        tag: 'Clients',
        summary: 'Revoke the refresh token of a client',
        description: 'Without a refresh token nothing happens. Access tokens stay valid until they expire.',
      },
      access: 'management',
      params: clientPath,
      status: 204,
      response: 'none',
      handle: ({ unit, params, if_match }) => clients.revokeRefreshToken(unit, params.client_id, if_match),
    }),
  ];
}
