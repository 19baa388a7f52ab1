import { z } from 'zod';
import type { BusinessClock } from '../../ports/business-clock';
import { route, type Route } from '../http/route';
import { described } from '../http/schemas/described';
import { SET_CLOCK } from './management-examples';

/** Ten years with up to three leap days: 3653 days. */
const MAX_OFFSET_S = 3653 * 24 * 3600;

const CLOCK_TERMS = {
  offset_s: 'How far the business clock is ahead of the real time, in seconds: 0 to ten years.',
} as const;

const clockBody = z.object(described({ offset_s: z.number() }, CLOCK_TERMS)).meta({ id: 'Clock' });
const clockInput = z
  .strictObject(
    described(
      {
        offset_s: z
          .int('must be a whole number of seconds')
          .min(0, 'must not be negative')
          .max(MAX_OFFSET_S, 'must not be more than ten years'),
      },
      CLOCK_TERMS,
    ),
  )
  .meta({ id: 'ClockInput' });

/** Routes that set the business clock ahead. Not registered in production. */
export function clockRoutes(clock: BusinessClock): Route[] {
  return [
    route({
      method: 'put',
      path: '/management/clock',
      operation: {
        id: 'setClock',
        tag: 'Installation',
        summary: 'Set the business clock ahead, for tests',
        description:
          "To try expiry, the lock of books and a year's end. It counts on all nodes within a second, and may be lowered again. Not in production.",
        has_version: false,
        examples: SET_CLOCK,
      },
      access: 'management',
      body: clockInput,
      response: clockBody,
      handle: ({ body }) => clock.setOffset(body.offset_s).then(() => body),
    }),
  ];
}
