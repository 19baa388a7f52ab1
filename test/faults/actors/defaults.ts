import type { Tenant } from '../installation';
import type { Chance, World } from '../world';
import { type Actor, Requests } from './actor';

/** Members of which exactly one is the default. */
export interface Scope {
  readonly name: string;
  readonly tenant: Tenant;
  /** `/bank-accounts` */
  readonly path: string;
  /** Query that lists the whole scope. */
  readonly query: string;
  readonly members: readonly string[];
}

/** Makes one member after the other the default. */
export function promoter(world: World, chance: Chance, scopes: readonly Scope[]): Actor {
  const requests = new Requests(world, chance);
  return {
    name: 'promotes',
    async step() {
      const { name, tenant, path, members } = chance.of(scopes);
      const member = chance.of(members);
      const attempt = await requests.once(tenant, {
        method: 'PATCH',
        path: `${path}/${member}`,
        body: { default: true },
      });
      world.ledger.promotions.push({ scope: name, member, attempt });
    },
  };
}

/** Looks how many defaults there are. */
export function defaultReader(world: World, chance: Chance, scopes: readonly Scope[]): Actor {
  const requests = new Requests(world, chance);
  return {
    name: 'reads defaults',
    async step() {
      const scope = chance.of(scopes);
      const attempt = await requests.once(scope.tenant, {
        method: 'GET',
        path: `${scope.path}${scope.query}`,
      });
      if (attempt.answer?.status !== 200) return;
      world.ledger.default_reads.push({
        scope: scope.name,
        attempt,
        defaults: defaultsIn(attempt.answer.body),
      });
    },
  };
}

export function defaultsIn(list: { data: readonly { id: string; default: boolean }[] }): string[] {
  return list.data.filter((member) => member.default).map(({ id }) => id);
}
