import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedTokens, Tokens } from '../../client/access-tokens';
import { invoicingClient } from '../../client/invoicing-client';
import { dataOf } from '../../client/outcome';
import { createDatabase, type TestDatabase } from '../support/database';
import { aTenant, type Service, startService, type Tenant } from '../support/service';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
afterEach(() => service.manage('put', '/management/clock').send({ offset_s: 0 }).expect(200));

/** A place for tokens, with a lock, as a row of a database is. */
function aStore() {
  let stored: string | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const shared_tokens: SharedTokens = (renewed) => {
    const next = last.then(async () => {
      const tokens = await renewed(stored === null ? null : (JSON.parse(stored) as Tokens));
      await sleep(1);
      stored = JSON.stringify(tokens);
      return tokens;
    });
    last = next.catch(() => undefined);
    return next;
  };
  return {
    shared_tokens,
    /** Replaces what is stored. */
    change: (tokens: Partial<Tokens>) => {
      stored = JSON.stringify({ ...(JSON.parse(stored!) as Tokens), ...tokens });
    },
  };
}

/** Clients of processes that share tokens, and the grants that they have requested. */
function processes(count: number, { client_id, client_secret }: Tenant) {
  const grants: string[] = [];
  const { shared_tokens, change } = aStore();
  const clients = Array.from({ length: count }, () =>
    invoicingClient({
      ...{ base_url: service.api, client_id, client_secret, shared_tokens },
      async fetch(request) {
        if (request.url.endsWith('/auth/token')) {
          grants.push(((await request.clone().json()) as { grant_type: string }).grant_type);
        }
        return fetch(request);
      },
    }),
  );
  const callAll = () => Promise.all(clients.map((api) => dataOf(api.GET('/auth/me'))));
  return { clients, callAll, grants, change };
}

describe('tokens that processes of one client share', () => {
  test('are requested by one of them', async () => {
    const { callAll, grants } = processes(3, await aTenant(service));
    await callAll();
    await callAll();
    expect(grants).toEqual(['client_credentials']);
  });

  test('are renewed by one of them, with the refresh token', async () => {
    const { callAll, grants } = processes(3, await aTenant(service));
    await callAll();
    await service.manage('put', '/management/clock').send({ offset_s: 3_700 }).expect(200);
    await callAll(); // the service refuses the token of each
    expect(grants).toEqual(['client_credentials', 'refresh_token']);
  });

  test('are requested with the credentials when the stored refresh token is refused', async () => {
    const { callAll, grants, change } = processes(2, await aTenant(service));
    await callAll();
    change({ refresh_token: 'unknown' });
    await service.manage('put', '/management/clock').send({ offset_s: 3_700 }).expect(200);
    await callAll();
    expect(grants).toEqual(['client_credentials', 'refresh_token', 'client_credentials']);
  });

  test('are not stored when no token was issued, and the call fails', async () => {
    const { callAll, grants } = processes(2, { ...(await aTenant(service)), client_secret: 'a wrong one' });
    await expect(callAll()).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(callAll()).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(new Set(grants)).toEqual(new Set(['client_credentials']));
  });
});
