import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresEventLog } from '../../src/adapters/postgres/events/event-log';
import { PostgresDeliveryQueue } from '../../src/adapters/postgres/events/webhooks/delivery-queue';
import { PostgresDeliveryUpkeep } from '../../src/adapters/postgres/events/webhooks/delivery-upkeep';
import { repositoriesOn } from '../../src/adapters/postgres/units/repositories';
import { DeliveryEngine, type EngineOptions } from '../../src/adapters/webhooks/delivery-engine';
import { HttpWebhookSender, type SenderOptions } from '../../src/adapters/webhooks/http-sender';
import { InstalledAddresses } from '../../src/adapters/webhooks/installed-addresses';
import { SealedSecrets } from '../../src/adapters/webhooks/sealed-secrets';
import { SignedRequests } from '../../src/adapters/webhooks/signed-requests';
import { newClient } from '../../src/domain/access/client';
import type { Permissions } from '../../src/domain/access/permission';
import { newWebhook, type Webhook } from '../../src/domain/events/webhooks/webhook';
import { aCompany } from './companies';
import type { Repositories } from '../../src/ports/unit-of-work';
import { createDatabase } from './database';
import { logEvents, someEvents } from './logged-events';
import { OrderedIds } from './ordered-ids';
import { SettableClock } from './settable-clock';
import { SilentLog } from './silent-log';

export const PRESENT_KEY = { kid: 'test', secret: 'a secret of at least thirty-two bytes' };
export const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDVWdeFVbIcVg=';
const READER: Permissions = { relation: ['read'], journal: ['read'] };

export interface WebhookNode {
  readonly engine: DeliveryEngine;
  /** Final states, in the order in which they were stored. */
  readonly ended: string[];
  /** Ends as a process that is killed: nothing of it reaches the database or an endpoint any more. */
  readonly kill: () => Promise<void>;
}

/** Companies with webhooks, and nodes that send them, on a database of their own. */
export async function startWebhooks() {
  const database = await createDatabase();
  const db = connect(database.url, { pool_size: 8 });
  const clock = new SettableClock();
  /** Without a recorder: what is stored here makes no events. */
  const write = <T>(work: (repositories: Repositories) => Promise<T>) =>
    db.transaction().execute((trx) => work(repositoriesOn(trx)));
  const ids = new OrderedIds(clock);
  const secrets = new SealedSecrets([PRESENT_KEY]);
  const upkeep = new PostgresDeliveryUpkeep(db, new PostgresDeliveryQueue(db), clock);
  const nodes: WebhookNode[] = [];

  return {
    ...{ db, clock, write, ids, secrets, upkeep },
    start(options: Partial<EngineOptions> = {}, sending: Partial<SenderOptions> = {}): WebhookNode {
      const own = connect(database.url, { pool_size: 8 });
      const ended: string[] = [];
      const engine = new DeliveryEngine(
        {
          forCompany: (_company_id, work) => work(),
          ...{ clock, ids, log: new SilentLog() },
          queue: new PostgresDeliveryQueue(own),
          events: new PostgresEventLog(own),
          requests: new SignedRequests(
            new HttpWebhookSender(new InstalledAddresses(false, 1), sending),
            secrets,
            clock,
          ),
          onEnd: (state, count) => ended.push(...Array<string>(count).fill(state)),
        },
        { poll_ms: 100, ...options },
      );
      engine.start();
      let killed: Promise<void> | undefined;
      const kill = () => {
        engine.abort();
        return (killed ??= own.destroy());
      };
      const node = { engine, ended, kill };
      nodes.push(node);
      return node;
    },
    /** @returns the webhook of a client of its own, and its company */
    async webhook(
      given: Partial<Webhook> & { readonly company_id?: string } = {},
      permissions: Permissions = READER,
    ) {
      const { company_id = randomUUID(), ...fields } = given;
      const client_id = randomUUID();
      const input = { url: 'http://127.0.0.1:9/', types: ['relation.*'] };
      const sealed_secret = secrets.seal(SECRET);
      const made = newWebhook(input, { id: ids.next(), client_id, sealed_secret }, clock.now());
      const webhook = { ...made, ...fields };
      await write(async (repositories) => {
        if (!(await repositories.companies.find(company_id)))
          await repositories.companies.insert(aCompany({ id: company_id }));
        const account = { client_id, company_id, secret_hash: 'x' };
        await repositories.clients.insert(newClient({ name: 'A client', permissions }, account, clock.now()));
        await repositories.webhooks.insert(company_id, webhook);
      });
      return { company_id, client_id, id: webhook.id, webhook };
    },
    log: async (company_id: string, count = 1, type?: string) => {
      const events = someEvents(count, type);
      await logEvents(db, company_id, events);
      return events.map(({ event_id }) => event_id);
    },
    deliveries: (webhook_id: string) => deliveriesOf(db, webhook_id),
    find: (webhook_id: string) =>
      db.selectFrom('webhook').selectAll().where('id', '=', webhook_id).executeTakeFirstOrThrow(),
    async end() {
      await Promise.all(nodes.map(({ kill }) => kill()));
      await db.destroy();
      await database.drop();
    },
  };
}

export type Webhooks = Awaited<ReturnType<typeof startWebhooks>>;

function deliveriesOf(db: Kysely<DB>, webhook_id: string) {
  return db
    .selectFrom('webhook_delivery')
    .select(['id', 'event_id', 'type', 'state', 'attempts', 'next_attempt_at'])
    .where('webhook_id', '=', webhook_id)
    .orderBy('id')
    .execute();
}
