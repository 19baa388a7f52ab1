import { type HistoryStore, testEventHistory } from '../support/contracts/event-history-contract';
import { MemoryEventHistory } from '../support/memory/event-history';
import { MemoryLogs } from '../support/memory/proof';

describe('the history of events in memory', () => {
  let store: HistoryStore;
  beforeEach(() => {
    const logs = new MemoryLogs();
    store = {
      history: new MemoryEventHistory(logs),
      insertLog: (company_id, rows) => logs.insert(company_id, rows),
    };
  });
  testEventHistory(() => store);
});
