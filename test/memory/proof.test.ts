import { type ProofStore, testProofRepositories } from '../support/contracts/proof-contract';
import {
  MemoryCheckpointRepository,
  MemoryLogs,
  MemorySigningKeyRepository,
  MemoryStoredLog,
  MemoryVerificationResults,
} from '../support/memory/proof';

describe('checkpoints and signing keys in memory', () => {
  let store: ProofStore;
  beforeEach(() => {
    const logs = new MemoryLogs();
    store = {
      checkpoints: new MemoryCheckpointRepository(logs),
      keys: new MemorySigningKeyRepository(),
      results: new MemoryVerificationResults(),
      stored: new MemoryStoredLog(logs),
      insertLog: (company_id, rows) => logs.insert(company_id, rows),
    };
  });
  testProofRepositories(() => store);
});
