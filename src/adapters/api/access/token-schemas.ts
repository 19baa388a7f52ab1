import { z } from 'zod';
import { ACCESS_TOKEN_LIFETIME_S, GRANT_TYPES, MAX_LENGTHS } from '../../../domain/access/tokens';
import type { RawAnswer } from '../../http/route';
import { PROBLEM_TYPES } from './token-request';

/**
 * Only for the OpenAPI description. `parseTokenRequest` parses the request, because it reports all problems at once.
 */
export const tokenRequestBody = z
  .object({
    grant_type: z.enum(GRANT_TYPES),
    client_id: z.string().max(MAX_LENGTHS.client_id).nullish(),
    client_secret: z.string().max(MAX_LENGTHS.client_secret).nullish(),
    refresh_token: z.string().max(MAX_LENGTHS.refresh_token).nullish(),
  })
  .meta({
    id: 'TokenRequest',
    description:
      '`client_credentials` needs `client_id` and `client_secret`, `refresh_token` needs `refresh_token`.',
  });

const tokenBody = z
  .object({
    access_token: z.string().meta({ description: 'JWT for `Authorization: Bearer`.' }),
    token_type: z.literal('bearer'),
    expires_in: z
      .literal(ACCESS_TOKEN_LIFETIME_S)
      .meta({ description: 'Seconds.', override: { type: 'integer' } }),
    refresh_token: z.string().meta({ description: 'For the next token; can be used once.' }),
  })
  .meta({ id: 'Token' });

const problemsBody = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.enum(PROBLEM_TYPES),
        ctx: z.record(z.string(), z.union([z.string(), z.int()])).optional(),
      }),
    ),
  })
  .meta({ id: 'TokenRequestProblems' });

export const tokenAnswers: Readonly<Record<number, RawAnswer>> = {
  200: { description: 'OK', content_types: ['application/json'], schema: tokenBody },
  422: {
    description: 'The body is not a valid token request. Lists every problem, without the envelope.',
    content_types: ['application/json'],
    schema: problemsBody,
  },
};
