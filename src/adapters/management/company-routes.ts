import { z } from 'zod';
import { COMPANY_READ_ONLY, isNamedTimeZone, LANGUAGES } from '../../domain/company';
import type { Companies } from '../../use-cases/companies';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../http/list';
import { route, type Route } from '../http/route';
import {
  address,
  addressBody,
  currency,
  date,
  electronicAddress,
  email,
  instantBody,
  language,
  optional,
  readOnly,
  text,
  uuid,
  vatNumber,
} from '../http/schemas';

const PATH = '/management/companies';

const companyPath = z.object({ id: uuid });
const companyList = listQuery({}, {});

const timezone = text().refine(isNamedTimeZone, 'must be the name of a time zone, as Europe/Brussels');

/** What may be empty: `null` clears. */
const particulars = {
  vat: optional(vatNumber),
  identifier: optional(text()),
  electronic_address: optional(electronicAddress),
  address: optional(address),
  email: optional(email),
  books_closed_until: optional(date),
};

const companyInput = z.strictObject({
  name: text(),
  ...particulars,
  currency: optional(currency),
  language: optional(language),
  timezone: optional(timezone),
  self_billing_enabled: optional(z.boolean()),
  embed_pdf: optional(z.boolean()),
  default_journals: optional(z.boolean()),
});

const companyPatch = z.strictObject({
  name: text().optional(),
  ...particulars,
  currency: currency.optional(),
  language: language.optional(),
  timezone: timezone.optional(),
  self_billing_enabled: z.boolean().optional(),
  embed_pdf: z.boolean().optional(),
  ...readOnly(COMPANY_READ_ONLY),
});

const companyBody = z.object({
  id: z.string(),
  name: z.string(),
  vat: z.string().nullable(),
  identifier: z.string().nullable(),
  electronic_address: z.string().nullable(),
  address: addressBody.nullable(),
  email: z.string().nullable(),
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
      handle: ({ query }) => listPage(PATH, query, COMMON_SORTS, (page) => companies.list(query, page)),
    }),
    route({
      method: 'post',
      path: PATH,
      access: 'management',
      body: companyInput,
      status: 201,
      response: companyBody,
      location: ({ id }: { id: string }) => `${PATH}/${id}`,
      handle: ({ body: { default_journals, ...input } }) => companies.create(input, default_journals ?? true),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      access: 'management',
      params: companyPath,
      response: companyBody,
      handle: ({ params }) => companies.get(params.id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:id`,
      access: 'management',
      params: companyPath,
      body: companyPatch,
      response: companyBody,
      handle: ({ params, body, if_match }) => companies.update(params.id, body, if_match),
    }),
  ];
}
