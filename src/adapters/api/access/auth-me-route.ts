import { z } from 'zod';
import type { Companies } from '../../../use-cases/master-data/companies';
import { route, type Route } from '../../http/route';
import { permissionsBody } from '../../http/schemas/client-schemas';
import { instantBody } from '../../http/schemas/schemas';

const callerBody = z
  .object({
    client_id: z.string(),
    company: z.object({ id: z.string(), name: z.string() }),
    permissions: permissionsBody,
    expires_at: instantBody,
  })
  .meta({ id: 'Caller' });

export function authMeRoute(companies: Companies): Route {
  return route({
    method: 'get',
    path: '/auth/me',
    operation: { id: 'getCaller', tag: 'Authentication', summary: 'Get the caller of the access token' },
    access: 'token',
    response: callerBody,
    handle: ({ unit, caller }) => companies.identify(unit, caller),
  });
}
