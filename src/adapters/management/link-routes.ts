import { z } from 'zod';
import { ALL_LINK_KINDS, LINK_TARGETS } from '../../domain/documents/link';
import type { Documents } from '../../use-cases/documents/documents';
import type { Links } from '../../use-cases/documents/links';
import { CREATE_LINK, TRANSMIT_DOCUMENTS } from './management-examples';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../http/requests/list';
import { type Route, route } from '../http/route';
import { COMMON_TERMS, described } from '../http/schemas/described';
import { decimal, instantBody, list, optional, text, uuid } from '../http/schemas/schemas';

const COMPANY = '/management/companies/:id';

const company_id = uuid.describe('The id of the company.');
const companyPath = z.object({ id: company_id });
const linkPath = z.object({ id: company_id, link_id: uuid.describe('The id of the link.') });

const LINK_TERMS = {
  ...COMMON_TERMS,
  target: 'What the link refers to.',
  target_id: 'The id of the document or relation. A document with a link cannot be deleted, nor a relation.',
  kind: 'What the link stands for. Of a document `reconciliation`, `timesheet_line` or `payment_intent`; of a relation `subscription`, `project`, `timesheet_line` or `accounting_match`.',
  reference: 'The id of the record in the other system. `null` when there is none.',
  amount:
    'What was paid, in the currency of the document; only of a `reconciliation` or `payment_intent`. It reduces `open_amount`. `null` when the link states no amount.',
} as const;

const linkInput = z
  .strictObject(
    described(
      {
        target: z.enum(LINK_TARGETS),
        target_id: uuid,
        kind: z.enum(ALL_LINK_KINDS),
        reference: optional(text()),
        amount: optional(decimal({ decimals: 4, below: 1e15 })),
      },
      LINK_TERMS,
    ),
  )
  .meta({ id: 'LinkInput' });

const linkBody = z
  .object(
    described(
      {
        id: uuid,
        target: z.enum(LINK_TARGETS),
        target_id: uuid,
        kind: z.enum(ALL_LINK_KINDS),
        reference: z.string().nullable(),
        amount: z.string().nullable(),
        created_at: instantBody,
        updated_at: instantBody,
      },
      LINK_TERMS,
    ),
  )
  .meta({ id: 'Link' });

const linkList = listQuery(
  {
    target: z.enum(LINK_TARGETS).describe('Only links to documents, or to relations.'),
    target_id: uuid.describe('Only links to this document or relation.'),
    kind: z.enum(ALL_LINK_KINDS).describe('Only links of this kind.'),
  },
  {},
);

const bookingInput = z
  .strictObject(
    described(
      {
        document_ids: list(uuid, {
          min: [1, 'must name at least 1 document'],
          max: [1000, 'must name at most 1000 documents'],
        }).refine((ids) => new Set(ids).size === ids.length, 'must not name a document twice'),
      },
      { document_ids: 'The ids of the documents, 1 to 1,000, each once.' },
    ),
  )
  .meta({ id: 'BookingInput' });

const bookedBody = z.object(
  described(
    { document_id: uuid, transmitted_at: instantBody },
    {
      document_id: 'The id of the document.',
      transmitted_at: 'When the document was first transmitted to accounting.',
    },
  ),
);

const bookingBody = z
  .object({ data: z.array(bookedBody).describe('The documents, in the order of the request.') })
  .meta({ id: 'Booking' });

/** Routes by which accounting and other systems report links to documents and relations of a company. */
export function linkRoutes(links: Links, documents: Documents): Route[] {
  return [
    route({
      method: 'post',
      path: `${COMPANY}/transmissions`,
      operation: {
        id: 'transmitDocuments',
        tag: 'Links',
        summary: 'Record that documents were transmitted to accounting',
        description:
          'All or none. They can no longer be changed, and their `accounting_status` is `transmitted`. A document that was transmitted before stays as it is.',
        examples: TRANSMIT_DOCUMENTS,
      },
      access: 'management',
      params: companyPath,
      body: bookingInput,
      response: bookingBody,
      handle: async ({ unit, params, body }) => ({
        data: await documents.bookInAccounting(unit, params.id, body.document_ids),
      }),
    }),
    route({
      method: 'get',
      path: `${COMPANY}/links`,
      operation: {
        id: 'listLinks',
        tag: 'Links',
        summary: 'List the links of a company',
        description: 'Links never change: they are created and deleted.',
      },
      access: 'management',
      params: companyPath,
      query: linkList,
      response: listBody(linkBody),
      handle: ({ unit, params, query }) =>
        listPage(`/management/companies/${params.id}/links`, query, COMMON_SORTS, (page) =>
          links.list(unit, params.id, query, page),
        ),
    }),
    route({
      method: 'post',
      path: `${COMPANY}/links`,
      operation: {
        id: 'createLink',
        tag: 'Links',
        summary: 'Link a document or relation to a record of another system',
        description: 'While it exists, the document or relation cannot be deleted. An amount counts as paid.',
        examples: CREATE_LINK,
        has_version: false,
      },
      access: 'management',
      params: companyPath,
      body: linkInput,
      status: 201,
      response: linkBody,
      location: ({ id }: { id: string }, params) => `/management/companies/${params.id}/links/${id}`,
      handle: ({ unit, params, body }) => links.create(unit, params.id, body),
    }),
    route({
      method: 'delete',
      path: `${COMPANY}/links/:link_id`,
      operation: {
        id: 'deleteLink',
        tag: 'Links',
        summary: 'Delete a link',
        description: 'Its amount no longer counts as paid.',
      },
      access: 'management',
      params: linkPath,
      status: 204,
      response: 'none',
      handle: ({ unit, params, if_match }) => links.delete(unit, params.id, params.link_id, if_match),
    }),
  ];
}
