import { z } from 'zod';
import type { BusinessClock } from '../../ports/business-clock';
import { route, type Route } from '../http/route';

/** Ten years with up to three leap days: 3653 days. */
const MAX_OFFSET_S = 3653 * 24 * 3600;

const clockBody = z.object({ offset_s: z.number() });
const clockInput = z.strictObject({
  offset_s: z
    .int('must be a whole number of seconds')
    .min(0, 'must not be negative')
    .max(MAX_OFFSET_S, 'must not be more than ten years'),
});

/** Routes that set the business clock ahead. Not registered in production. */
export function clockRoutes(clock: BusinessClock): Route[] {
  return [
    route({
      method: 'put',
      path: '/management/clock',
      access: 'management',
      body: clockInput,
      response: clockBody,
      handle: ({ body }) => clock.setOffset(body.offset_s).then(() => body),
    }),
  ];
}
