import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller';
import { type Answer, verdictOf } from './ledger';
import type { Endpoint } from './machine/endpoint';
import { MANAGEMENT_TOKEN, type ServiceNode } from './machine/nodes';

const ACTIONS = ['create', 'read', 'update', 'delete'];
const PERMISSIONS = Object.fromEntries(
  ['document', 'relation', 'bank_account', 'journal', 'branding'].map((resource) => [resource, ACTIONS]),
);
const ADDRESS = {
  country_code: 'BE',
  street: 'Meir',
  street_number: '1',
  postal_code: '2000',
  city: 'Antwerp',
};
const SIGN_IN_LIMIT_MS = 60_000;
const INSISTENCE_MS = 60_000;

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** A company with a client that may do everything. */
export class Tenant {
  private authorization_now: string | undefined;
  private signing_in: Promise<string> | undefined;

  constructor(
    readonly name: string,
    readonly company_id: string,
    /** Electronic address. */
    readonly address: string,
    private readonly credentials: Credentials,
    private readonly caller: Caller,
    private readonly pick: () => ServiceNode,
  ) {}

  /** `Bearer …`; signs in when there is no token yet, or the last one was refused. */
  async authorization(): Promise<string> {
    if (this.authorization_now !== undefined) return this.authorization_now;
    this.signing_in ??= this.signIn().finally(() => (this.signing_in = undefined));
    return this.signing_in;
  }

  forgetToken(): void {
    this.authorization_now = undefined;
  }

  private async signIn(): Promise<string> {
    const { access_token } = await signedIn(this.caller, this.pick, this.credentials);
    return (this.authorization_now = `Bearer ${access_token}`);
  }
}

export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  /** No attempt before had an unknown outcome. One that a node still does later ends this refresh token. */
  readonly is_sure: boolean;
}

/** Tries at one node after the other. @throws Error when none has taken the credentials after a minute */
export async function signedIn(
  caller: Caller,
  pick: () => ServiceNode,
  credentials: Credentials,
): Promise<SignedIn> {
  let last: Answer | undefined;
  let is_sure = true;
  for (const since = performance.now(); performance.now() - since < SIGN_IN_LIMIT_MS; await sleep(200)) {
    const body = { grant_type: 'client_credentials', ...credentials };
    const attempt = await caller.call(pick(), { method: 'POST', path: '/auth/token', body });
    const verdict = verdictOf(attempt);
    if (verdict === 'acknowledged') return { ...attempt.answer!.body, is_sure };
    is_sure &&= verdict === 'refused';
    last = attempt.answer ?? last;
  }
  throw new Error(`Nobody could sign in for a minute: ${last?.status} ${JSON.stringify(last?.body)}`);
}

/** What is made before any fault; a request that fails here ends the run. */
export class Installation {
  private companies = 0;

  constructor(
    private readonly caller: Caller,
    private readonly pick: () => ServiceNode,
    private readonly endpoint: Endpoint,
  ) {}

  /** A company with a client that has a webhook for all events. */
  async newTenant(name: string): Promise<Tenant> {
    const number = enterpriseNumber((this.companies += 1));
    const address = `0208:${number}`;
    const members = { vat: `BE${number}`, electronic_address: address, address: ADDRESS };
    const { id } = await this.manage<{ id: string }>('POST', '/companies', { name, ...members });
    const tenant = new Tenant(name, id, address, await this.newClient(id), this.caller, this.pick);
    const webhook = { url: this.endpoint.urlOf(id), types: ['*'] };
    const { secret } = await this.make<{ secret: string }>(tenant, '/webhooks', webhook);
    const { data } = await this.read<{ data: unknown[] }>(`/companies/${id}/events?limit=1000`);
    this.endpoint.expect(id, { secret, after: data.length });
    return tenant;
  }

  newClient(company_id: string): Promise<Credentials> {
    return this.manage('POST', `/companies/${company_id}/clients`, {
      name: 'Faults',
      permissions: PERMISSIONS,
    });
  }

  /** @returns the id */
  async newRelation(tenant: Tenant, electronic_address: string): Promise<string> {
    const body = {
      type: 'company',
      name: `Receiver ${electronic_address}`,
      address: ADDRESS,
      electronic_address,
    };
    return (await this.make<{ id: string }>(tenant, '/relations', body)).id;
  }

  async make<Made>(tenant: Tenant, path: string, body: object): Promise<Made> {
    const authorization = await tenant.authorization();
    const { answer } = await this.caller.call(this.pick(), { method: 'POST', path, authorization, body });
    if (answer?.status !== 201)
      throw new Error(`POST ${path}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    return answer.body;
  }

  /** Puts the business clock of all nodes ahead; tries until a node has done it. @param offset_s - seconds */
  async setClock(offset_s: number): Promise<void> {
    await this.insist('PUT', '/clock', { offset_s });
    await sleep(1_100); // by then all nodes follow it
  }

  /** Reads over the management API; tries until a node has answered, since connections to the database may be short. */
  read<Result>(path: string, limit_ms?: number): Promise<Result> {
    return this.insist('GET', path, undefined, limit_ms);
  }

  private async insist<Result>(...call: Parameters<Installation['manage']>): Promise<Result> {
    for (const since = performance.now(); ; await sleep(200)) {
      try {
        return await this.manage<Result>(...call);
      } catch (error) {
        if (performance.now() - since > INSISTENCE_MS) throw error;
      }
    }
  }

  async manage<Result>(
    method: string,
    path: string,
    body: object | undefined,
    limit_ms = 12_000,
  ): Promise<Result> {
    const answer = await fetch(`${this.pick().management}/management${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${MANAGEMENT_TOKEN}` },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limit_ms),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} /management${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Result;
  }
}

/** The n-th of a row of Belgian enterprise numbers: ten digits, the last two 97 less the rest of the others by 97. */
function enterpriseNumber(n: number): string {
  const base = 4_000_000 + n;
  return String(base).padStart(8, '0') + String(97 - (base % 97)).padStart(2, '0');
}
