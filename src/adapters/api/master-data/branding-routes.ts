import { z } from 'zod';
import { described } from '../../http/schemas/described';
import { BRANDING_TERMS } from './master-data-terms';
import {
  ADDRESS_POSITIONS,
  BRANDING_READ_ONLY,
  type Logo,
  LOGO_TYPES,
  type LogoType,
} from '../../../domain/master-data/branding';
import type { LogoImages } from '../../../ports/master-data/logo-images';
import type { Brandings } from '../../../use-cases/master-data/brandings';
import { byteUpload } from '../../http/requests/byte-upload';
import { CREATE_BRANDING, UPDATE_BRANDING } from './master-data-examples';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { PlainStatus } from '../../http/connections/plain-status';
import { route, type Route } from '../../http/route';
import {
  instantBody,
  optional,
  queryFlag,
  readOnly,
  text,
  textMatching,
  uuid,
} from '../../http/schemas/schemas';
import { externalIdFilter, ownDataBody, ownDataMembers } from '../../http/schemas/own-data-schemas';
import { ownDataRoute } from '../own-data-route';

const PATH = '/brandings';
const MAX_TEXT = 5_000;

const brandingPath = z.object({ id: uuid.describe('The id of the branding.') });
const brandingList = listQuery(
  {
    default: queryFlag.describe('Only the default branding, or only others.'),
    external_id: externalIdFilter,
  },
  {},
);

/** Fields that `null` clears. */
const particulars = {
  ...described(
    {
      primary_color: optional(textMatching(/^#[0-9a-fA-F]{6}$/, 7, 'must be a color, #rrggbb')),
      header: optional(text(MAX_TEXT)),
      footer: optional(text(MAX_TEXT)),
    },
    BRANDING_TERMS,
  ),
  ...ownDataMembers,
};

const brandingInput = z
  .strictObject({
    ...described(
      { name: text(), default: optional(z.boolean()), address_position: optional(z.enum(ADDRESS_POSITIONS)) },
      BRANDING_TERMS,
    ),
    ...particulars,
  })
  .meta({ id: 'BrandingInput' });

const brandingPatch = z
  .strictObject({
    ...described(
      {
        name: text().optional(),
        default: z.boolean().optional(),
        address_position: z.enum(ADDRESS_POSITIONS).optional(),
      },
      BRANDING_TERMS,
    ),
    ...particulars,
    ...readOnly(BRANDING_READ_ONLY),
  })
  .meta({ id: 'BrandingPatch' });

export const brandingBody = z
  .object({
    ...described(
      {
        id: z.string(),
        name: z.string(),
        default: z.boolean(),
        primary_color: z.string().nullable(),
        address_position: z.enum(ADDRESS_POSITIONS),
        header: z.string().nullable(),
        footer: z.string().nullable(),
        has_logo: z.boolean(),
        created_at: instantBody,
        updated_at: instantBody,
      },
      BRANDING_TERMS,
    ),
    ...ownDataBody,
  })
  .meta({ id: 'Branding' });

export function brandingRoutes(brandings: Brandings, images: LogoImages): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      operation: { id: 'listBrandings', tag: 'Brandings', summary: 'List brandings' },
      access: 'branding:read',
      query: brandingList,
      response: listBody(brandingBody),
      handle: ({ unit, caller, query }) =>
        listPage(PATH, query, COMMON_SORTS, (page) => brandings.list(unit, caller.company_id, query, page)),
    }),
    route({
      method: 'post',
      path: PATH,
      operation: {
        id: 'createBranding',
        tag: 'Brandings',
        summary: 'Create a branding',
        errors: ['external_id_in_use'],
        examples: CREATE_BRANDING,
      },
      access: 'branding:create',
      body: brandingInput,
      status: 201,
      response: brandingBody,
      location: ({ id }: { id: string }) => `${PATH}/${id}`,
      handle: ({ unit, caller, body }) => brandings.create(unit, caller.company_id, body),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      operation: { id: 'getBranding', tag: 'Brandings', summary: 'Get a branding' },
      access: 'branding:read',
      params: brandingPath,
      response: brandingBody,
      handle: ({ unit, caller, params }) => brandings.get(unit, caller.company_id, params.id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:id`,
      operation: {
        id: 'updateBranding',
        tag: 'Brandings',
        summary: 'Change a branding',
        errors: ['default_branding_required', 'external_id_in_use'],
        examples: UPDATE_BRANDING,
      },
      access: 'branding:update',
      params: brandingPath,
      body: brandingPatch,
      response: brandingBody,
      handle: ({ unit, caller, params, body, if_match }) =>
        brandings.update(unit, caller.company_id, params.id, body, if_match),
    }),
    ownDataRoute(
      { path: PATH, name: 'Branding', tag: 'Brandings', access: 'branding:update', response: brandingBody },
      brandings.own_data,
    ),
    route({
      method: 'delete',
      path: `${PATH}/:id`,
      operation: {
        id: 'deleteBranding',
        tag: 'Brandings',
        summary: 'Delete a branding',
        errors: ['default_branding_required'],
      },
      access: 'branding:delete',
      params: brandingPath,
      status: 204,
      response: 'none',
      handle: ({ unit, caller, params, if_match }) =>
        brandings.delete(unit, caller.company_id, params.id, if_match),
    }),
    ...logoRoutes(brandings, images),
  ];
}

function logoRoutes(brandings: Brandings, images: LogoImages): Route[] {
  const path = `${PATH}/:id/logo`;
  return [
    route({
      method: 'get',
      path,
      operation: { id: 'getLogo', tag: 'Brandings', summary: 'Download the logo of a branding' },
      access: 'branding:read',
      params: brandingPath,
      response: 'file',
      file_types: Object.keys(LOGO_TYPES),
      handle: ({ unit, caller, params }) => brandings.getLogo(unit, caller.company_id, params.id),
    }),
    route({
      method: 'put',
      path,
      operation: {
        id: 'putLogo',
        tag: 'Brandings',
        summary: 'Set the logo of a branding',
        description:
          'The body is the image itself: PNG, JPEG or SVG of at most 1 MiB. Scripts and links are removed from an SVG.',
      },
      access: 'branding:update',
      params: brandingPath,
      upload: byteUpload(Object.keys(LOGO_TYPES) as LogoType[]),
      response: brandingBody,
      handle: ({ unit, caller, params, readUpload, if_match }) =>
        brandings.putLogo(
          unit,
          caller.company_id,
          params.id,
          async () => sanitizedLogo(images, caller.company_id, await readUpload()),
          if_match,
        ),
    }),
    route({
      method: 'delete',
      path,
      operation: { id: 'deleteLogo', tag: 'Brandings', summary: 'Remove the logo of a branding' },
      access: 'branding:update',
      params: brandingPath,
      status: 204,
      response: 'none',
      handle: ({ unit, caller, params, if_match }) =>
        brandings.deleteLogo(unit, caller.company_id, params.id, if_match),
    }),
  ];
}

/**
 * Validates and sanitizes the logo. @throws PlainStatus 415 when the bytes are not of the stated type; DomainError
 * validation_error
 */
async function sanitizedLogo(images: LogoImages, company_id: string, sent: Logo): Promise<Logo> {
  const bytes = await images.sanitize(company_id, sent.content_type, sent.bytes);
  if (bytes === undefined) throw new PlainStatus(415);
  return { ...sent, bytes };
}
