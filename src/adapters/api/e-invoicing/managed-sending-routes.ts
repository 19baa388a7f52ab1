import { z } from 'zod';
import { DOCUMENT_TYPE_NAMES } from '../../../domain/documents/document-type';
import { PEPPOL_STATUSES } from '../../../domain/documents/document-status';
import type { Sending } from '../../../use-cases/e-invoicing/sending';
import type { Transmissions } from '../../../use-cases/e-invoicing/transmissions';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { type Route, route } from '../../http/route';
import { described } from '../../http/schemas/described';
import { text, uuid } from '../../http/schemas/schemas';
import { documentBody } from '../documents/document-body';
import { transmissionBody } from '../../http/schemas/transmission-schemas';

const PATH = '/management/transmissions';

const documentPath = z.object({
  id: uuid.describe('The id of the company.'),
  document_id: uuid.describe('The id of the document.'),
});

const transmissionList = listQuery(
  {
    company_id: uuid.describe('Only transmissions of this company.'),
    state: z.enum(PEPPOL_STATUSES).describe('Only transmissions in this state.'),
    receiver: text().describe('The electronic address of the receiver, `scheme:value`, in any case.'),
  },
  {},
);

const companyBody = z.object(
  described(
    { id: uuid, name: z.string() },
    { id: 'The id of the company.', name: 'The present name of the company.' },
  ),
);

const sentDocumentBody = z.object(
  described(
    { id: uuid, number: z.string(), type: z.enum(DOCUMENT_TYPE_NAMES) },
    {
      id: 'The id of the document.',
      number: 'The number of the document (BT-1).',
      type: 'The type of the document.',
    },
  ),
);

const managedTransmissionBody = z
  .object({
    ...transmissionBody.shape,
    ...described(
      { company: companyBody, document: sentDocumentBody },
      { company: 'The company that sent the document.', document: 'The document that was sent.' },
    ),
  })
  .meta({ id: 'ManagedTransmission' });

/** Transmissions of all companies, for operators. */
export function managedSendingRoutes(sending: Sending, transmissions: Transmissions): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      operation: {
        id: 'listAllTransmissions',
        tag: 'Network',
        summary: 'List the transmissions of all companies',
        description: 'The newest first, each with its company and its document.',
      },
      access: 'management',
      query: transmissionList,
      response: listBody(managedTransmissionBody),
      handle: ({ unit, query }) =>
        listPage(PATH, query, COMMON_SORTS, (page) => transmissions.listOfAll(unit, query, page)),
    }),
    route({
      method: 'post',
      path: '/management/companies/:id/documents/:document_id/send',
      operation: {
        id: 'sendDocumentAgain',
        tag: 'Network',
        summary: 'Send a document again that failed or was rejected',
        description:
          'As a client of the company could, with the same checks and errors. The new transmission has a message id of its own. Of several requests at the same time, also of a client, one sends and the others are `already_sent`. A document that was never sent is `not_sendable` (409).',
        errors: ['not_sendable', 'not_sendable_received', 'already_sent', 'send_failed'],
        has_version: true,
      },
      access: 'management',
      params: documentPath,
      status: 202,
      response: documentBody,
      handle: ({ unit, params }) => sending.sendAgain(unit, params.id, params.document_id),
    }),
  ];
}
