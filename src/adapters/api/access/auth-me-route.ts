import { z } from 'zod';
import { ACTIONS } from '../../../domain/access/permission';
import type { Companies } from '../../../use-cases/master-data/companies';
import { route, type Route } from '../../http/route';
import { instantBody } from '../../http/schemas/schemas';

const actions = z.array(z.enum(ACTIONS));

const callerBody = z
  .object({
    client_id: z.string(),
    company: z.object({ id: z.string(), name: z.string() }),
    permissions: z.object({
      document: actions,
      relation: actions,
      bank_account: actions,
      journal: actions,
      branding: actions,
    }),
    expires_at: instantBody,
  })
  .meta({ id: 'Caller' });

export function authMeRoute(companies: Companies): Route {
  return route({
    method: 'get',
    path: '/auth/me',
    operation: { id: 'getCaller', tag: 'Authentication', summary: 'Show whom the access token stands for' },
    access: 'token',
    response: callerBody,
    handle: ({ unit, caller }) => companies.identify(unit, caller),
  });
}
