import { z } from 'zod';
import { type Relation, RELATION_TYPES } from '../../../domain/master-data/relation';
import { shownIban } from '../../../domain/values/iban';
import type { RelationFilters } from '../../../ports/master-data/relation-repository';
import type { Documents } from '../../../use-cases/documents/documents';
import type { Companies } from '../../../use-cases/master-data/companies';
import type { DeliveryLocations } from '../../../use-cases/master-data/delivery-locations';
import type { Relations } from '../../../use-cases/master-data/relations';
import type { RawRouteSpec } from '../../http/route';
import { searchText, text } from '../../http/schemas/schemas';
import { BY_NAME, shownList } from '../lists';
import { idIn, type Pages } from '../page';
import { companyPath } from '../paths';

export interface RelationParts {
  readonly companies: Companies;
  readonly documents: Documents;
  readonly relations: Relations;
  readonly delivery_locations: DeliveryLocations;
}

const RELATION_LIST = {
  filters: { q: searchText, type: z.enum(RELATION_TYPES), vat: text() },
  ...BY_NAME,
} as const;

const LATEST = 10;
/** Delivery locations that are shown. */
const MAX_LOCATIONS = 50;

export function relationPages(
  pages: Pages,
  { companies, documents, relations, delivery_locations }: RelationParts,
): RawRouteSpec[] {
  const OF_COMPANY = companyPath(':id', '/relations');
  return [
    pages.show(OF_COMPANY, async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const path = companyPath(company.id, '/relations');
      const list = await shownList(path, visit, RELATION_LIST, (filters, page) =>
        relations.list(visit.unit, company.id, filters as RelationFilters, page),
      );
      const model = { company, list, types: RELATION_TYPES, chosen: visit.query, nameOf };
      return { view: 'master-data/relations', title: 'Relations', company, tab: 'relations', model };
    }),
    pages.show(`${OF_COMPANY}/:relation_id`, async (visit) => {
      const { unit } = visit;
      const company = await companies.get(unit, idIn(visit, 'id'));
      const relation = await relations.get(unit, company.id, idIn(visit, 'relation_id'));
      const latest = await documents.list(
        unit,
        company.id,
        { relation_id: relation.id },
        { sort: '-created_at', limit: LATEST },
      );
      const locations = await delivery_locations.list(
        unit,
        company.id,
        relation.id,
        {},
        { sort: 'created_at', limit: MAX_LOCATIONS },
      );
      return {
        view: 'master-data/relation',
        title: nameOf(relation),
        company,
        tab: 'relations',
        model: {
          company,
          relation,
          name: nameOf(relation),
          particulars: particulars(relation),
          latest: latest.data,
          locations: locations.data,
          has_more_locations: locations.next !== null,
        },
      };
    }),
  ];
}

function nameOf(relation: Relation): string {
  if (relation.type === 'company') return relation.name;
  return [relation.first_name, relation.last_name].filter(Boolean).join(' ');
}

/** The fields with values, with their names. */
function particulars(relation: Relation): [string, string][] {
  const { payment_term_days: days } = relation;
  const own: [string, string | null][] =
    relation.type === 'company'
      ? [
          ['VAT number', relation.vat],
          ['Registration number', relation.identifier],
          ['Electronic address', relation.electronic_address],
          ['Website', relation.website],
        ]
      : [];
  const all: [string, string | null][] = [
    ...own,
    ['Email', relation.email],
    ['Phone', relation.phone],
    ['Language', relation.language],
    ['IBAN', relation.iban && shownIban(relation.iban)],
    ['BIC', relation.bic],
    ['Payment term', days === null ? null : days === 1 ? '1 day' : `${days} days`],
    ['Buyer reference', relation.buyer_reference],
    ['External ID', relation.external_id],
    ['Note', relation.note],
  ];
  return all.filter((entry): entry is [string, string] => entry[1] !== null);
}
