import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import request, { type Test } from 'supertest';
import { deliveryLocationRoutes } from '../../src/adapters/api/master-data/delivery-location-routes';
import { relationRoutes } from '../../src/adapters/api/master-data/relation-routes';
import { createApp } from '../../src/adapters/http/app';
import { TimeOrderedIds } from '../../src/adapters/random/ids';
import { PostgresCompanyRepository } from '../../src/adapters/postgres/master-data/company-repository';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import { DomainError } from '../../src/domain/errors';
import { type CompanyRelationInput, newRelation, type Relation } from '../../src/domain/master-data/relation';
import { DeliveryLocations } from '../../src/use-cases/master-data/delivery-locations';
import { Relations } from '../../src/use-cases/master-data/relations';
import { aCompany } from './companies';
import { createDatabase } from './database';
import { documented } from './documented-answers';
import { SettableClock } from './settable-clock';
import { SilentLog } from './silent-log';
import { eventRecorder } from './event-recorder';

const NOW = new Date('2026-07-01T10:00:00.000Z');

/** A company without anything but its name, unless it is given. */
export function aRelation(given: Partial<CompanyRelationInput> = {}, id: string = randomUUID()): Relation {
  return newRelation({ type: 'company', name: 'Janssens BV', ...given }, id, NOW);
}

export const ADDRESS = { country_code: 'BE', street: 'Meir', street_number: '1', city: 'Antwerpen' };

let counter = 0;
/** A Belgian enterprise number that was not given before. */
export function anEnterpriseNumber(): string {
  const base = String(10_000_000 + counter++);
  return base + String(97 - (Number(base) % 97)).padStart(2, '0');
}

type Method = 'get' | 'post' | 'patch' | 'delete';

export interface RelationsApi {
  readonly db: Kysely<DB>;
  readonly clock: SettableClock;
  readonly log: SilentLog;
  readonly units: PostgresUnitsOfWork;
  readonly relations: Relations;
  readonly company_id: string;
  /** A call of the company's client, which may do everything with relations, unless another caller is given. */
  call(method: Method, path: string, body?: object, caller?: Caller): Test;
  /** @returns the id of a new relation, a company unless the members say otherwise */
  create(members?: object): Promise<string>;
  /** @returns the id of another company */
  newCompany(): Promise<string>;
  /** A document of the relation, as far as references go. */
  insertDocument(relation_id: string, delivery_location_id?: string): Promise<void>;
  end(): Promise<void>;
}

interface Caller {
  readonly company_id?: string;
  readonly actions?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

const ALL = ['create', 'read', 'update', 'delete'];

/** Relations and delivery locations over HTTP, on a database of their own. */
export async function startRelations(): Promise<RelationsApi> {
  const database = await createDatabase();
  const db = connect(database.url, { pool_size: 20 });
  const clock = new SettableClock();
  const log = new SilentLog();
  const units = new PostgresUnitsOfWork(db, eventRecorder());
  const parts = [clock, new TimeOrderedIds(clock)] as const;
  const relations = new Relations(...parts);
  const routes = [...relationRoutes(relations), ...deliveryLocationRoutes(new DeliveryLocations(...parts))];
  const app = documented(createApp({ routes, authenticate, log, units }), () => routes);
  const newCompany = async () => {
    const id = randomUUID();
    await new PostgresCompanyRepository(db).insert(aCompany({ id }));
    return id;
  };
  const company_id = await newCompany();
  const call: RelationsApi['call'] = (method, path, body, caller = {}) => {
    const scope = (caller.actions ?? ALL).map((action) => `relation:${action}`).join(' ');
    const sent = request(app)[method](path);
    void sent.set({ Authorization: `${caller.company_id ?? company_id} ${scope}`, ...caller.headers });
    return body === undefined ? sent : sent.send(body);
  };
  return {
    db,
    clock,
    log,
    units,
    relations,
    company_id,
    newCompany,
    call,
    async create(members = {}) {
      const { status, body } = await call('post', '/relations', {
        type: 'company',
        name: 'Janssens BV',
        ...members,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id;
    },
    async insertDocument(relation_id, delivery_location_id) {
      await sql`
        insert into document (company_id, id, type, number, status, accounting_status, payment_status,
          payment_reference_made, relation_id,
          delivery_location_id, issue_date, currency, language, seller, buyer, lines, allowance_charges,
          vat_breakdown, totals, created_at, updated_at)
        values (${company_id}, ${randomUUID()}, 'invoice', '1', 'received', 'pending', 'unpaid', false, ${relation_id},
          ${delivery_location_id ?? null}, '2026-07-01', 'EUR', 'en', '{}', '{}', '[]', '[]', '[]', '{}', ${NOW}, ${NOW})`.execute(
        db,
      );
    },
    async end() {
      await db.destroy();
      await database.drop();
    },
  };
}

/** A token that names its company and its scope. */
function authenticate(authorization: string | undefined) {
  const [company_id, ...scope] = authorization?.split(' ') ?? [];
  if (!company_id) throw new DomainError('invalid_token', 'A valid access token is needed.');
  return { client_id: 'a client', company_id, scope: new Set(scope), expires_at: NOW };
}
