import { PostgresEventHistory } from '../../../src/adapters/postgres/events/event-history';
import { testEventHistory } from '../../support/contracts/event-history-contract';
import { insertLog } from '../../support/event-rows';
import { onPostgres } from '../../support/on-postgres';

describe('the history of events on PostgreSQL', () => {
  const unitsOf = onPostgres();
  testEventHistory(() => {
    const { db } = unitsOf();
    return {
      history: new PostgresEventHistory(db),
      insertLog: (company_id, rows) => insertLog(db, company_id, rows),
    };
  });
});
