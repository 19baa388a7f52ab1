import { z } from 'zod';
import { LANGUAGES } from '../../domain/master-data/company';
import type { Companies } from '../../use-cases/master-data/companies';
import { COMPANY_TERMS, companyInput, companyPatch } from '../http/schemas/company-schemas';
import { described } from '../http/schemas/described';
import { listBody, listPage, listQuery } from '../http/requests/list';
import { route, type Route } from '../http/route';
import { CREATE_COMPANY, UPDATE_COMPANY } from './management-examples';
import { addressBody } from '../http/schemas/address-schemas';
import { instantBody, text, uuid } from '../http/schemas/schemas';

const PATH = '/management/companies';
const SORTS = { name: 'text' } as const;

const companyPath = z.object({ id: uuid.describe('The id of the company.') });
const companyList = listQuery(
  { q: text(100).describe('Part of the name, the VAT number or the identifier, in any case.') },
  SORTS,
);

const companyBody = z
  .object(
    described(
      {
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
      },
      COMPANY_TERMS,
    ),
  )
  .meta({ id: 'Company' });

export function companyRoutes(companies: Companies): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      operation: {
        id: 'listCompanies',
        tag: 'Companies',
        summary: 'List and search companies',
        description: 'With `q` only those whose name, VAT number or identifier has it as a part.',
      },
      access: 'management',
      query: companyList,
      response: listBody(companyBody),
      handle: ({ unit, query }) => listPage(PATH, query, SORTS, (page) => companies.list(unit, query, page)),
    }),
    route({
      method: 'post',
      path: PATH,
      operation: {
        id: 'createCompany',
        tag: 'Companies',
        summary: 'Create a company',
        description:
          'Unless `default_journals` is `false`, it also gets a default journal for each category of documents.',
        errors: ['invalid_address'],
        examples: CREATE_COMPANY,
      },
      access: 'management',
      body: companyInput,
      status: 201,
      response: companyBody,
      location: ({ id }: { id: string }) => `${PATH}/${id}`,
      handle: ({ unit, body: { default_journals, ...input } }) =>
        companies.create(unit, input, { default_journals }),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      operation: {
        id: 'getCompany',
        tag: 'Companies',
        summary: 'Get a company',
        description: 'The company as it is now, with its version as the `ETag`.',
      },
      access: 'management',
      params: companyPath,
      response: companyBody,
      handle: ({ unit, params }) => companies.get(unit, params.id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:id`,
      operation: {
        id: 'updateCompany',
        tag: 'Companies',
        summary: 'Change a company',
        description:
          'Documents keep what was printed on them: a change counts for documents that are created later.',
        errors: ['invalid_address'],
        examples: UPDATE_COMPANY,
      },
      access: 'management',
      params: companyPath,
      body: companyPatch,
      response: companyBody,
      handle: ({ unit, params, body, if_match }) => companies.update(unit, params.id, body, if_match),
    }),
  ];
}
