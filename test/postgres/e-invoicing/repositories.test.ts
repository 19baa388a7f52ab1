import { sql } from 'kysely';
import { type QueuedJob, testJobRepository } from '../../support/contracts/job-repository-contract';
import { testReceptionRepository } from '../../support/contracts/reception-repository-contract';
import { testRefusedMessageRepository } from '../../support/contracts/refused-message-repository-contract';
import { testTransmissionRepository } from '../../support/contracts/transmission-repository-contract';
import { onPostgres } from '../../support/on-postgres';

const unitsOf = onPostgres();

const jobs = () =>
  sql<QueuedJob>`
    select id, data ->> 'company_id' as company_id, data ->> 'message_id' as message_id,
           round(extract(epoch from start_after - created_on))::integer as delay_s
    from pgboss.job`.execute(unitsOf().db);

describe('transmissions in PostgreSQL', () => testTransmissionRepository(unitsOf));
describe('received documents in PostgreSQL', () => testReceptionRepository(unitsOf));
describe('refused messages in PostgreSQL', () => testRefusedMessageRepository(unitsOf));
describe('jobs in PostgreSQL', () =>
  testJobRepository(() => ({ units: unitsOf(), jobs: async () => (await jobs()).rows })));
