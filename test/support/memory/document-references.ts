import { DOCUMENT_TYPES } from '../../../src/domain/documents/document-type';
import type { FoundBranding, FoundReferences } from '../../../src/domain/documents/references';
import { DomainError } from '../../../src/domain/errors';
import type { ReferenceChange, References } from '../../../src/ports/documents/document-repository';
import type { Table } from './table';
import type { Tables } from './tables';

/** What a new document refers to. */
export function foundReferences(tables: Tables, company_id: string, asked: References): FoundReferences {
  const { bank_accounts, companies, default_pointers, journals } = tables;
  const company = companies.get(company_id);
  if (!company) throw new DomainError('not_found', 'No such company.');
  const default_journal = default_pointers.get(company_id, 'journal', DOCUMENT_TYPES[asked.type].category);
  const journal = row(journals, company_id, asked.journal_id ?? default_journal);
  const account_id = journal?.bank_account_id ?? default_pointers.get(company_id, 'bank_account');
  const branding_id = asked.branding_id ?? default_pointers.get(company_id, 'branding');
  return {
    ...{ company, journal },
    ...namedReferences(tables, company_id, { ...asked, branding_id }),
    bank_account: row(bank_accounts, company_id, account_id),
  };
}

/** What the ids name; null where there is none. */
export function namedReferences(
  tables: Tables,
  company_id: string,
  { relation_id, delivery_location_id, branding_id, preceding_document_id }: ReferenceChange,
) {
  const { delivery_locations, documents, relations } = tables;
  const preceding = row(documents, company_id, preceding_document_id);
  return {
    relation: row(relations, company_id, relation_id),
    delivery_location:
      delivery_locations.get(company_id, relation_id ?? '', delivery_location_id ?? '') ?? null,
    branding: foundBranding(tables, company_id, branding_id),
    preceding_document: preceding && {
      ...{ id: preceding.id, type: preceding.type, number: preceding.number },
      ...{ issue_date: preceding.issue_date, currency: preceding.currency },
      ...{ relation_id: preceding.relation_id, totals: preceding.totals, credited: preceding.credited },
      ...{ status: preceding.status, settlement: preceding.settlement },
    },
  };
}

function foundBranding(
  tables: Tables,
  company_id: string,
  branding_id: string | undefined,
): FoundBranding | null {
  const found = row(tables.brandings, company_id, branding_id);
  if (!found) return null;
  const { id, name, primary_color, address_position, header, footer } = found.branding;
  return { id, name, primary_color, address_position, header, footer, logo_sha256: found.logo_sha256 };
}

function row<Row>(table: Table<Row>, company_id: string, id: string | undefined): Row | null {
  return id === undefined ? null : (table.get(company_id, id) ?? null);
}
