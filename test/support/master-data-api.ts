import type { RequestListener } from 'node:http';
import request, { type Test } from 'supertest';
import { bankAccountRoutes } from '../../src/adapters/api/master-data/bank-account-routes';
import { brandingRoutes } from '../../src/adapters/api/master-data/branding-routes';
import { journalRoutes } from '../../src/adapters/api/numbering/journal-routes';
import { createApp } from '../../src/adapters/http/app';
import { CheckedLogoImages } from '../../src/adapters/logo-images/checked-logo-images';
import { DomainError } from '../../src/domain/errors';
import type { LogoImages } from '../../src/ports/master-data/logo-images';
import { documented } from './documented-answers';
import { SilentLog } from './silent-log';
import { type MasterData, startMasterData } from './master-data';

type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';

const RESOURCES = ['bank_account', 'journal', 'branding'];
const EVERYTHING = RESOURCES.flatMap((resource) =>
  ['create', 'read', 'update', 'delete'].map((action) => `${resource}:${action}`),
);

export interface MasterDataApi extends MasterData {
  readonly log: SilentLog;
  readonly app: RequestListener;
  /** A call for the company, with all permissions unless a few are named. */
  call(company_id: string, method: Method, path: string, scope?: readonly string[]): Test;
  /** The value of `Authorization` for such a call. */
  token(company_id: string, scope?: readonly string[]): string;
}

/** Accounts, journals and brandings over HTTP; a token says in plain text whom it stands for. */
export async function startMasterDataApi(): Promise<MasterDataApi> {
  const data = await startMasterData();
  const [{ bank_accounts, journals, brandings, units }] = data.nodes;
  const log = new SilentLog();
  const checked = new CheckedLogoImages(); // in place: the tests of the service have workers
  const images: LogoImages = { sanitize: async (_company_id, type, bytes) => checked.keep(type, bytes) };
  const routes = [
    ...bankAccountRoutes(bank_accounts),
    ...journalRoutes(journals),
    ...brandingRoutes(brandings, images),
  ];
  const listener = createApp({
    routes,
    authenticate(authorization) {
      const [, company_id, scope] = /^Bearer (\S+) (.*)$/.exec(authorization ?? '') ?? [];
      if (company_id === undefined) throw new DomainError('invalid_token', 'A valid access token is needed.');
      return {
        client_id: 'test',
        company_id,
        scope: new Set(scope!.split(' ')),
        expires_at: data.clock.now(),
      };
    },
    log,
    units,
  });
  const app = documented(listener, () => routes);
  const token = (company_id: string, scope: readonly string[] = EVERYTHING) =>
    `Bearer ${company_id} ${scope.join(' ')}`;
  return {
    ...data,
    log,
    app,
    token,
    call: (company_id, method, path, scope) =>
      request(app)[method](path).set('Authorization', token(company_id, scope)),
  };
}

/** Status and code of a refusal. */
export function refused(response: { status: number; body: unknown }): [number, string | undefined] {
  return [response.status, (response.body as { error?: { code: string } }).error?.code];
}
