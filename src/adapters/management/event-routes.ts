import { z } from 'zod';
import type { LogVerification } from '../../use-cases/events/verification';
import { route, type Route } from '../http/route';
import { uuid } from '../http/schemas/schemas';

const companyPath = z.object({ id: uuid });

const reportBody = z.object({
  events: z.int(),
  head: z.object({ position: z.int(), hash: z.string() }),
  faults: z.array(z.object({ position: z.int(), reason: z.string() })),
});

/** The log of a company, for operators. */
export function managedEventRoutes(verification: LogVerification): Route[] {
  return [
    route({
      method: 'get',
      path: '/management/companies/:id/events/verify',
      access: 'management',
      params: companyPath,
      response: reportBody,
      waits_s: () => Infinity,
      handle: ({ unit, params, closed }) => verification.verify(unit, params.id, closed()),
    }),
  ];
}
