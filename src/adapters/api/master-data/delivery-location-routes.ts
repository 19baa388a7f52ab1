import { z } from 'zod';
import { described } from '../../http/schemas/described';
import { DELIVERY_LOCATION_TERMS } from './master-data-terms';
import { ICD_SCHEMES } from '../../../domain/code-lists/icd-schemes';
import { DELIVERY_LOCATION_READ_ONLY } from '../../../domain/master-data/delivery-location';
import type { DeliveryLocations } from '../../../use-cases/master-data/delivery-locations';
import { CREATE_DELIVERY_LOCATION, UPDATE_DELIVERY_LOCATION } from './master-data-examples';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { route, type Route } from '../../http/route';
import { address, addressBody } from '../../http/schemas/address-schemas';
import { instantBody, optional, readOnly, text, textOf, uuid } from '../../http/schemas/schemas';

const PATH = '/relations/:relation_id/delivery-locations';

const relation_id = uuid.describe('The id of the relation.');
const locationsPath = z.object({ relation_id });
const locationPath = z.object({ relation_id, id: uuid.describe('The id of the delivery location.') });
const locationList = listQuery({ identifier: text().describe('The identifier; compared exactly.') }, {});

const scheme = textOf(4, (code) => ICD_SCHEMES.has(code), 'must be a code of the ICD list, such as 0088');

const particulars = {
  name: optional(text()),
  identifier: optional(text()),
  identifier_scheme: optional(scheme),
};

const locationInput = z
  .strictObject(described({ ...particulars, address }, DELIVERY_LOCATION_TERMS))
  .meta({ id: 'DeliveryLocationInput' });

const locationPatch = z
  .strictObject({
    ...described(
      {
        ...particulars,
        address: address.optional(),
      },
      DELIVERY_LOCATION_TERMS,
    ),
    ...readOnly(DELIVERY_LOCATION_READ_ONLY),
  })
  .meta({ id: 'DeliveryLocationPatch' });

export const locationBody = z
  .object(
    described(
      {
        id: z.string(),
        name: z.string().nullable(),
        identifier: z.string().nullable(),
        identifier_scheme: z.string().nullable(),
        address: addressBody,
        created_at: instantBody,
        updated_at: instantBody,
      },
      DELIVERY_LOCATION_TERMS,
    ),
  )
  .meta({ id: 'DeliveryLocation' });

export function deliveryLocationRoutes(locations: DeliveryLocations): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      operation: {
        id: 'listDeliveryLocations',
        tag: 'Delivery locations',
        summary: 'List the delivery locations of a relation',
      },
      access: 'relation:read',
      params: locationsPath,
      query: locationList,
      response: listBody(locationBody),
      handle: ({ unit, caller, params: { relation_id }, query }) =>
        listPage(pathOf(relation_id), query, COMMON_SORTS, (page) =>
          locations.list(unit, caller.company_id, relation_id, query, page),
        ),
    }),
    route({
      method: 'post',
      path: PATH,
      operation: {
        id: 'createDeliveryLocation',
        tag: 'Delivery locations',
        summary: 'Create a delivery location',
        errors: ['invalid_address', 'invalid_identifier'],
        examples: CREATE_DELIVERY_LOCATION,
      },
      access: 'relation:create',
      params: locationsPath,
      body: locationInput,
      status: 201,
      response: locationBody,
      location: ({ id }: { id: string }, { relation_id }) => `${pathOf(relation_id)}/${id}`,
      handle: ({ unit, caller, params: { relation_id }, body }) =>
        locations.create(unit, caller.company_id, relation_id, body),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      operation: { id: 'getDeliveryLocation', tag: 'Delivery locations', summary: 'Get a delivery location' },
      access: 'relation:read',
      params: locationPath,
      response: locationBody,
      handle: ({ unit, caller, params: { relation_id, id } }) =>
        locations.get(unit, caller.company_id, relation_id, id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:id`,
      operation: {
        id: 'updateDeliveryLocation',
        tag: 'Delivery locations',
        summary: 'Change a delivery location',
        errors: ['invalid_address', 'invalid_identifier'],
        examples: UPDATE_DELIVERY_LOCATION,
      },
      access: 'relation:update',
      params: locationPath,
      body: locationPatch,
      response: locationBody,
      handle: ({ unit, caller, params: { relation_id, id }, body, if_match }) =>
        locations.update(unit, caller.company_id, relation_id, id, body, if_match),
    }),
    route({
      method: 'delete',
      path: `${PATH}/:id`,
      operation: {
        id: 'deleteDeliveryLocation',
        tag: 'Delivery locations',
        summary: 'Delete a delivery location',
        errors: ['delivery_location_in_use'],
      },
      access: 'relation:delete',
      params: locationPath,
      status: 204,
      response: 'none',
      handle: ({ unit, caller, params: { relation_id, id }, if_match }) =>
        locations.delete(unit, caller.company_id, relation_id, id, if_match),
    }),
  ];
}

function pathOf(relation_id: string): string {
  return `/relations/${relation_id}/delivery-locations`;
}
