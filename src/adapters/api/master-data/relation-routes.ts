import { z } from 'zod';
import { LANGUAGES } from '../../../domain/master-data/company';
import { RELATION_READ_ONLY, RELATION_TYPES } from '../../../domain/master-data/relation';
import { readVatNumber } from '../../../domain/values/vat-number';
import type { Relations } from '../../../use-cases/master-data/relations';
import { CREATE_RELATION } from './master-data-examples';
import { listBody, listPage, listQuery } from '../../http/requests/list';
import { route, type Route } from '../../http/route';
import { address, addressBody } from '../../http/schemas/address-schemas';
import {
  bic,
  countryCode,
  electronicAddress,
  email,
  iban,
  instantBody,
  language,
  optional,
  queryFlag,
  readOnly,
  searchText,
  text,
  uuid,
  validated,
  vatNumber,
} from '../../http/schemas/schemas';
import { externalIdFilter, ownDataBody, ownDataMembers } from '../../http/schemas/own-data-schemas';
import { ownDataRoute } from '../own-data-route';

const PATH = '/relations';
const SORTS = { name: 'text' } as const;

const relationPath = z.object({ id: uuid });

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
    type: z.enum(RELATION_TYPES),
    country_code: countryCode,
    vat: vatFilter,
    identifier: text(),
    electronic_address: electronicAddressFilter,
    email,
    q: searchText.meta({ description: 'Part of a name, in any case.' }),
    external_id: externalIdFilter,
  },
  SORTS,
);

/** Members of both types of relation. `null` means the same as a missing member, and clears in a PATCH. */
const common = {
  email: optional(email),
  phone: optional(text()),
  language: optional(language),
  address: optional(address),
  iban: optional(iban),
  bic: optional(bic),
  payment_term_days: optional(
    z
      .int('must be a whole number from 0 to 365')
      .min(0, 'must be a whole number from 0 to 365')
      .max(365, 'must be a whole number from 0 to 365'),
  ),
  buyer_reference: optional(text()),
  note: optional(text(5_000)),
  ...ownDataMembers,
};

const relationInput = z
  .discriminatedUnion(
    'type',
    [
      z
        .strictObject({
          type: z.literal('company'),
          name: text(),
          vat: optional(vatNumber),
          identifier: optional(text()),
          electronic_address: optional(electronicAddress),
          website: optional(text()),
          ...common,
        })
        .meta({ id: 'CompanyInput' }),
      z
        .strictObject({
          type: z.literal('contact'),
          first_name: optional(text()),
          last_name: text(),
          ...common,
        })
        .meta({ id: 'ContactInput' }),
    ],
    { error: (issue) => (issue.code === 'invalid_union' ? 'must be company or contact' : undefined) },
  )
  .meta({ id: 'RelationInput' });

const relationPatch = z
  .strictObject({
    name: validated('name', text()).optional(),
    vat: validated('vat', vatNumber.nullable()).optional(),
    identifier: validated('identifier', text().nullable()).optional(),
    electronic_address: validated('electronic_address', electronicAddress.nullable()).optional(),
    website: validated('website', text().nullable()).optional(),
    first_name: validated('first_name', text().nullable()).optional(),
    last_name: validated('last_name', text()).optional(),
    ...common,
    ...readOnly(RELATION_READ_ONLY),
  })
  .meta({ id: 'RelationPatch' });

const nullableText = z.string().nullable();

const commonBody = {
  email: nullableText,
  phone: nullableText,
  language: z.enum(LANGUAGES).nullable(),
  address: addressBody.nullable(),
  iban: nullableText,
  bic: nullableText,
  payment_term_days: z.int().nullable(),
  buyer_reference: nullableText,
  note: nullableText,
  ...ownDataBody,
  created_at: instantBody,
  updated_at: instantBody,
};

export const relationBody = z
  .discriminatedUnion('type', [
    z
      .object({
        id: z.string(),
        type: z.literal('company'),
        name: z.string(),
        vat: nullableText,
        identifier: nullableText,
        electronic_address: nullableText,
        website: nullableText,
        ...commonBody,
      })
      .meta({ id: 'Company' }),
    z
      .object({
        id: z.string(),
        type: z.literal('contact'),
        first_name: nullableText,
        last_name: z.string(),
        ...commonBody,
      })
      .meta({ id: 'Contact' }),
  ])
  .meta({ id: 'Relation' });

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
      query: z.strictObject({ ignore_duplicate: queryFlag.optional() }),
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
      relations,
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
