import { z } from 'zod';
import {
  CLIENT_ID_MAX_LENGTH,
  CLIENT_READ_ONLY,
  CLIENT_SECRET_LENGTH,
  MAX_KEEP_PREVIOUS_S,
} from '../../../domain/access/client';
import { ACTIONS, perResource } from '../../../domain/access/permission';
import { optional, readOnly, text } from './schemas';

/** A client id. `.` and `..` are rejected: URL parsers remove such segments from a path, even percent-encoded. */
export const clientId = text(CLIENT_ID_MAX_LENGTH).refine(
  (id) => id !== '.' && id !== '..',
  'must not be . or ..',
);
const clientSecret = text(CLIENT_SECRET_LENGTH.max).refine(
  (secret) => [...secret].length >= CLIENT_SECRET_LENGTH.min,
  `must have at least ${CLIENT_SECRET_LENGTH.min} characters`,
);

const grants = optional(z.array(z.enum(ACTIONS)));
const permissions = z
  .strictObject(perResource(() => grants))
  .transform((matrix) =>
    Object.fromEntries(Object.entries(matrix).map(([resource, actions]) => [resource, actions ?? []])),
  );

/** Permissions in a response. */
export const permissionsBody = z.object(
  perResource((resource) =>
    z
      .array(z.enum(ACTIONS))
      .describe(`The actions that the client may do with a ${resource.replace('_', ' ')}; empty for none.`),
  ),
);

/** The fields of a new client in management. */
export const clientInput = z.strictObject({
  name: text(),
  permissions: optional(permissions),
  client_id: optional(clientId),
  client_secret: optional(clientSecret),
});

/** The fields of a client that management can change. */
export const clientPatch = z.strictObject({
  name: text().optional(),
  permissions: permissions.optional(),
  active: z.boolean().optional(),
  ...readOnly(CLIENT_READ_ONLY),
});

/** A request for a new client secret. */
export const secretInput = z.strictObject({
  keep_previous_for_s: optional(
    z
      .int('must be a whole number of seconds')
      .min(0, 'must not be negative')
      .max(MAX_KEEP_PREVIOUS_S, `must be at most ${MAX_KEEP_PREVIOUS_S}`),
  ),
});
