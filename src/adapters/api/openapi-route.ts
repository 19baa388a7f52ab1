import { z } from 'zod';
import { PreparedResponse } from '../http/responses/prepared-response';
import { type Route, route } from '../http/route';
import { openApiDocument } from './openapi/document';
import { MANAGEMENT_API } from './openapi/interfaces';

const A_MINUTE_S = 60;
const anything = z.unknown();

/**
 * @param routes - returns all described routes, including this one; called on the first request
 * @param base_url - the public address of the service, if it is configured
 */
export function openApiRoute(routes: () => readonly Route[], base_url: string | undefined): Route {
  let answer: PreparedResponse | undefined;
  return route({
    method: 'get',
    path: '/openapi.json',
    operation: {
      id: 'getInterfaceDescription',
      tag: 'Interface description',
      summary: 'Get this description (OpenAPI 3.1)',
      description: 'The same for every caller; generators make clients from it.',
    },
    access: 'public',
    response: anything,
    max_age_s: A_MINUTE_S,
    handle: async () => (answer ??= PreparedResponse.json(anything, openApiDocument(routes(), base_url))),
  });
}

/**
 * The description of the management API.
 *
 * @param routes - returns the routes of the management listener, of which those of its API are described
 */
export function managementOpenApiRoute(routes: () => readonly Route[]): Route {
  let answer: PreparedResponse | undefined;
  return route({
    method: 'get',
    path: '/management/openapi.json',
    operation: {
      id: 'getManagementDescription',
      tag: 'Installation',
      summary: 'Get this description (OpenAPI 3.1)',
      description:
        'It has the routes of this installation: those that are for tests are missing in production.',
    },
    access: 'management',
    response: anything,
    max_age_s: A_MINUTE_S,
    handle: async () =>
      (answer ??= PreparedResponse.json(anything, openApiDocument(routes(), undefined, MANAGEMENT_API))),
  });
}
