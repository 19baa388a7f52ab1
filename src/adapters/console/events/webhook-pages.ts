import type { Clients } from '../../../use-cases/access/clients';
import type { ClientWebhooks } from '../../../use-cases/events/client-webhooks';
import type { Companies } from '../../../use-cases/master-data/companies';
import type { RawRouteSpec } from '../../http/route';
import { idIn, type Pages } from '../page';
import { CONSOLE } from '../paths';

/** The webhooks of a client, to read only: clients change them through the API. */
export function webhookPages(
  pages: Pages,
  clients: Clients,
  companies: Companies,
  webhooks: ClientWebhooks,
): RawRouteSpec[] {
  return [
    pages.show(`${CONSOLE}/clients/:client_id/webhooks`, async (visit) => {
      const client = await clients.get(visit.unit, idIn(visit, 'client_id'));
      const company = await companies.get(visit.unit, client.company_id);
      const list = await webhooks.list(visit.unit, client);
      return {
        view: 'events/webhooks',
        title: `Webhooks of ${client.name}`,
        company,
        tab: 'clients',
        model: { company, client, webhooks: list },
      };
    }),
  ];
}
