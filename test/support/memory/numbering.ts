import type { Document } from '../../../src/domain/documents/document';
import { DomainError } from '../../../src/domain/errors';
import type { Journal } from '../../../src/domain/numbering/journal';
import { formatNumber, numberPattern } from '../../../src/domain/numbering/number-format';
import type { InspectedSequence, NumberRange } from '../../../src/domain/numbering/sequence-report';
import type { JournalFilters, JournalRepository } from '../../../src/ports/numbering/journal-repository';
import type { PageRequest } from '../../../src/ports/page';
import type { Repositories } from '../../../src/ports/unit-of-work';
import { assertExternalIdFree } from './own-data';
import { hasMembers, isUpdatedSince, pageOf, TIMES } from './page';
import { Table } from './table';
import type { Session, Tables } from './tables';

/** The counter of one journal and period. */
export interface Counter {
  readonly last_number: number;
  /** Of the document that carries `last_number`; null when none is left. */
  readonly last_issue_date: string | null;
}

export function numberingTables() {
  return {
    /** By company and id; `default` and `last_number` are set when a journal is read. */
    journals: Table.empty<Journal>(),
    /** By company, journal and period. */
    counters: Table.empty<Counter>(),
  };
}

export function numberingRepositories(session: Session): Pick<Repositories, 'journals'> {
  return { journals: new MemoryJournalRepository(session) };
}

/** The documents of one sequence, in its order. */
export function numberedDocuments(
  { documents }: Tables,
  company_id: string,
  sequence: Pick<Document, 'journal_id' | 'period'>,
): Document[] {
  const found = documents.list(company_id).filter(hasMembers<Document>(sequence));
  return found.sort((a, b) => a.sequence_number! - b.sequence_number!);
}

/** @param numbers - in ascending order */
function rangesOf(numbers: readonly number[]): NumberRange[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && number <= range[1] + 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

class MemoryJournalRepository implements JournalRepository {
  constructor(private readonly session: Session) {}

  async find(company_id: string, id: string) {
    const journal = this.session.tables.journals.get(company_id, id);
    return journal && this.read(company_id, journal);
  }

  async listFormats(company_id: string) {
    const { journals } = this.session.tables;
    return journals.list(company_id).map(({ code, number_format }) => ({ code, number_format }));
  }

  async list(company_id: string, { updated_since, ...filters }: JournalFilters, page: PageRequest) {
    const journals = this.session.tables.journals.list(company_id).map((one) => this.read(company_id, one));
    const found = journals.filter(isUpdatedSince(updated_since)).filter(hasMembers<Journal>(filters));
    return pageOf(found, page, TIMES, ({ id }) => id);
  }

  lock(company_id: string, id: string) {
    return this.find(company_id, id);
  }

  lockWithCounters(company_id: string, id: string) {
    return this.find(company_id, id);
  }

  async hasDocuments(company_id: string, id: string) {
    const { documents } = this.session.tables;
    return documents.list(company_id).some(({ journal_id }) => journal_id === id);
  }

  async inspectSequences(company_id: string, id: string): Promise<InspectedSequence[]> {
    const { tables } = this.session;
    const periods = tables.counters.entries(company_id, id).map(([[, , period], { last_number }]) => {
      const documents = numberedDocuments(tables, company_id, { journal_id: id, period: period! });
      const numbers = documents.map(({ sequence_number }) => sequence_number!);
      const inverted = documents.filter(
        ({ issue_date }, index) => index > 0 && issue_date < documents[index - 1]!.issue_date,
      );
      return {
        ...{ period: period!, last_number, ranges: rangesOf(numbers) },
        count: documents.length,
        first: documents[0]?.number ?? null,
        last: documents.at(-1)?.number ?? null,
        duplicates: [...new Set(numbers.filter((n, index) => numbers.indexOf(n) !== index))],
        date_inversions: inverted.map(({ sequence_number }) => sequence_number!),
      };
    });
    return periods.sort((a, b) => (a.period < b.period ? -1 : 1));
  }

  async insert(company_id: string, journal: Journal) {
    const { journals } = this.session.tables;
    for (const other of journals.list(company_id)) {
      if (other.code === journal.code) {
        throw new DomainError('duplicate_journal_code', 'A journal with this code exists already.');
      }
      if (numberPattern(other) === numberPattern(journal)) {
        throw new DomainError('validation_error', 'number_format: another journal gives the same numbers');
      }
    }
    assertExternalIdFree(journals.list(company_id), journal);
    this.assertAccount(company_id, journal);
    journals.set(journal, company_id, journal.id);
  }

  async insertDefaults(company_id: string, journals: readonly Journal[]) {
    for (const journal of journals) {
      await this.insert(company_id, journal);
      this.session.tables.default_pointers.set(journal.id, company_id, 'journal', journal.category);
    }
  }

  async save(company_id: string, _before: Journal, after: Journal) {
    assertExternalIdFree(this.session.tables.journals.list(company_id), after);
    this.assertAccount(company_id, after);
    this.session.tables.journals.update(() => after, company_id, after.id);
  }

  async delete(company_id: string, id: string) {
    const { counters, journals } = this.session.tables;
    journals.delete(company_id, id);
    for (const [key] of counters.entries(company_id, id)) counters.delete(...key);
  }

  async clearBankAccount(company_id: string, bank_account_id: string, now: Date) {
    const { journals } = this.session.tables;
    const cleared: string[] = [];
    for (const journal of journals.list(company_id)) {
      if (journal.bank_account_id !== bank_account_id) continue;
      cleared.push(journal.id);
      const version = journal.version + 1;
      journals.set({ ...journal, bank_account_id: null, version, updated_at: now }, company_id, journal.id);
    }
    return cleared;
  }

  private read(company_id: string, journal: Journal): Journal {
    const { counters, default_pointers } = this.session.tables;
    const newest = counters
      .entries(company_id, journal.id)
      .map(([[, , period], counter]) => ({ period: period!, ...counter }))
      .filter(({ last_issue_date }) => last_issue_date !== null)
      .reduce<(Counter & { period: string }) | undefined>(
        (one, other) => (one && one.period > other.period ? one : other),
        undefined,
      );
    return {
      ...journal,
      default: default_pointers.get(company_id, 'journal', journal.category) === journal.id,
      last_number: newest ? formatNumber(journal, newest.last_issue_date!, newest.last_number) : null,
    };
  }

  private assertAccount(company_id: string, { bank_account_id }: Journal): void {
    if (bank_account_id === null || this.session.tables.bank_accounts.get(company_id, bank_account_id))
      return;
    throw new DomainError('invalid_bank_account', 'No such bank account.');
  }
}
