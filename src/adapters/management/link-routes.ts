import { z } from 'zod';
import { ALL_LINK_KINDS, LINK_TARGETS } from '../../domain/documents/link';
import type { Documents } from '../../use-cases/documents/documents';
import type { Links } from '../../use-cases/documents/links';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../http/requests/list';
import { type Route, route } from '../http/route';
import { decimal, instantBody, list, optional, text, uuid } from '../http/schemas/schemas';

const COMPANY = '/management/companies/:id';

const companyPath = z.object({ id: uuid });
const linkPath = z.object({ id: uuid, link_id: uuid });

const linkInput = z.strictObject({
  target: z.enum(LINK_TARGETS),
  target_id: uuid,
  kind: z.enum(ALL_LINK_KINDS),
  reference: optional(text()),
  amount: optional(decimal({ decimals: 4, below: 1e15 })),
});

const linkBody = z.object({
  id: uuid,
  target: z.enum(LINK_TARGETS),
  target_id: uuid,
  kind: z.enum(ALL_LINK_KINDS),
  reference: z.string().nullable(),
  amount: z.string().nullable(),
  created_at: instantBody,
  updated_at: instantBody,
});

const linkList = listQuery(
  { target: z.enum(LINK_TARGETS), target_id: uuid, kind: z.enum(ALL_LINK_KINDS) },
  {},
);

const transmissionInput = z.strictObject({
  document_ids: list(uuid, {
    min: [1, 'must name at least 1 document'],
    max: [1000, 'must name at most 1000 documents'],
  }).refine((ids) => new Set(ids).size === ids.length, 'must not name a document twice'),
});

const transmissionBody = z.object({
  data: z.array(z.object({ document_id: uuid, transmitted_at: instantBody })),
});

/** Routes by which accounting and other systems report links to documents and relations of a company. */
export function linkRoutes(links: Links, documents: Documents): Route[] {
  return [
    route({
      method: 'post',
      path: `${COMPANY}/transmissions`,
      access: 'management',
      params: companyPath,
      body: transmissionInput,
      response: transmissionBody,
      handle: async ({ unit, params, body }) => ({
        data: await documents.bookInAccounting(unit, params.id, body.document_ids),
      }),
    }),
    route({
      method: 'get',
      path: `${COMPANY}/links`,
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
      access: 'management',
      params: companyPath,
      body: linkInput,
      status: 201,
      response: linkBody,
      handle: ({ unit, params, body }) => links.create(unit, params.id, body),
    }),
    route({
      method: 'delete',
      path: `${COMPANY}/links/:link_id`,
      access: 'management',
      params: linkPath,
      status: 204,
      response: 'none',
      handle: ({ unit, params }) => links.delete(unit, params.id, params.link_id),
    }),
  ];
}
