import { z } from 'zod';
import { RELATION_TYPES } from '../../../domain/master-data/relation';
import { readVatNumber } from '../../../domain/values/vat-number';
import type { Relations } from '../../../use-cases/master-data/relations';
import { CREATE_RELATION, UPDATE_RELATION } from './master-data-examples';
import { relationBody, relationInput, relationPatch } from './relation-schemas';
import { listBody, listPage, listQuery } from '../../http/requests/list';
import { route, type Route } from '../../http/route';
import { countryCode, email, queryFlag, searchText, text, uuid } from '../../http/schemas/schemas';
import { externalIdFilter } from '../../http/schemas/own-data-schemas';
import { ownDataRoute } from '../own-data-route';

const PATH = '/relations';
const SORTS = { name: 'text' } as const;

const relationPath = z.object({ id: uuid.describe('The id of the relation.') });

// The check digits of a filter are not verified: an invalid VAT number matches no relation.
const vatFilter = text().transform((value, context) => {
  const vat = readVatNumber(value);
  if (vat) return vat.prefix + vat.number;
  context.addIssue('must begin with a country code, such as BE0123456749');
  return z.NEVER;
});
const electronicAddressFilter = text().regex(
  /^\s*\d{4}\s*:\s*\S/,
  'must be scheme:value, such as 0208:0123456749',
);

const relationList = listQuery(
  {
    type: z.enum(RELATION_TYPES).describe('Only companies, or only contacts.'),
    country_code: countryCode.describe('The country of the address, an ISO 3166-1 alpha-2 code.'),
    vat: vatFilter.describe('The VAT number; compared without separators and case.'),
    identifier: text().describe('The identifier; compared without separators and case.'),
    electronic_address: electronicAddressFilter.describe(
      'The electronic address, `scheme:value`; compared without separators and case.',
    ),
    email: email.describe('The email address; compared without case.'),
    q: searchText.meta({ description: 'Part of a name, in any case.' }),
    external_id: externalIdFilter,
  },
  SORTS,
);

export function relationRoutes(relations: Relations): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      operation: { id: 'listRelations', tag: 'Relations', summary: 'List relations' },
      access: 'relation:read',
      query: relationList,
      response: listBody(relationBody),
      handle: ({ unit, caller, query }) =>
        listPage(PATH, query, SORTS, (page) => relations.list(unit, caller.company_id, query, page)),
    }),
    route({
      method: 'post',
      path: PATH,
      operation: {
        id: 'createRelation',
        tag: 'Relations',
        summary: 'Create a relation',
        errors: ['duplicate_relation', 'invalid_address', 'external_id_in_use'],
        examples: CREATE_RELATION,
      },
      access: 'relation:create',
      query: z.strictObject({
        ignore_duplicate: queryFlag
          .optional()
          .describe(
            'Creates the company although another one has its `vat`, `identifier` or `electronic_address`; by default `false`. Only for companies.',
          ),
      }),
      body: relationInput,
      status: 201,
      response: relationBody,
      location: ({ id }: { id: string }) => `${PATH}/${id}`,
      handle: ({ unit, caller, body, query }) =>
        relations.create(unit, caller.company_id, body, query.ignore_duplicate),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      operation: { id: 'getRelation', tag: 'Relations', summary: 'Get a relation' },
      access: 'relation:read',
      params: relationPath,
      response: relationBody,
      handle: ({ unit, caller, params }) => relations.get(unit, caller.company_id, params.id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:id`,
      operation: {
        id: 'updateRelation',
        tag: 'Relations',
        summary: 'Change a relation',
        errors: ['duplicate_relation', 'invalid_address', 'external_id_in_use'],
        examples: UPDATE_RELATION,
      },
      access: 'relation:update',
      params: relationPath,
      body: relationPatch,
      response: relationBody,
      handle: ({ unit, caller, params, body, if_match }) =>
        relations.update(unit, caller.company_id, params.id, body, if_match),
    }),
    ownDataRoute(
      { path: PATH, name: 'Relation', tag: 'Relations', access: 'relation:update', response: relationBody },
      relations.own_data,
    ),
    route({
      method: 'delete',
      path: `${PATH}/:id`,
      operation: {
        id: 'deleteRelation',
        tag: 'Relations',
        summary: 'Delete a relation and its delivery locations',
        errors: ['relation_in_use'],
      },
      access: 'relation:delete',
      params: relationPath,
      status: 204,
      response: 'none',
      handle: ({ unit, caller, params, if_match }) =>
        relations.delete(unit, caller.company_id, params.id, if_match),
    }),
  ];
}
