import { testJobRepository } from '../support/contracts/job-repository-contract';
import { testReceptionRepository } from '../support/contracts/reception-repository-contract';
import { testRefusedMessageRepository } from '../support/contracts/refused-message-repository-contract';
import { testTransmissionRepository } from '../support/contracts/transmission-repository-contract';
import { inMemory } from '../support/memory/in-memory';

describe('transmissions in memory', () => testTransmissionRepository(inMemory()));
describe('received documents in memory', () => testReceptionRepository(inMemory()));
describe('refused messages in memory', () => testRefusedMessageRepository(inMemory()));
describe('jobs in memory', () => {
  const unitsOf = inMemory();
  testJobRepository(() => {
    const units = unitsOf();
    return { units, jobs: async () => units.session.tables.jobs.list() };
  });
});
