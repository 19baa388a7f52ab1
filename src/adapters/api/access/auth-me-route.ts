import { z } from 'zod';
import { described } from '../../http/schemas/described';
import type { Companies } from '../../../use-cases/master-data/companies';
import { route, type Route } from '../../http/route';
import { permissionsBody } from '../../http/schemas/client-schemas';
import { instantBody } from '../../http/schemas/schemas';

const callerBody = z
  .object(
    described(
      {
        client_id: z.string(),
        company: z.object(
          described({ id: z.string(), name: z.string() }, { id: 'Its id.', name: 'Its name.' }),
        ),
        permissions: permissionsBody,
        expires_at: instantBody,
      },
      {
        client_id: 'The id of the client that requested the token.',
        company: 'The company that the client belongs to. Every call reads and changes its data only.',
        permissions: 'The permissions of the token: the allowed actions by resource.',
        expires_at: 'When the access token expires.',
      },
    ),
  )
  .meta({ id: 'Caller' });

export function authMeRoute(companies: Companies): Route {
  return route({
    method: 'get',
    path: '/auth/me',
    operation: {
      id: 'getCaller',
      tag: 'Authentication',
      summary: 'Get the caller of the access token',
      description: 'Client, company and permissions of the token that the request is sent with.',
    },
    access: 'token',
    response: callerBody,
    handle: ({ unit, caller }) => companies.identify(unit, caller),
  });
}
