import { z } from 'zod';
import { LANGUAGES } from '../../domain/master-data/company';
import type { Companies } from '../../use-cases/master-data/companies';
import { companyInput, companyPatch } from '../http/schemas/company-schemas';
import { listBody, listPage, listQuery } from '../http/requests/list';
import { route, type Route } from '../http/route';
import { addressBody } from '../http/schemas/address-schemas';
import { instantBody, text, uuid } from '../http/schemas/schemas';

const PATH = '/management/companies';
const SORTS = { name: 'text' } as const;

const companyPath = z.object({ id: uuid });
const companyList = listQuery(
  { q: text(100).describe('Part of the name, the VAT number or the identifier, in any case.') },
  SORTS,
);

const companyBody = z.object({
  id: z.string(),
  name: z.string(),
  vat: z.string().nullable(),
  identifier: z.string().nullable(),
  electronic_address: z.string().nullable(),
  address: addressBody.nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  contact_name: z.string().nullable(),
  legal_information: z.string().nullable(),
  currency: z.string(),
  language: z.enum(LANGUAGES),
  timezone: z.string(),
  self_billing_enabled: z.boolean(),
  embed_pdf: z.boolean(),
  books_closed_until: z.string().nullable(),
  created_at: instantBody,
  updated_at: instantBody,
});

export function companyRoutes(companies: Companies): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'management',
      query: companyList,
      response: listBody(companyBody),
      handle: ({ unit, query }) => listPage(PATH, query, SORTS, (page) => companies.list(unit, query, page)),
    }),
    route({
      method: 'post',
      path: PATH,
      access: 'management',
      body: companyInput,
      status: 201,
      response: companyBody,
      location: ({ id }: { id: string }) => `${PATH}/${id}`,
      handle: ({ unit, body: { default_journals, ...input } }) =>
        companies.create(unit, input, default_journals ?? true),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      access: 'management',
      params: companyPath,
      response: companyBody,
      handle: ({ unit, params }) => companies.get(unit, params.id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:id`,
      access: 'management',
      params: companyPath,
      body: companyPatch,
      response: companyBody,
      handle: ({ unit, params, body, if_match }) => companies.update(unit, params.id, body, if_match),
    }),
  ];
}
