import { z } from 'zod';
import { DOCUMENT_TYPE_NAMES } from '../../../domain/documents/document-type';
import {
  ACCOUNTING_STATUSES,
  STATUSES as DOCUMENT_STATUSES,
  PEPPOL_STATUSES,
} from '../../../domain/documents/document-status';
import { PAYMENT_STATUSES } from '../../../domain/documents/payments/payment-status';
import type { Documents } from '../../../use-cases/documents/documents';
import type { CreatedAndSent } from '../../../use-cases/e-invoicing/created-and-sent';
import { listBody, listPage, listQuery } from '../../http/requests/list';
import { type Route, route } from '../../http/route';
import { externalIdFilter } from '../../http/schemas/own-data-schemas';
import { currency, date, searchText, text, uuid } from '../../http/schemas/schemas';
import { ownDataRoute } from '../own-data-route';
import { documentBody, documentRow } from './document-body';
import { documentInput, documentPatch, sendQuery } from './document-input';
import { CREATE_DOCUMENT, PUT_DOCUMENT_OWN_DATA, UPDATE_DOCUMENT } from './document-examples';

const SORTS = { issue_date: 'date', number: 'text' } as const;

const documentList = listQuery(
  {
    type: z.enum(DOCUMENT_TYPE_NAMES).describe('Only documents whose `type` is this one.'),
    status: z.enum(DOCUMENT_STATUSES).describe('Only documents whose `status` is this one.'),
    peppol_status: z
      .enum(PEPPOL_STATUSES)
      .describe(
        'Only documents whose `peppol_status` is this one; those that were never sent over the network have none.',
      ),
    accounting_status: z
      .enum(ACCOUNTING_STATUSES)
      .describe('Only documents whose `accounting_status` is this one.'),
    payment_status: z.enum(PAYMENT_STATUSES).describe('Only documents whose `payment_status` is this one.'),
    journal_id: uuid.describe('Only documents that this journal numbered; received ones have no journal.'),
    relation_id: uuid.describe(
      'Only documents whose `relation_id` is this one: the buyer of sales documents, the seller of purchase documents.',
    ),
    currency: currency.describe('Only documents in this currency, an ISO 4217 code.'),
    number: text().describe(
      'Only documents with this number, compared exactly; several received ones can have it.',
    ),
    issue_date_from: date.describe('Only documents of this issue date or later.'),
    issue_date_to: date.describe('Only documents of this issue date or earlier.'),
    due_date_from: date.describe(
      'Only documents with this due date or a later one; those without a due date are left out.',
    ),
    due_date_to: date.describe(
      'Only documents with this due date or an earlier one; those without a due date are left out.',
    ),
    external_id: externalIdFilter,
    q: searchText.meta({
      description:
        "Only documents with this text, of 3 to 100 characters, in the buyer's name (of a received document the seller's) or at the beginning of the number; upper and lower case are equal.",
    }),
  },
  SORTS,
);

const documentPath = z.object({ id: uuid.describe('The id of the document.') });

export function documentRoutes(documents: Documents, created_and_sent: CreatedAndSent): Route[] {
  return [
    route({
      method: 'get',
      path: '/documents',
      operation: {
        id: 'listDocuments',
        tag: 'Documents',
        summary: 'List documents',
        description: 'Rows are documents without `lines`, `attachments` and `allowed_actions`.',
      },
      access: 'document:read',
      query: documentList,
      response: listBody(documentRow),
      handle: ({ unit, caller, query }) =>
        listPage('/documents', query, SORTS, (page) =>
          documents.list(unit, caller.company_id, filtersOf(query), page),
        ),
    }),
    route({
      method: 'post',
      path: '/documents',
      operation: {
        id: 'createDocument',
        tag: 'Documents',
        summary: 'Create and number a document',
        description:
          'The document gets the next number of its journal, without gaps or duplicates. With `send_peppol=true` it is also sent. The error `send_failed` means that the document was created, but not sent: correct what the message names and send it with `POST /documents/{id}/send`.',
        errors: [
          'self_billing_disabled',
          'invalid_relation',
          'invalid_journal',
          'no_default_journal',
          'invalid_delivery_location',
          'not_sendable',
          'invalid_allowance_charge',
          'invalid_amount',
          'invalid_paid_amount',
          'invalid_issue_date',
          'external_id_in_use',
          'send_failed',
        ],
        examples: CREATE_DOCUMENT,
      },
      access: 'document:create',
      also: { when: 'send_peppol', access: 'document:update' },
      query: sendQuery,
      body: documentInput,
      previewed_by: { method: 'post', path: '/documents/preview' },
      status: 201,
      response: documentBody,
      location: ({ id }: { id: string }) => `/documents/${id}`,
      handle: ({ unit, caller, query, body }) =>
        query.send_peppol
          ? created_and_sent.create(unit, caller.company_id, body)
          : documents.create(unit, caller.company_id, body),
    }),
    route({
      method: 'get',
      path: '/documents/:id',
      operation: { id: 'getDocument', tag: 'Documents', summary: 'Get a document' },
      access: 'document:read',
      params: documentPath,
      response: documentBody,
      handle: ({ unit, caller, params }) => documents.get(unit, caller.company_id, params.id),
    }),
    route({
      method: 'patch',
      path: '/documents/:id',
      operation: {
        id: 'updateDocument',
        tag: 'Documents',
        summary: 'Change a document',
        description: 'Totals are recomputed; the number does not change.',
        errors: [
          'document_not_editable',
          'invalid_relation',
          'invalid_delivery_location',
          'invalid_document_lines',
          'invalid_allowance_charge',
          'invalid_amount',
          'invalid_paid_amount',
          'invalid_issue_date',
          'external_id_in_use',
        ],
        examples: UPDATE_DOCUMENT,
      },
      access: 'document:update',
      params: documentPath,
      body: documentPatch,
      response: documentBody,
      handle: ({ unit, caller, params, body, if_match }) =>
        documents.update(unit, caller.company_id, params.id, body, if_match),
    }),
    ownDataRoute(
      {
        path: '/documents',
        name: 'Document',
        tag: 'Documents',
        access: 'document:update',
        response: documentBody,
        examples: PUT_DOCUMENT_OWN_DATA,
      },
      documents,
    ),
    route({
      method: 'delete',
      path: '/documents/:id',
      operation: {
        id: 'deleteDocument',
        tag: 'Documents',
        summary: 'Delete the last document of its sequence',
        description: 'Its number becomes available again.',
        errors: ['document_in_use', 'document_not_deletable'],
      },
      access: 'document:delete',
      params: documentPath,
      status: 204,
      response: 'none',
      handle: ({ unit, caller, params, if_match }) =>
        documents.delete(unit, caller.company_id, params.id, if_match),
    }),
  ];
}

function filtersOf({
  sort: _sort,
  limit: _limit,
  cursor: _cursor,
  ...filters
}: z.output<typeof documentList>) {
  return filters;
}
