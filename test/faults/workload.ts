import { setTimeout as sleep } from 'node:timers/promises';
import { anIban } from '../support/master-data';
import type { Actor } from './actors/actor';
import { defaultReader, promoter, type Scope } from './actors/defaults';
import { creator, deleter, type Desk } from './actors/documents';
import { responder } from './actors/responses';
import { type Receiver, sender } from './actors/sendings';
import { refresher } from './actors/tokens';
import { uploader } from './actors/uploads';
import type { Installation, Tenant } from './installation';
import type { Violation } from './invariants/violation';
import { Chance, type World } from './world';

/** Participants of the sandbox that take part; companies of the installation come to them. */
const PARTICIPANTS = ['0088:5412345000013', '0088:5412345000020', '0088:5412345000037', '0088:5412345000044'];
const MEMBERS_OF_A_SCOPE = 4;
/** Between two steps of an actor: the load is to be constant, not all that the machine can do. */
const PAUSE_MS = [10, 120] as const;

/** Makes what the actors need, and the actors. */
export async function makeActors(world: World, seed: number): Promise<Actor[]> {
  const { installation, tenants } = world;
  const [first, second] = tenants;
  const actors: Actor[] = [];
  const add = (make: (chance: Chance) => Actor, times = 1) => {
    for (let n = 0; n < times; n++) actors.push(make(new Chance(seed + 1_000 + actors.length)));
  };
  for (const tenant of tenants) {
    const other = tenant === first ? second : first;
    const receivers: Receiver[] = [];
    for (const address of [other.address, other.address, other.address, ...PARTICIPANTS])
      receivers.push({ address, relation_id: await receiver(installation, tenant, address, receivers) });
    const { relation_id } = receivers.at(-1)!;
    const desk = async (code: string): Promise<Desk> => {
      const journal_id = await newJournal(installation, tenant, code);
      return { tenant, relation_id, journal_id, issue_date: new Date().toISOString().slice(0, 10) };
    };
    const main = await desk('MAIN');
    const last = await desk('LAST');
    add((chance) => creator(world, chance, main, { keyed: true }), 2);
    add((chance) => creator(world, chance, main, { keyed: false }));
    add((chance) => deleter(world, chance, last), 2);
    add((chance) => sender(world, chance, main, receivers), 2);
    add((chance) => uploader(world, chance, main));
    add((chance) => responder(world, chance, tenant));
    const { client_id, client_secret } = await installation.newClient(tenant.company_id);
    add((chance) => refresher(world, chance, { client_id, client_secret }));
  }
  const scopes = await makeScopes(installation, first);
  add((chance) => promoter(world, chance, scopes), 2);
  add((chance) => defaultReader(world, chance, scopes));
  return actors;
}

async function receiver(
  installation: Installation,
  tenant: Tenant,
  address: string,
  known: readonly Receiver[],
): Promise<string> {
  const found = known.find((relation) => relation.address === address);
  return found?.relation_id ?? installation.newRelation(tenant, address);
}

async function newJournal(installation: Installation, tenant: Tenant, code: string): Promise<string> {
  const body = { code, name: code, category: 'sales', sequence_scope: 'yearly' };
  return (await installation.make<{ id: string }>(tenant, '/journals', body)).id;
}

async function makeScopes(installation: Installation, tenant: Tenant): Promise<Scope[]> {
  const make = async (path: string, body: (n: number) => object): Promise<string[]> => {
    const members: string[] = [];
    for (let n = 1; n <= MEMBERS_OF_A_SCOPE; n++)
      members.push((await installation.make<{ id: string }>(tenant, path, body(n))).id);
    return members;
  };
  const accounts = await make('/bank-accounts', (n) => ({ reference: anIban(n) }));
  const brandings = await make('/brandings', (n) => ({ name: `Branding ${n}` }));
  const journals = await make('/journals', (n) => ({
    code: `P${n}`,
    name: 'P',
    category: 'purchase',
    sequence_scope: 'yearly',
  }));
  return [
    { name: 'bank accounts', tenant, path: '/bank-accounts', query: '?limit=200', members: accounts },
    { name: 'brandings', tenant, path: '/brandings', query: '?limit=200', members: brandings },
    { name: 'journals', tenant, path: '/journals', query: '?limit=200&category=purchase', members: journals },
  ];
}

/** Lets the actors act until the run is over. @returns what kept one of them from going on */
export async function act(world: World, actors: readonly Actor[], seed: number): Promise<Violation[]> {
  const violations: Violation[] = [];
  const loop = async (actor: Actor, index: number) => {
    const chance = new Chance(seed + 2_000 + index);
    while (!world.isOver()) {
      try {
        await world.gate.through(() => actor.step());
      } catch (error) {
        violations.push({
          rule: 'a caller could not go on',
          what: `${actor.name}: ${(error as Error).message}`,
        });
      }
      await sleep(chance.between(...PAUSE_MS));
    }
  };
  await Promise.all(actors.map(loop));
  return violations;
}
