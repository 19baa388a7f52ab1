import type { Kysely } from 'kysely';
import request, { type Test } from 'supertest';
import { createApp } from '../../src/adapters/http/app';
import type { Route } from '../../src/adapters/http/route';
import { TimeOrderedIds } from '../../src/adapters/random/ids';
import { managementAuthentication } from '../../src/adapters/management/management-authentication';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import type { Ids } from '../../src/ports/ids';
import type { UnitsOfWork } from '../../src/ports/unit-of-work';
import { MANAGEMENT_API } from '../../src/adapters/api/openapi/interfaces';
import { documented } from './documented-answers';
import { createDatabase } from './database';
import { SettableClock } from './settable-clock';
import { SilentLog } from './silent-log';
import { eventRecorder } from './event-recorder';

const TOKEN = 'a-management-token-for-tests';

/** What routes under test are made of. */
export interface Parts {
  readonly db: Kysely<DB>;
  readonly units: UnitsOfWork;
  readonly clock: SettableClock;
  readonly ids: Ids;
}

export interface Management extends Parts {
  readonly log: SilentLog;
  /** A call with the management token, unless the headers say otherwise. */
  call(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    headers?: Record<string, string>,
  ): Test;
  end(): Promise<void>;
}

/** The management interface with the given routes, over a separate database. */
export async function startManagement(routes: (parts: Parts) => readonly Route[]): Promise<Management> {
  const database = await createDatabase();
  const db = connect(database.url, { pool_size: 12 });
  const clock = new SettableClock();
  const log = new SilentLog();
  const parts = {
    db,
    clock,
    units: new PostgresUnitsOfWork(db, eventRecorder()),
    ids: new TimeOrderedIds(clock),
  };
  const declared = routes(parts);
  const app = createApp({
    routes: declared,
    authenticate: managementAuthentication(TOKEN),
    log,
    units: parts.units,
  });
  const described = documented(app, () => declared, MANAGEMENT_API);
  return {
    ...parts,
    log,
    call(method, path, headers = {}) {
      const agent = request(described);
      return agent[method](path).set({ Authorization: `Bearer ${TOKEN}`, ...headers });
    },
    async end() {
      await db.destroy();
      await database.drop();
    },
  };
}
