import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { Ed25519Signatures } from '../../../src/adapters/ed25519-signatures';
import { PostgresCheckpointRepository } from '../../../src/adapters/postgres/events/checkpoint-repository';
import { PostgresSigningKeyRepository } from '../../../src/adapters/postgres/events/signing-key-repository';
import { PostgresStoredLog } from '../../../src/adapters/postgres/events/stored-log';
import { PostgresVerificationResults } from '../../../src/adapters/postgres/events/verification-results';
import { Checkpoints } from '../../../src/use-cases/events/checkpoints';
import { SigningKeys } from '../../../src/use-cases/events/signing-keys';
import { testProofRepositories } from '../../support/contracts/proof-contract';
import { aLog, anEvent, numbers } from '../../support/chains';
import { insertLog } from '../../support/event-rows';
import { onPostgres } from '../../support/on-postgres';
import { SettableClock } from '../../support/settable-clock';

describe('checkpoints and signing keys on PostgreSQL', () => {
  const unitsOf = onPostgres();
  testProofRepositories(() => {
    const { db } = unitsOf();
    return {
      checkpoints: new PostgresCheckpointRepository(db),
      keys: new PostgresSigningKeyRepository(db),
      results: new PostgresVerificationResults(db),
      stored: new PostgresStoredLog(db),
      insertLog: (company_id, rows) => insertLog(db, company_id, rows),
    };
  });
});

describe('several nodes on PostgreSQL', () => {
  const unitsOf = onPostgres();

  test('sign each position once, with one key', async () => {
    const { db } = unitsOf();
    const company_id = randomUUID();
    await insertLog(db, company_id, aLog(numbers(3_100).map((number) => anEvent(number))));
    const clock = new SettableClock(new Date('2026-07-02T12:00:00.000Z'));
    const signatures = new Ed25519Signatures(createSecretKey(randomBytes(32)));
    const repository = new PostgresCheckpointRepository(db);
    const keys = new PostgresSigningKeyRepository(db);
    const aNode = () => new Checkpoints(repository, new SigningKeys(keys, signatures, clock), clock);
    await Promise.all(numbers(5).map(() => aNode().sign()));
    const positions = (await repository.list(company_id, 0, 10)).map(({ position }) => position);
    expect(positions).toEqual([1_000, 2_000, 3_000, 3_100]);
    expect(await keys.list()).toHaveLength(1);
    expect(await aNode().sign()).toBe(0);
  });
});
