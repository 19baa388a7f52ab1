import { z } from 'zod';
import {
  CLIENT_ID_MAX_LENGTH,
  CLIENT_READ_ONLY,
  CLIENT_SECRET_LENGTH,
  MAX_KEEP_PREVIOUS_S,
} from '../../../domain/access/client';
import { ACTIONS, perResource } from '../../../domain/access/permission';
import { COMMON_TERMS, described } from './described';
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
  .strictObject(
    perResource((resource) =>
      grants.describe(
        `The actions that the client may do with a ${resource.replace('_', ' ')}; left out or \`null\` for none.`,
      ),
    ),
  )
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

/** What the fields of a client mean. */
export const CLIENT_TERMS = {
  ...COMMON_TERMS,
  client_id: `The id with which the client gets tokens, at most ${CLIENT_ID_MAX_LENGTH} characters. Given on creation only to bring it over from an earlier system; by default the service makes one.`,
  client_secret: `The secret with which the client gets tokens, ${CLIENT_SECRET_LENGTH.min} to ${CLIENT_SECRET_LENGTH.max} characters. A response shows it this once. Given on creation only to bring it over from an earlier system; by default the service makes one.`,
  company_id: 'The id of the company whose data the client works with.',
  name: 'A name for the client.',
  permissions: 'What the client may do, by resource. It counts for tokens that are issued later.',
  active:
    'Whether the client may get tokens. Tokens that were issued before stay valid until they expire, an hour at most.',
  locked_until:
    'When the lockout of the client after too many wrong secrets ends. `null` when it is not locked.',
  keep_previous_for_s: `For how many seconds the old secret stays valid beside the new one, at most ${MAX_KEEP_PREVIOUS_S}; by default 0.`,
} as const;

/** The fields of a new client in management. */
export const clientInput = z
  .strictObject(
    described(
      {
        name: text(),
        permissions: optional(permissions),
        client_id: optional(clientId),
        client_secret: optional(clientSecret),
      },
      CLIENT_TERMS,
    ),
  )
  .meta({ id: 'ClientInput' });

/** The fields of a client that management can change. */
export const clientPatch = z
  .strictObject({
    ...described(
      { name: text().optional(), permissions: permissions.optional(), active: z.boolean().optional() },
      CLIENT_TERMS,
    ),
    ...readOnly(CLIENT_READ_ONLY),
  })
  .meta({ id: 'ClientPatch' });

/** A request for a new client secret. */
export const secretInput = z
  .strictObject(
    described(
      {
        keep_previous_for_s: optional(
          z
            .int('must be a whole number of seconds')
            .min(0, 'must not be negative')
            .max(MAX_KEEP_PREVIOUS_S, `must be at most ${MAX_KEEP_PREVIOUS_S}`),
        ),
      },
      CLIENT_TERMS,
    ),
  )
  .meta({ id: 'SecretInput' });
