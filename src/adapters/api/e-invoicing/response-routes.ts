import { z } from 'zod';
import {
  RESPONSE_ACTIONS,
  RESPONSE_REASONS,
  RESPONSE_STATUSES,
} from '../../../domain/documents/responses/invoice-response';
import type { InvoiceResponses } from '../../../use-cases/e-invoicing/invoice-responses';
import { type Route, route } from '../../http/route';
import { date, list, optional, text, uuid } from '../../http/schemas/schemas';
import { documentBody } from '../documents/document-body';
import { RESPONSE_TERMS } from '../documents/response-body';
import { SEND_RESPONSE } from './response-examples';

const id = uuid.describe('The id of the document.');

const clarifications = <Codes extends readonly [string, ...string[]]>(codes: Codes, what: string) =>
  optional(
    list(
      z.strictObject({
        code: z.enum(codes).describe(RESPONSE_TERMS.code),
        text: optional(text(1000)).describe(RESPONSE_TERMS.text),
      }),
      { max: [20, 'must have at most 20 entries'] },
    ),
  ).describe(what);

const responseInput = z
  .strictObject({
    status: z.enum(RESPONSE_STATUSES).describe(RESPONSE_TERMS.status),
    reasons: clarifications(
      RESPONSE_REASONS,
      `${RESPONSE_TERMS.reasons} \`UQ\`, \`CA\` and \`RE\` need one.`,
    ),
    actions: clarifications(RESPONSE_ACTIONS, RESPONSE_TERMS.actions),
    note: optional(text(5000)).describe(RESPONSE_TERMS.note),
    effective_date: optional(date).describe(RESPONSE_TERMS.effective_date),
  })
  .meta({ id: 'ResponseInput' });

/** Responses to received documents (Peppol BIS Invoice Response 3). */
export function responseRoutes(responses: InvoiceResponses): Route[] {
  return [
    route({
      method: 'post',
      path: '/documents/:id/responses',
      operation: {
        id: 'sendResponse',
        tag: 'Sending',
        summary: 'Respond to a received document over the network',
        description:
          'An Invoice Response tells the sender of a purchase document that came over the network what becomes of it; it changes nothing in the document. Statuses go forward along `AB`, `IP`, `UQ`, `CA`, `RE`, `AP`, `PD`, and any may be left out. `UQ` may repeat, and `PD` with the reason `PPD`. `RE`, and a `PD` without `PPD`, are the last. Failed responses do not count. The outcome is the `state` of the new entry of `responses`; it has no event, and its reason is in `GET …/transmissions`.',
        errors: ['response_not_possible', 'send_failed'],
        examples: SEND_RESPONSE,
      },
      access: 'document:update',
      previewed_by: { method: 'get', path: '/documents/:id' },
      params: z.object({ id }),
      body: responseInput,
      status: 202,
      response: documentBody,
      handle: ({ unit, caller, params, body }) => responses.send(unit, caller.company_id, params.id, body),
    }),
    route({
      method: 'get',
      path: '/documents/:id/responses/:response_id/file',
      operation: {
        id: 'getResponseFile',
        tag: 'Sending',
        summary: 'Download a response',
        description: 'The XML as it was sent, or as it was received, with its envelope if it had one.',
      },
      access: 'document:read',
      params: z.object({ id, response_id: uuid.describe('The id of the response.') }),
      response: 'file',
      file_types: ['application/xml'],
      handle: ({ unit, caller, params }) =>
        responses.file(unit, caller.company_id, params.id, params.response_id),
    }),
  ];
}
