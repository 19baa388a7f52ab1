import { z } from 'zod';
import type { Permission } from '../../domain/access/permission';
import type { OwnDataInput } from '../../domain/values/own-data';
import type { IfMatch } from '../../domain/version';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { type OperationExamples, type Route, route } from '../http/route';
import { ownDataInput } from '../http/schemas/own-data-schemas';
import { uuid } from '../http/schemas/schemas';

const OWN_DATA: OperationExamples = {
  external_id: {
    summary: 'An id and a value of the own system',
    request: { external_id: 'erp-4711', metadata: { cost_centre: '12' } },
  },
};

interface OwnDataSpec {
  /** The path of the resources: `/journals`. */
  readonly path: string;
  /** The resource in the `operationId`: `Journal`. */
  readonly name: string;
  readonly tag: string;
  /** The permission to update the resource. */
  readonly access: Permission;
  readonly response: z.ZodType;
  readonly examples?: OperationExamples;
}

interface OwnDataUseCase {
  putOwnData(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    input: OwnDataInput,
    if_match: IfMatch,
  ): Promise<unknown>;
}

const params = z.object({ id: uuid.describe('The id of the resource.') });

/** The route that replaces `external_id` and `metadata` of a resource. */
export function ownDataRoute(
  { path, name, tag, access, response, examples = OWN_DATA }: OwnDataSpec,
  resources: OwnDataUseCase,
): Route {
  return route({
    method: 'put',
    path: `${path}/:id/own-data`,
    operation: {
      id: `put${name}OwnData`,
      tag,
      summary: 'Replace `external_id` and `metadata`',
      description:
        'A member that is left out is cleared. The request is accepted in every state of the resource, also where a `PATCH` is not.',
      errors: ['external_id_in_use'],
      examples,
    },
    access,
    params,
    body: ownDataInput,
    response,
    handle: ({ unit, caller, params: { id }, body, if_match }) =>
      resources.putOwnData(unit, caller.company_id, id, body, if_match),
  });
}
