import { randomUUID } from 'node:crypto';
import type { Page, PageRequest } from '../../../src/ports/page';
import type { TokenRepository } from '../../../src/ports/access/token-repository';
import type { Repositories, UnitsOfWork } from '../../../src/ports/unit-of-work';
import { aCompany } from '../companies';

/** What a document refers to, where nothing else of it matters. */
export interface Referring {
  readonly relation_id?: string;
  readonly delivery_location_id?: string;
  readonly journal_id?: string;
}

/** A place to store, in memory or in PostgreSQL: what the contracts of repositories are tested on. */
export interface Store {
  readonly units: UnitsOfWork;
  readonly tokens: TokenRepository;
  insertDocument(company_id: string, referring: Referring): Promise<void>;
  /** Adds an event to the log, at the position after the last. */
  logEvent(company_id: string, event: { readonly event_id: string; readonly type: string }): Promise<void>;
  /** The counter of a journal's period; `last_issue_date` is null when no document is left. */
  setCounter(
    company_id: string,
    journal_id: string,
    counter: { period: string; last_number: number; last_issue_date: string | null },
  ): Promise<void>;
}

type Work<T> = (repositories: Repositories) => Promise<T>;

/** Short forms of what every contract does. */
export function using(store: () => Store) {
  const write = <T>(work: Work<T>) => store().units.open().transaction(work);
  const read = <T>(work: Work<T>) => store().units.open().read(work);
  /** @returns the id of a company of its own */
  const newCompany = async () => {
    const id = randomUUID();
    await write(({ companies }) => companies.insert(aCompany({ id })));
    return id;
  };
  return { newCompany, read, write };
}

export const at = (ms: number) => new Date(Date.UTC(2026, 6, 1) + ms);

/** Instants of rows that a list must sort, with ties. */
export const TIMES_WITH_TIES = [3, 1, 2, 1, 3, 2, 1].map((ms, index) => ({
  created_at: at(ms),
  updated_at: at(10 - index),
}));

/** All rows of a list, page after page. */
export async function everyPage<Row>(
  list: (page: PageRequest) => Promise<Page<Row>>,
  sort: string,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: PageRequest['after']; ;) {
    const page = await list({ sort, limit, after });
    expect(page.data.length).toBeLessThanOrEqual(limit);
    rows.push(...page.data);
    if (page.next === null) return rows;
    after = page.next;
  }
}

interface Listed {
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The order that a list promises: by an instant, ties by id, both in the direction of the sort. */
export function inOrder<Row extends Listed>(
  rows: readonly Row[],
  sort: string,
  idOf: (row: Row) => string,
): string[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const member = sort.replace('-', '') as keyof Listed;
  const compare = (a: Row, b: Row) =>
    a[member].getTime() - b[member].getTime() || (idOf(a) < idOf(b) ? -1 : 1);
  return [...rows].sort((a, b) => direction * compare(a, b)).map(idOf);
}

export const SORTS = ['created_at', '-created_at', 'updated_at', '-updated_at'];
