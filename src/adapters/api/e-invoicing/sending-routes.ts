import { z } from 'zod';
import { DOCUMENT_TYPE_NAMES } from '../../../domain/documents/document-type';
import type { DocumentPreviews } from '../../../use-cases/e-invoicing/document-previews';
import type { RelationReachability } from '../../../use-cases/e-invoicing/relation-reachability';
import type { Sending } from '../../../use-cases/e-invoicing/sending';
import type { Transmissions } from '../../../use-cases/e-invoicing/transmissions';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { type Route, route } from '../../http/route';
import { described } from '../../http/schemas/described';
import { instantBody, uuid } from '../../http/schemas/schemas';
import { transmissionBody } from '../../http/schemas/transmission-schemas';
import { documentBody, previewBody } from '../documents/document-body';
import { documentInput } from '../documents/document-input';
import { PREVIEW_DOCUMENT, SEND_DOCUMENT } from '../documents/document-examples';

const path = z.object({ id: uuid.describe('The id of the document.') });
const relationPath = z.object({ id: uuid.describe('The id of the relation.') });

const reachabilityBody = z
  .object(
    described(
      {
        registered: z.boolean(),
        document_types: z.array(z.enum(DOCUMENT_TYPE_NAMES)),
        responses: z.boolean(),
        checked_at: instantBody,
      },
      {
        registered: 'Whether the electronic address of the relation is registered on the network.',
        document_types: 'The types of documents that it can receive; empty when it is not registered.',
        responses: 'Whether it can receive responses about the documents that it sent.',
        checked_at: 'When the directory of the network was asked.',
      },
    ),
  )
  .meta({ id: 'Reachability' });

const transmissionList = listQuery({}, {});

/** Sending, transmissions, and the look-up of participants. */
export function sendingRoutes(
  sending: Sending,
  transmissions: Transmissions,
  previews: DocumentPreviews,
  reachability: RelationReachability,
): Route[] {
  return [
    route({
      method: 'post',
      path: '/documents/preview',
      operation: {
        id: 'previewDocument',
        tag: 'Documents',
        summary: 'Preview a document without creating it',
        description:
          'No number is used. `checks` lists what a creation or a send would refuse; members that are unknown before the creation are `null`.',
        examples: PREVIEW_DOCUMENT,
      },
      access: 'document:create',
      body: documentInput,
      has_effect: false,
      response: previewBody,
      handle: async ({ unit, caller, body }) => {
        const { document, checks } = await previews.preview(unit, caller.company_id, body);
        // Without `version`, because a preview has no ETag.
        const { version: _, ...computed } = document;
        return { ...computed, checks };
      },
    }),
    route({
      method: 'post',
      path: '/documents/:id/send',
      operation: {
        id: 'sendDocument',
        tag: 'Sending',
        summary: 'Send a document over the e-invoicing network',
        description:
          'Everything that prevents sending is reported before anything is sent. The outcome is in `peppol_status`; after `failed` or `rejected` the document can be sent again.',
        errors: ['not_sendable', 'not_sendable_received', 'already_sent', 'send_failed'],
        examples: SEND_DOCUMENT,
      },
      access: 'document:update',
      params: path,
      previewed_by: { method: 'get', path: '/documents/:id', sends: 'always' },
      status: 202,
      response: documentBody,
      handle: ({ unit, caller, params }) => sending.send(unit, caller.company_id, params.id),
    }),
    route({
      method: 'post',
      path: '/documents/:id/mark-sent',
      operation: {
        id: 'markDocumentSent',
        tag: 'Documents',
        summary: 'Mark a document as sent by other means',
        errors: ['not_sendable_received', 'already_sent'],
      },
      access: 'document:update',
      params: path,
      previewed_by: { method: 'get', path: '/documents/:id' },
      response: documentBody,
      handle: ({ unit, caller, params }) => sending.markSent(unit, caller.company_id, params.id),
    }),
    route({
      method: 'get',
      path: '/documents/:id/transmissions',
      operation: { id: 'listTransmissions', tag: 'Sending', summary: 'List the transmissions of a document' },
      access: 'document:read',
      params: path,
      query: transmissionList,
      response: listBody(transmissionBody),
      handle: ({ unit, caller, params, query }) =>
        listPage(`/documents/${params.id}/transmissions`, query, COMMON_SORTS, (page) =>
          transmissions.list(unit, caller.company_id, params.id, query, page),
        ),
    }),
    route({
      method: 'get',
      path: '/relations/:id/reachability',
      operation: {
        id: 'getReachability',
        tag: 'Sending',
        summary: 'Check whether a relation can be reached over the network',
      },
      access: 'relation:read',
      params: relationPath,
      response: reachabilityBody,
      handle: ({ unit, caller, params }) => reachability.of(unit, caller.company_id, params.id),
    }),
  ];
}
