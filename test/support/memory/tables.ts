import { accessTables } from './access';
import { documentTables } from './documents';
import { eInvoicingTables } from './e-invoicing';
import { eventTables } from './events';
import { masterDataTables } from './master-data';
import { numberingTables } from './numbering';
import type { Table } from './table';
import { webhookTables } from './webhooks';

/**
 * All that is stored. A repository is added in the file of its context: its tables to the function that makes the
 * context's tables, itself to the factory of the context's repositories. A repository reads `session.tables` in each
 * method, and keeps no table of its own.
 */
export type Tables = ReturnType<typeof emptyTables>;

/** What repositories work on: the tables of an open transaction, or those that are committed. */
export interface Session {
  readonly tables: Tables;
}

export function emptyTables() {
  return {
    ...accessTables(),
    ...masterDataTables(),
    ...numberingTables(),
    ...documentTables(),
    ...eInvoicingTables(),
    ...webhookTables(),
    ...eventTables(),
  };
}

export function copyOf(tables: Tables): Tables {
  const copies = Object.entries(tables).map(([name, table]) => [name, (table as Table<unknown>).copy()]);
  return Object.fromEntries(copies) as Tables;
}
