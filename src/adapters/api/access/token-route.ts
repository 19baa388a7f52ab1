import type { Request, Response } from '../../http/request';
import type { TokenRequest, TokenResponse } from '../../../domain/access/tokens';
import { BodyError, FormBodyError, parseJson, readBytes } from '../../http/requests/body';
import { sendJson } from '../../http/responses/envelope';
import { noteClient, requestIdOf } from '../../http/request-scope';
import type { RawRouteSpec } from '../../http/route';
import { TOKEN } from './token-examples';
import { parseTokenRequest, type Problem } from './token-request';
import { tokenResponses, tokenRequestBody } from './token-schemas';

export interface TokenIssuer {
  /** @param request_id - the value of `X-Request-ID` */
  issue(request: TokenRequest, request_id: string | null): Promise<TokenResponse>;
}

/** `POST /auth/token`: public, with a 422 body of its own instead of the envelope. */
export function tokenRoute(tokens: TokenIssuer): RawRouteSpec {
  return {
    method: 'post',
    path: '/auth/token',
    operation: {
      id: 'createToken',
      tag: 'Authentication',
      summary: 'Get an access token',
      description:
        'Issues an access token for client credentials or a refresh token, in JSON. A refresh token can be used once; a client has only one at a time, so processes that share a client must share its tokens.',
      errors: [
        ...(['invalid_request', 'invalid_credentials', 'invalid_grant', 'client_inactive'] as const),
        'too_many_requests',
      ],
      examples: TOKEN,
    },
    body: tokenRequestBody,
    responses: tokenResponses,
    access: 'public',
    async respond(req, res) {
      // Required by RFC 6749 §5.1. Set first, so that error responses have it too.
      res.setHeader('Cache-Control', 'no-store');
      res.setHeader('Pragma', 'no-cache');
      const parsed = await readTokenRequest(req, res);
      if ('problems' in parsed) return sendJson(res, 422, { detail: parsed.problems });
      const { grant_type, client_id } = parsed.request;
      if (grant_type === 'client_credentials' && client_id) noteClient(client_id);
      sendJson(res, 200, await tokens.issue(parsed.request, requestIdOf()));
    },
  };
}

/** OAuth libraries send a form unless they are configured otherwise. */
const FORM_HINT = '; docs/oauth.md has the settings for OAuth libraries';

async function readTokenRequest(
  req: Request,
  res: Response,
): Promise<{ request: TokenRequest } | { problems: Problem[] }> {
  try {
    return parseTokenRequest(parseJson(req, await readBytes(req, res, { share: 'token requests' })));
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    const hint = error instanceof FormBodyError ? FORM_HINT : '';
    return { problems: [{ loc: ['body'], msg: `JSON: ${error.message}${hint}`, type: 'json_invalid' }] };
  }
}
