import type { DocumentRowView } from '../../../domain/documents/document';
import type { DocumentHit } from '../../../ports/search';
import type { Companies } from '../../../use-cases/master-data/companies';
import { MIN_SEARCH, type Search, type SearchResults } from '../../../use-cases/search';
import type { RawRouteSpec } from '../../http/route';
import { searchText, text, uuid } from '../../http/schemas/schemas';
import { words } from '../formats';
import type { Pages } from '../page';
import { clientPath, companyPath, CONSOLE, documentPath, withQuery } from '../paths';

/** Hits of each kind that are shown. One more shows that there are others. */
const SHOWN = 10;

interface Hit {
  readonly text: string;
  readonly to: string;
  /** What the hit is, as an addition to its name. */
  readonly detail: string;
  readonly company: { readonly name: string; readonly to: string } | undefined;
}

interface HitGroup {
  readonly id: string;
  readonly title: string;
  /** Undefined when the query took too long. */
  readonly hits: readonly Hit[] | undefined;
  /** The address of a list with all of them, where there is one. */
  readonly list?: string;
  /** What to do where there is none, when the text is whole and many companies have the same. */
  readonly elsewhere?: string;
}

/** One search over everything, from the header of each page. */
export function searchPage(pages: Pages, search: Search, companies: Companies): RawRouteSpec {
  return pages.show(`${CONSOLE}/search`, async ({ unit, query }) => {
    const q = (query.q ?? '').trim();
    const company_id = uuid.safeParse(query.company).data;
    const company = company_id === undefined ? undefined : await companies.get(unit, company_id);
    const fault = q === '' ? undefined : faultOf(q);
    const found = q === '' || fault ? undefined : await search.find(unit, q, company?.id, SHOWN + 1);
    const groups = found && hitGroups(found, q, company);
    return {
      view: 'search',
      title: q === '' ? 'Search' : `Search: ${q}`,
      section: 'search',
      searched: { q, company },
      model: { q, fault, groups, shown: SHOWN },
    };
  });
}

function faultOf(q: string): string | undefined {
  if ([...q].length < MIN_SEARCH) return `Enter at least ${MIN_SEARCH} characters.`;
  return text(100).safeParse(q).success ? undefined : 'Enter a text of at most 100 characters.';
}

function hitGroups(found: SearchResults, q: string, company: Named | undefined): HitGroup[] {
  const groups: HitGroup[] = [
    {
      id: 'messages',
      title: 'Messages and documents with this id',
      hits: found.messages?.map((hit) => ({
        text: hit.number,
        to:
          documentPath(hit.company_id, hit.document_id) +
          (hit.message_id === hit.document_id ? '' : `#${hit.message_id}`),
        detail: hit.message_id === hit.document_id ? 'Document' : 'Message',
        company: companyOf(hit),
      })),
    },
    ...(company ? [ofCompany(company, found.of_company, q)] : []),
    {
      id: 'companies',
      title: 'Companies',
      list: withQuery(`${CONSOLE}/companies`, { q, sort: 'name' }),
      hits: found.companies.map(({ id, name, vat, identifier }) => ({
        text: name,
        to: companyPath(id),
        detail: vat ?? identifier ?? '',
        company: undefined,
      })),
    },
    {
      id: 'documents',
      title: 'Documents of all companies',
      elsewhere: 'search from a page of the company',
      hits: found.documents?.map(ofDocument),
    },
    {
      id: 'customers',
      title: 'Customers and suppliers',
      elsewhere: 'search the relations of the company',
      hits: found.relations?.map((hit) => ({
        text: hit.name,
        to: companyPath(hit.company_id, `/relations/${hit.id}`),
        detail: '',
        company: companyOf(hit),
      })),
    },
    {
      id: 'clients',
      title: 'Clients',
      elsewhere: 'open the clients of the company',
      hits: found.clients?.map((hit) => ({
        text: hit.name,
        to: clientPath(hit.client_id),
        detail: hit.client_id,
        company: companyOf(hit),
      })),
    },
  ];
  return groups.filter(({ hits }) => hits === undefined || hits.length > 0);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function ofCompany({ id, name }: Named, documents: readonly DocumentRowView[], q: string): HitGroup {
  return {
    id: 'of-company',
    title: `Documents of ${name}`,
    // The list refuses a text that is shorter than the search accepts.
    ...(searchText.safeParse(q).success ? { list: withQuery(companyPath(id, '/documents'), { q }) } : {}),
    hits: documents.map((document) => ({
      text: document.number,
      to: documentPath(id, document.id),
      detail: `${words(document.type)}, ${document.type.startsWith('purchase') ? document.seller.name : document.buyer.name}, ${document.issue_date}`,
      company: undefined,
    })),
  };
}

function ofDocument(hit: DocumentHit): Hit {
  const own = hit.external_id === null ? '' : `, ${hit.external_id}`;
  return {
    text: hit.number,
    to: documentPath(hit.company_id, hit.id),
    detail: `${words(hit.type)}, ${hit.party}, ${hit.issue_date}${own}`,
    company: companyOf(hit),
  };
}

function companyOf({ company_id, company_name }: { company_id: string; company_name: string }) {
  return { name: company_name, to: companyPath(company_id) };
}
