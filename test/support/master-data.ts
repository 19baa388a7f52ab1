import type { UnitsOfWork } from '../../src/ports/unit-of-work';
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { TimeOrderedIds } from '../../src/adapters/random/ids';
import { PostgresCompanyRepository } from '../../src/adapters/postgres/master-data/company-repository';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import { BankAccounts } from '../../src/use-cases/master-data/bank-accounts';
import { Brandings } from '../../src/use-cases/master-data/brandings';
import { Journals } from '../../src/use-cases/numbering/journals';
import { aCompany } from './companies';
import { createDatabase } from './database';
import { SettableClock } from './settable-clock';
import { eventRecorder } from './event-recorder';

export { anIban } from './ibans';

/** One node of the service with accounts, journals and brandings only. */
export interface Node {
  readonly db: Kysely<DB>;
  readonly bank_accounts: BankAccounts;
  readonly journals: Journals;
  readonly brandings: Brandings;
  readonly units: UnitsOfWork;
}

export interface MasterData {
  readonly clock: SettableClock;
  /** Each has a separate pool. */
  readonly nodes: readonly [Node, Node];
  /** @returns the id of a company without accounts, journals and brandings */
  newCompany(): Promise<string>;
  end(): Promise<void>;
}

export async function startMasterData(): Promise<MasterData> {
  const database = await createDatabase();
  const clock = new SettableClock();
  const startNode = (): Node => {
    const db = connect(database.url, { pool_size: 20 });
    const parts = [clock, new TimeOrderedIds(clock)] as const;
    return {
      db,
      units: new PostgresUnitsOfWork(db, eventRecorder()),
      bank_accounts: new BankAccounts(...parts),
      journals: new Journals(...parts),
      brandings: new Brandings(...parts),
    };
  };
  const nodes = [startNode(), startNode()] as const;
  return {
    clock,
    nodes,
    async newCompany() {
      const id = randomUUID();
      await new PostgresCompanyRepository(nodes[0].db).insert(aCompany({ id }));
      return id;
    },
    async end() {
      for (const { db } of nodes) await db.destroy();
      await database.drop();
    },
  };
}
