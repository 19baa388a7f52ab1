import type { Tenant } from '../installation';
import type { Attempt } from '../ledger';
import type { ObservedDocument } from '../observed';
import { type Chance, newMark, type World } from '../world';
import { type Actor, Requests } from './actor';

/** A document takes 100; below that, so that no response is refused for it. */
const RESPONSES_A_DOCUMENT = 80;

/** Responds to received documents with questions, which may repeat, with and without a key. */
export function responder(world: World, chance: Chance, tenant: Tenant): Actor {
  const requests = new Requests(world, chance);
  return {
    name: 'responds',
    async step() {
      const list = await requests.read(tenant, '/documents?status=received&limit=50');
      const received: readonly ObservedDocument[] = list?.answer!.body.data ?? [];
      const open = received.filter(({ responses }) => responses.length < RESPONSES_A_DOCUMENT);
      if (open.length === 0) return;
      const { id } = chance.of(open);
      const mark = newMark();
      const attempts: Attempt[] = [];
      world.ledger.responses.push({ company: tenant.name, document_id: id, mark, attempts });
      const body = { status: 'UQ', reasons: [{ code: 'REF' }], note: mark };
      const call = { method: 'POST', path: `/documents/${id}/responses`, body } as const;
      await requests.insist(tenant, chance.happens(0.7) ? { ...call, key: newMark() } : call, attempts);
    },
  };
}
