import { newRelation } from './requests';
import type { Service } from './service';

const ALL = ['create', 'read', 'update', 'delete'];
const PERMISSIONS = { document: ALL, relation: ALL, bank_account: ALL, journal: ALL, branding: ALL };

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** A company of a service, with a client that may do everything. */
export interface Account {
  readonly company_id: string;
  readonly credentials: Credentials;
  /** `Bearer …` */
  readonly authorization: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export async function createAccount(service: Service): Promise<Account> {
  const company_id = await createCompany(service, 'Bench Company');
  const credentials = await createClient(service, company_id);
  const { access_token } = await tokens(service.api, credentials);
  return { company_id, credentials, authorization: `Bearer ${access_token}` };
}

export async function createCompany(service: Service, name: string): Promise<string> {
  const address = {
    country_code: 'BE',
    street: 'Rue de la Loi',
    street_number: '16',
    postal_code: '1000',
    city: 'Brussels',
  };
  return (await manage<{ id: string }>(service, 'POST', '/companies', { name, address })).id;
}

export async function changeCompany(service: Service, id: string, members: object): Promise<void> {
  await manage(service, 'PATCH', `/companies/${id}`, members);
}

export function createClient(service: Service, company_id: string): Promise<Credentials> {
  const body = { name: 'Bench client', permissions: PERMISSIONS };
  return manage<Credentials>(service, 'POST', `/companies/${company_id}/clients`, body);
}

/** Each token request costs a bcrypt hash, so only a few are sent concurrently. */
export async function createClients(
  service: Service,
  company_id: string,
  count: number,
): Promise<Credentials[]> {
  const clients: Credentials[] = [];
  while (clients.length < count) {
    const next = Array.from({ length: Math.min(16, count - clients.length) }, () =>
      createClient(service, company_id),
    );
    clients.push(...(await Promise.all(next)));
  }
  return clients;
}

/** Sets the business clock of the service ahead of the real one. */
export async function setClock(service: Service, offset_s: number): Promise<void> {
  await manage(service, 'PUT', '/clock', { offset_s });
}

export function tokens(api: string, { client_id, client_secret }: Credentials): Promise<Tokens> {
  return call<Tokens>(`${api}/auth/token`, 'POST', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  });
}

export function post<Result>(
  service: Service,
  account: Account,
  path: string,
  body: unknown,
): Promise<Result> {
  return call<Result>(`${service.api}${path}`, 'POST', { authorization: account.authorization, body });
}

let relations = 0;

/** Creates a new customer on each call. @returns its id */
export async function createRelation(service: Service, account: Account): Promise<string> {
  return (await post<{ id: string }>(service, account, '/relations', newRelation(relations++))).id;
}

function manage<Result>(service: Service, method: string, path: string, body: unknown): Promise<Result> {
  const authorization = `Bearer ${service.management_token}`;
  return call<Result>(`${service.management}/management${path}`, method, { authorization, body });
}

async function call<Result>(
  url: string,
  method: string,
  { authorization, body }: { authorization?: string; body: unknown },
): Promise<Result> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${method} ${new URL(url).pathname} was answered with ${answer.status}: ${text}`);
  return JSON.parse(text) as Result;
}
