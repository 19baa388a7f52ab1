import type { OperationExamples } from '../../http/route';

const TOKENS = {
  access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6ImEifQ.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl',
  token_type: 'bearer',
  expires_in: 3600,
  refresh_token: 'nWkT0h3Zq8fJ5r1yXv2bLc9dPm4sGe7uAiKoRtEwQzY',
};

export const TOKEN: OperationExamples = {
  client_credentials: {
    summary: 'With client credentials',
    request: {
      grant_type: 'client_credentials',
      client_id: 'web-shop',
      client_secret: 'the secret that management showed once',
    },
    response: TOKENS,
  },
  refresh_token: {
    summary: 'With a refresh token',
    request: { grant_type: 'refresh_token', refresh_token: 'mQv1b7XyR0pZ3sT6wL9aKf2nCe5hJd8uGiOoVtBxEzY' },
    response: TOKENS,
  },
};
