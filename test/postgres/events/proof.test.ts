import { PostgresCheckpointRepository } from '../../../src/adapters/postgres/events/checkpoint-repository';
import { PostgresSigningKeyRepository } from '../../../src/adapters/postgres/events/signing-key-repository';
import { PostgresStoredLog } from '../../../src/adapters/postgres/events/stored-log';
import { testProofRepositories } from '../../support/contracts/proof-contract';
import { insertLog } from '../../support/event-rows';
import { onPostgres } from '../../support/on-postgres';

describe('checkpoints and signing keys on PostgreSQL', () => {
  const unitsOf = onPostgres();
  testProofRepositories(() => {
    const { db } = unitsOf();
    return {
      checkpoints: new PostgresCheckpointRepository(db),
      keys: new PostgresSigningKeyRepository(db),
      stored: new PostgresStoredLog(db),
      insertLog: (company_id, rows) => insertLog(db, company_id, rows),
    };
  });
});
