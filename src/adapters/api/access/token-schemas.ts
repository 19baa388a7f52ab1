import { z } from 'zod';
import { described } from '../../http/schemas/described';
import { ACCESS_TOKEN_LIFETIME_S, GRANT_TYPES, MAX_LENGTHS } from '../../../domain/access/tokens';
import type { RawResponse } from '../../http/route';
import { PROBLEM_TYPES } from './token-request';

/**
 * Only for the OpenAPI description. `parseTokenRequest` parses the request, because it reports all problems at once.
 */
export const tokenRequestBody = z
  .object(
    described(
      {
        grant_type: z.enum(GRANT_TYPES),
        client_id: z.string().max(MAX_LENGTHS.client_id).nullish(),
        client_secret: z.string().max(MAX_LENGTHS.client_secret).nullish(),
        refresh_token: z.string().max(MAX_LENGTHS.refresh_token).nullish(),
      },
      {
        grant_type:
          'What the token is requested with: `client_credentials` (RFC 6749 §4.4) or `refresh_token` (§6).',
        client_id: 'The id of the client. Only for `client_credentials`.',
        client_secret: 'The secret of the client. Only for `client_credentials`.',
        refresh_token: 'The refresh token of the previous response. Only for `refresh_token`.',
      },
    ),
  )
  .meta({
    id: 'TokenRequest',
    description:
      '`client_credentials` needs `client_id` and `client_secret`, `refresh_token` needs `refresh_token`.',
  });

const tokenBody = z
  .object({
    access_token: z
      .string()
      .meta({ description: 'The access token, a JWT that is sent as `Authorization: Bearer …`.' }),
    token_type: z.literal('bearer').meta({ description: 'How the token is sent (RFC 6750).' }),
    expires_in: z.literal(ACCESS_TOKEN_LIFETIME_S).meta({
      description: 'How long the access token is valid, in seconds.',
      override: { type: 'integer' },
    }),
    refresh_token: z.string().meta({
      description:
        'Gets the next pair of tokens; it can be used once and does not expire while it is unused.',
    }),
  })
  .meta({ id: 'Token' });

const problemBody = z.object(
  described(
    {
      loc: z.array(z.union([z.string(), z.int()])),
      msg: z.string(),
      type: z.enum(PROBLEM_TYPES),
      ctx: z.record(z.string(), z.union([z.string(), z.int()])).optional(),
    },
    {
      loc: 'The path of the member: `["body", "grant_type"]`, or `["body"]` for the whole body.',
      msg: 'The problem in words.',
      type: 'The kind of the problem: `missing`, `literal_error`, `string_type`, `string_too_long`, `json_invalid` or `model_attributes_type`.',
      ctx: 'What was expected: `expected` for a `literal_error`, `max_length` for a `string_too_long`. Otherwise missing.',
    },
  ),
);

const problemsBody = z
  .object({
    detail: z.array(problemBody).describe('Every problem of the request.'),
  })
  .meta({ id: 'TokenRequestProblems' });

export const tokenResponses: Readonly<Record<number, RawResponse>> = {
  200: { description: 'OK', content_types: ['application/json'], schema: tokenBody },
  422: {
    description: 'The body is not a valid token request. Lists every problem, without the envelope.',
    content_types: ['application/json'],
    schema: problemsBody,
  },
};
