import { MAX_KEEP_PREVIOUS_S } from '../../domain/access/client';
import { ACTIONS, RESOURCES, type Resource } from '../../domain/access/permission';
import { DomainError } from '../../domain/errors';
import type { Ids } from '../../ports/ids';
import type { Clients, ClientWithSecret, ManagedClient } from '../../use-cases/access/clients';
import type { Companies } from '../../use-cases/master-data/companies';
import { clientId, clientInput, clientPatch, secretInput } from '../http/schemas/client-schemas';
import type { RawRouteSpec } from '../http/route';
import { isCorrectable } from './company-pages';
import { checked, type Faults, faultOf, type Form } from './form';
import { COMMON_ORDERS, shownList } from './lists';
import { done, noticeOf, pageAfter } from './notices';
import { idIn, type Pages, type Visit } from './page';
import { clientPath, companyPath, CONSOLE } from './paths';
import type { View } from './views';

const OF_COMPANY = companyPath(':id', '/clients');
const ONE = `${CONSOLE}/clients/:client_id`;

/** How long the current secret stays valid after rotation. */
const ROLL_OVERS = [
  { value: 0, label: 'Revoke immediately' },
  { value: 3_600, label: 'Keep valid for 1 hour' },
  { value: 86_400, label: 'Keep valid for 1 day' },
  { value: MAX_KEEP_PREVIOUS_S, label: 'Keep valid for 7 days' },
];

interface Named {
  readonly id: string;
  readonly name: string;
}

export function clientPages(pages: Pages, clients: Clients, companies: Companies, ids: Ids): RawRouteSpec[] {
  const companyOf = (visit: Visit, client: ManagedClient) => companies.get(visit.unit, client.company_id);

  return [
    pages.show(OF_COMPANY, async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const path = companyPath(company.id, '/clients');
      const list = await shownList(path, visit, { orders: COMMON_ORDERS, ids: clientId }, (_filters, page) =>
        clients.list(visit.unit, company.id, {}, page),
      );
      return { view: 'clients/list', title: 'Clients', company, tab: 'clients', model: { company, list } };
    }),
    pages.form(`${OF_COMPANY}/new`, async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      return newClientPage(company, { name: '', client_id: ids.next(), granted: [], faults: {} });
    }),
    // The form contains the id of the new client, so that submitting it again does not create a second one.
    pages.act(OF_COMPANY, async (form, visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const { name, client_id } = { name: form.text('name'), client_id: form.text('client_id') };
      const filled = { name, client_id, granted: form.all('permissions') };
      const input = checked(clientInput, { name, client_id, permissions: permissionsIn(form) });
      if ('faults' in input) return newClientPage(company, { ...filled, faults: input.faults }, 422);
      try {
        const client = await clients.create(visit.unit, company.id, input.value, {
          client_id: input.value.client_id,
        });
        return secretPage(company, client, 'created');
      } catch (error) {
        if (!isCorrectable(error)) throw error;
        const faults = faultOf(error);
        if ('client_id' in faults) return done(clientPath(client_id), 'client_created_before');
        return newClientPage(company, { ...filled, faults }, error.status);
      }
    }),
    pages.show(ONE, async (visit) => {
      const client = await clients.get(visit.unit, idIn(visit, 'client_id'));
      return clientPage(await companyOf(visit, client), client, { notice: noticeOf(visit.query) });
    }),
    pages.act(ONE, async (form, visit) => {
      const client = await clients.get(visit.unit, idIn(visit, 'client_id'));
      const name = form.text('name', client.name);
      const patch = checked(clientPatch, { name, permissions: permissionsIn(form) });
      if ('faults' in patch) {
        const { faults } = patch;
        return clientPage(await companyOf(visit, client), client, { status: 422 }, { form, faults });
      }
      await clients.update(visit.unit, client.client_id, patch.value, form.versions());
      return done(clientPath(client.client_id), 'saved');
    }),
    // The form contains the client's version, so that submitting it again changes nothing.
    pages.act(`${ONE}/secret`, async (form, visit) => {
      const client_id = idIn(visit, 'client_id');
      const input = checked(secretInput, { keep_previous_for_s: Number(form.text('keep_previous_for_s')) });
      if ('faults' in input)
        throw new DomainError('validation_error', 'The validity period of the current secret is invalid.');
      const { keep_previous_for_s } = input.value;
      const client = await clients.renewSecret(
        visit.unit,
        client_id,
        keep_previous_for_s ?? 0,
        form.versions(),
      );
      return secretPage(await companyOf(visit, client), client, 'rotated');
    }),
    pages.act(`${ONE}/active`, async (form, visit) => {
      const client_id = idIn(visit, 'client_id');
      const active = form.text('active') === 'true';
      await clients.update(visit.unit, client_id, { active }, form.versions());
      return done(clientPath(client_id), active ? 'activated' : 'deactivated');
    }),
    pages.act(`${ONE}/lockout`, async (form, visit) => {
      const client_id = idIn(visit, 'client_id');
      await clients.unlock(visit.unit, client_id, undefined);
      return done(pageAfter(form, clientPath(client_id)), 'unlocked');
    }),
    pages.act(`${ONE}/refresh-token`, async (_form, visit) => {
      const client_id = idIn(visit, 'client_id');
      await clients.revokeRefreshToken(visit.unit, client_id, undefined);
      return done(clientPath(client_id), 'revoked');
    }),
  ];
}

