import { randomUUID } from 'node:crypto';
import type { Document } from '../../../src/domain/documents/document';
import type { Store } from '../contracts/store';
import { MemoryTokenRepository } from './tokens';
import { MemoryUnitsOfWork } from './units-of-work';

/** What the contracts of repositories are tested on, without a database. */
export function memoryStore(): Store {
  const units = new MemoryUnitsOfWork();
  return {
    units,
    tokens: new MemoryTokenRepository(units.session),
    async insertDocument(company_id, referring) {
      // Only what it refers to is looked at.
      const document = { id: randomUUID(), ...referring } as Partial<Document> as Document;
      units.session.tables.documents.set(document, company_id, document.id);
    },
    async logEvent(company_id, { event_id, type }) {
      const { logged_events } = units.session.tables;
      const position = logged_events.list(company_id).length + 1;
      logged_events.set({ event_id, type, position, body: null }, company_id, event_id);
    },
    async setCounter(company_id, journal_id, { period, ...counter }) {
      units.session.tables.counters.set(counter, company_id, journal_id, period);
    },
  };
}
