import request from 'supertest';
import { BcryptPool } from '../../src/adapters/bcrypt/bcrypt-pool';
import { MANAGEMENT_API } from '../../src/adapters/api/openapi/interfaces';
import { startServer } from '../../src/adapters/http/connections/server';
import { PooledDocumentRendering } from '../../src/adapters/rendering/pooled-document-rendering';
import { ParsingPool } from '../../src/adapters/workers/parsing-pool';
import { loadConfig } from '../../src/config';
import { composeOn } from '../../src/container';
import {
  API,
  API_ROUTES,
  type Container,
  DATABASE_CONNECTIONS,
  DELIVERY_ENGINE,
  EVENT_SEQUENCER,
  get,
  GROWING_LOGS,
  HASHING,
  JOB_QUEUE,
  LOCKOUTS,
  LOG,
  MANAGEMENT,
  MANAGEMENT_ROUTES,
  OFFSET_CLOCK,
  PARSING,
  RENDERING,
  TRANSMISSION_WORKER,
  UNITS_OF_WORK,
} from '../../src/composition/keys';
import { ACTIONS, RESOURCES } from '../../src/domain/access/permission';
import { documented } from './documented-answers';
import { SilentLog } from './silent-log';

export const MANAGEMENT_TOKEN = 'a-management-token-for-tests';

/** The least that bcrypt takes: hashing is not what these tests are about, and nearly all of them make a client. */
const BCRYPT_COST = 4;

/** One node of the whole service, as `main` composes it. */
export interface Service {
  readonly container: Container;
  /** The address of the API, whose answers are held against the interface description. */
  readonly api: string;
  /** A request to the management listener that carries its token. */
  manage(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): request.Test;
  close(): Promise<void>;
}

/**
 * The processes that read e-invoices and draw PDFs. The test files of a process share them, because a process takes
 * longer to load its code than for its tasks.
 */
function sharedPools() {
  const log = { warn: () => undefined };
  const make = () => ({ parsing: new ParsingPool(log), rendering: new PooledDocumentRendering(log) });
  return globalThis.keptForProcess?.('pools', make) ?? make();
}

/**
 * @param env - settings other than those of every test
 * @param replace - puts something else behind a port, before anything is made
 */
export async function startService(
  database_url: string,
  env: Record<string, string> = {},
  replace?: (container: Container) => void,
): Promise<Service> {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database_url,
    DATABASE_POOL_SIZE: '16',
    JWT_KEYS: 'test:a-key-of-at-least-thirty-two-bytes-for-tests',
    MANAGEMENT_TOKEN,
    ...env,
  });
  const container = await composeOn({
    ...config,
    DATABASE_URL: config.DATABASE_URL!,
    JWT_KEYS: config.JWT_KEYS!,
    MANAGEMENT_TOKEN: config.MANAGEMENT_TOKEN!,
  });
  const hashing = new BcryptPool({ cost: BCRYPT_COST });
  container.register(HASHING, { useFactory: () => hashing });
  container.register(LOG, { useValue: new SilentLog() });
  const { parsing, rendering } = sharedPools();
  container.register(PARSING, { useFactory: () => parsing });
  container.register(RENDERING, { useFactory: () => rendering });
  replace?.(container);
  await get(container, OFFSET_CLOCK).start();
  await get(container, JOB_QUEUE).install();
  get(container, JOB_QUEUE).work((job) =>
    get(container, TRANSMISSION_WORKER).work(get(container, UNITS_OF_WORK).open(), job),
  );
  // Of the settings only these occur in the description, besides MCP, which adds paths.
  const version = `${config.MAX_IMPORT_BYTES} ${config.MAX_ATTACHMENT_BYTES}`;
  const listen = { host: '127.0.0.1', port: 0 };
  const api = await startServer(
    documented(get(container, API), () => get(container, API_ROUTES), undefined, version),
    listen,
  );
  const management = await startServer(
    documented(get(container, MANAGEMENT), () => get(container, MANAGEMENT_ROUTES), MANAGEMENT_API, version),
    listen,
  );
  return {
    container,
    api: api.address,
    manage(method, path) {
      // Health and metrics are not in the description.
      const agent = request(
        path.startsWith('/management/') ? management.address : get(container, MANAGEMENT),
      );
      return agent[method](path).set('Authorization', `Bearer ${MANAGEMENT_TOKEN}`);
    },
    async close() {
      await Promise.all([api.stop(1_000), management.stop(1_000)]);
      get(container, GROWING_LOGS).stop();
      await get(container, JOB_QUEUE).stop(5_000);
      await get(container, DELIVERY_ENGINE).stop(5_000);
      await get(container, LOCKOUTS).recorded();
      await get(container, EVENT_SEQUENCER).stop();
      get(container, OFFSET_CLOCK).stop();
      await get(container, DATABASE_CONNECTIONS).close();
      const pools = [get(container, HASHING), get(container, PARSING), get(container, RENDERING)];
      const own = pools.filter((pool) => pool !== parsing && pool !== rendering);
      await Promise.all(own.map((pool) => pool.close()));
    },
  };
}

/** A company made over the management API, with a client that may do everything. */
export interface Tenant {
  readonly company_id: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly access_token: string;
  readonly refresh_token: string;
  get(path: string): request.Test;
  post(path: string, body?: object): request.Test;
  patch(path: string, body: object): request.Test;
  put(path: string): request.Test;
  delete(path: string): request.Test;
}

export async function aTenant(service: Service, company: object = {}): Promise<Tenant> {
  const created = await service
    .manage('post', '/management/companies')
    .send({ name: 'A company', ...company });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  const permissions = Object.fromEntries(RESOURCES.map((resource) => [resource, [...ACTIONS]]));
  const { body: client } = await service
    .manage('post', `/management/companies/${created.body.id}/clients`)
    .send({ name: 'A client', permissions });
  const { client_id, client_secret } = client;
  const { body: tokens } = await request(service.api)
    .post('/auth/token')
    .send({ grant_type: 'client_credentials', client_id, client_secret });
  const call = (method: 'get' | 'post' | 'patch' | 'put' | 'delete', path: string) =>
    request(service.api)[method](path).set('Authorization', `Bearer ${tokens.access_token}`);
  return {
    company_id: created.body.id,
    client_id,
    client_secret,
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token,
    get: (path) => call('get', path),
    post: (path, body) => call('post', path).send(body),
    patch: (path, body) => call('patch', path).send(body),
    put: (path) => call('put', path),
    delete: (path) => call('delete', path),
  };
}

export const BELGIAN_ADDRESS = {
  country_code: 'BE',
  street: 'Meir',
  street_number: '1',
  postal_code: '2000',
  city: 'Antwerp',
};

/** @returns the id of a new relation that can be invoiced */
export async function aRelation(tenant: Tenant, members: object = {}): Promise<string> {
  const { status, body } = await tenant.post('/relations', {
    type: 'company',
    name: 'A customer',
    address: BELGIAN_ADDRESS,
    ...members,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}
