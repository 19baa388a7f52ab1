import type { DocumentRow, DocumentRowView } from '../domain/documents/document';
import { rowViewOf } from '../domain/documents/document-view';
import { isUuid } from '../domain/values/uuid';
import type { Company } from '../domain/master-data/company';
import type { ClientHit, DocumentHit, MessageHit, RelationHit, SearchQueries } from '../ports/search';
import type { UnitOfWork } from '../ports/unit-of-work';

/** A shorter text would be in nearly everything. */
export const MIN_SEARCH = 2;

/** What was found. Each list is undefined when its query exceeded the time limit. */
export interface SearchResults {
  /** Documents of the company that the search began at; empty without one. */
  readonly of_company: readonly DocumentRowView[];
  readonly companies: readonly Company[];
  readonly clients: readonly ClientHit[] | undefined;
  readonly documents: readonly DocumentHit[] | undefined;
  readonly relations: readonly RelationHit[] | undefined;
  readonly messages: readonly MessageHit[] | undefined;
}

/** One search over companies, clients, documents, customers and messages of the installation. */
export class Search {
  constructor(private readonly queries: SearchQueries) {}

  /** @param company_id - whose documents are searched by part of the customer's name too */
  async find(
    unit: UnitOfWork,
    text: string,
    company_id: string | undefined,
    limit: number,
  ): Promise<SearchResults> {
    const { queries } = this;
    const id = text.toLowerCase();
    return {
      of_company: company_id === undefined ? [] : await ofCompany(unit, company_id, text, limit),
      companies: await companiesWith(unit, text, limit),
      clients: await queries.clients(text, limit),
      documents: await queries.documents(text, limit),
      relations: await queries.relations(text, limit),
      messages: isUuid(id) ? await queries.byId(id) : [],
    };
  }
}

/** Documents of exactly this number come first, so that newer ones whose numbers begin with it do not hide them. */
async function ofCompany(unit: UnitOfWork, company_id: string, q: string, limit: number) {
  const page = { sort: '-created_at', limit };
  const found = new Map<string, DocumentRow>();
  const numbers = [...new Set([q, q.toUpperCase()])];
  for (const filters of [...numbers.map((number) => ({ number })), { q }]) {
    const { data } = await unit.read(({ documents }) => documents.list(company_id, filters, page));
    for (const document of data) found.set(document.id, document);
  }
  return [...found.values()].slice(0, limit).map(rowViewOf);
}

async function companiesWith(unit: UnitOfWork, q: string, limit: number) {
  return (await unit.read(({ companies }) => companies.list({ q }, { sort: 'name', limit }))).data;
}
