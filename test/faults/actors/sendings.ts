import type { Attempt } from '../ledger';
import { type Chance, newMark, type World } from '../world';
import { type Actor, Requests } from './actor';
import { type Desk, documentsOf } from './documents';

export interface Receiver {
  readonly relation_id: string;
  /** Electronic address. */
  readonly address: string;
}

/** Creates invoices and sends them: in one request or in two, with and without a key. */
export function sender(world: World, chance: Chance, desk: Desk, receivers: readonly Receiver[]): Actor {
  const documents = documentsOf(world, chance);
  const requests = new Requests(world, chance);
  const { tenant } = desk;
  return {
    name: 'sends',
    async step() {
      const { relation_id, address } = chance.of(receivers);
      const place = { ...desk, relation_id };
      const attempts: Attempt[] = [];
      const enter = (mark: string) =>
        world.ledger.sendings.push({ company: tenant.name, mark, receiver: address, attempts });
      let id: string | undefined;
      if (chance.happens(0.4)) {
        const mark = newMark();
        enter(mark);
        id = (await documents.createAndSend(place, mark, attempts))?.id;
        if (attempts.at(-1)?.answer?.body?.error?.code !== 'send_failed') return;
      } else {
        const made = await documents.create(place, { keyed: true });
        if (made) enter(made.mark);
        id = made?.id;
      }
      if (id === undefined) return;
      const call = { method: 'POST', path: `/documents/${id}/send` } as const;
      await requests.insist(tenant, chance.happens(0.5) ? { ...call, key: newMark() } : call, attempts);
    },
  };
}