/** Checked boxes are submitted as `document:create`. The schema rejects unknown permissions. */
function permissionsIn(form: Form): Record<string, string[]> {
  const matrix = new Map<string, string[]>(RESOURCES.map((resource) => [resource, []]));
  for (const permission of form.all('permissions')) {
    const [resource = '', action = ''] = permission.split(':');
    matrix.set(resource, [...(matrix.get(resource) ?? []), action]);
  }
  return Object.fromEntries(matrix);
}

const grantedBy = ({ permissions }: ManagedClient) =>
  Object.entries(permissions).flatMap(([resource, actions]) =>
    actions.map((action) => `${resource as Resource}:${action}`),
  );

interface NewClientFields {
  readonly name: string;
  readonly client_id: string;
  readonly granted: readonly string[];
  readonly faults: Faults;
}

function newClientPage(company: Named, { granted, ...fields }: NewClientFields, status = 200): View {
  const model = { company, fields, matrix: matrix(granted) };
  return { view: 'clients/new', title: 'New client', company, tab: 'clients', status, model };
}

function clientPage(
  company: Named,
  client: ManagedClient,
  page: Pick<View, 'status' | 'notice'>,
  again?: { readonly form: Form; readonly faults: Faults },
): View {
  const model = {
    client,
    fields: {
      version: again?.form.version ?? client.version,
      name: again?.form.exact('name') ?? client.name,
      faults: again?.faults ?? {},
    },
    matrix: matrix(again?.form.all('permissions') ?? grantedBy(client)),
    roll_overs: ROLL_OVERS,
  };
  return { view: 'clients/client', title: client.name, company, tab: 'clients', model, ...page };
}

/** Pages that show a secret, once, in response to the form that created it. */
function secretPage(company: Named, client: ClientWithSecret, how: 'created' | 'rotated'): View {
  const title = how === 'created' ? 'Client created' : 'Secret rotated';
  return { view: 'clients/secret', title, company, tab: 'clients', model: { client, how } };
}

function matrix(granted: readonly string[]) {
  const checked_boxes = new Set(granted);
  return {
    actions: ACTIONS,
    rows: RESOURCES.map((resource) => ({
      resource,
      cells: ACTIONS.map((action) => {
        const permission = `${resource}:${action}`;
        return { action, permission, is_granted: checked_boxes.has(permission) };
      }),
    })),
  };
}
