import type { Tenant } from '../installation';
import { type Attempt, createdId, type Creation } from '../ledger';
import { type Chance, newMark, type World } from '../world';
import { type Actor, Requests } from './actor';

export interface Made {
  readonly id: string;
  readonly mark: string;
}

/** Where an actor writes its documents. */
export interface Desk {
  readonly tenant: Tenant;
  readonly relation_id: string;
  readonly journal_id: string;
  /** Given with each document, so that a jump of the clock does not end the sequence; null: today. */
  readonly issue_date: string | null;
}

export interface Documents {
  /** @returns the document; undefined unless it is known to be there */
  create(desk: Desk, options: { readonly keyed: boolean }): Promise<Made | undefined>;
  /** Creates by key and sends in one request. @param sending - gets the attempts too */
  createAndSend(desk: Desk, mark: string, sending: Attempt[]): Promise<Made | undefined>;
}

export function documentsOf(world: World, chance: Chance): Documents {
  const requests = new Requests(world, chance);
  const begin = ({ tenant, relation_id, journal_id, issue_date }: Desk, keyed: boolean, mark = newMark()) => {
    const creation: Creation = { mark, company: tenant.name, journal_id, keyed, attempts: [] };
    world.ledger.creations.push(creation);
    const lines = [
      { name: 'Consulting', quantity: '1', unit_price: chance.between(1, 900).toFixed(2), vat_rate: '21' },
    ];
    const body = {
      ...{ type: 'invoice', relation_id, journal_id, lines, order_reference: mark },
      ...(issue_date === null ? {} : { issue_date }),
    };
    return { creation, call: { method: 'POST', path: '/documents', body } as const };
  };
  return {
    async create(desk, { keyed }) {
      const { creation, call } = begin(desk, keyed);
      const { attempts } = creation;
      if (keyed) {
        const with_key = { ...call, key: newMark() };
        // Some callers send a request twice concurrently, or repeat it after the response.
        const eager = chance.happens(0.15) ? [requests.insist(desk.tenant, with_key, attempts)] : [];
        await Promise.all([requests.insist(desk.tenant, with_key, attempts), ...eager]);
        if (chance.happens(0.1)) await requests.insist(desk.tenant, with_key, attempts);
      } else {
        attempts.push(await requests.once(desk.tenant, call));
      }
      return madeBy(creation);
    },
    async createAndSend(desk, mark, sending) {
      const { creation, call } = begin(desk, true, mark);
      const with_key = { ...call, path: '/documents?send_peppol=true', key: newMark() };
      await requests.insist(desk.tenant, with_key, creation.attempts);
      sending.push(...creation.attempts);
      return madeBy(creation);
    },
  };
}

function madeBy({ mark, attempts }: Creation): Made | undefined {
  const id = attempts.map(createdId).find((created) => created !== undefined);
  return id === undefined ? undefined : { id, mark };
}

/** Creates documents: with a key and retries, or without a key and without retries. */
export function creator(world: World, chance: Chance, desk: Desk, { keyed }: { keyed: boolean }): Actor {
  const documents = documentsOf(world, chance);
  return {
    name: keyed ? 'creates by key' : 'creates',
    step: async () => void (await documents.create(desk, { keyed })),
  };
}

/** Creates a document and deletes it again, where it is still the last. */
export function deleter(world: World, chance: Chance, desk: Desk): Actor {
  const documents = documentsOf(world, chance);
  const requests = new Requests(world, chance);
  return {
    name: 'deletes the last',
    async step() {
      const made = await documents.create(desk, { keyed: true });
      if (!made || chance.happens(0.3)) return;
      const attempts: Attempt[] = [];
      world.ledger.deletions.push({ company: desk.tenant.name, document_id: made.id, attempts });
      await requests.insist(desk.tenant, { method: 'DELETE', path: `/documents/${made.id}` }, attempts);
    },
  };
}
