import { type Kysely, sql } from 'kysely';
import type { Page, PageRequest } from '../../../ports/page';
import type {
  CompanyTransmission,
  ManagedTransmission,
  TransmissionFilters,
} from '../../../ports/e-invoicing/transmission-repository';
import type { DB } from '../database';
import { keysetPage } from '../page';
import { managed, RECEIVER, SORTS } from './transmission-rows';
import { COLUMNS } from './transmission-statements';

/** Transmissions of all documents of a company. */
export function listOfCompany(
  db: Kysely<DB>,
  company_id: string,
  page: PageRequest,
): Promise<Page<CompanyTransmission>> {
  return keysetPage(db, selectWithDocument(db, company_id), page, SORTS.creation, 'transmission.message_id');
}

/** Transmissions of all companies. */
export async function listOfAll(
  db: Kysely<DB>,
  { company_id, state, receiver, updated_since }: TransmissionFilters,
  page: PageRequest,
): Promise<Page<ManagedTransmission>> {
  // Indexes: transmission_all_created, transmission_all_updated, transmission_unsettled (hence the state as a
  // literal), transmission_receiver; of one company transmission_created.
  const query = selectWithDocument(db, company_id)
    .innerJoin('company', 'company.id', 'transmission.company_id')
    .select(['company.id as company_id', 'company.name as company_name'])
    .$if(state !== undefined, (all) => all.where('transmission.state', '=', sql.lit(state!)))
    .$if(receiver !== undefined, (all) => all.where(RECEIVER, '=', receiver!.toLowerCase()))
    .$if(updated_since !== undefined, (all) => all.where('transmission.updated_at', '>=', updated_since!));
  const { data, next } = await keysetPage(db, query, page, SORTS.times, 'transmission.message_id');
  return { data: data.map(managed), next };
}

/** The inner `limit` makes the planner look up the documents of the page only, also while it has no statistics. */
function selectWithDocument(db: Kysely<DB>, company_id: string | undefined) {
  return db
    .selectFrom('transmission')
    .$if(company_id !== undefined, (all) => all.where('transmission.company_id', '=', company_id!))
    .innerJoinLateral(
      (document) =>
        document
          .selectFrom('document')
          .select(['number', 'type'])
          .where('company_id', '=', company_id ?? sql.ref<string>('transmission.company_id'))
          .whereRef('id', '=', 'transmission.document_id')
          .limit(sql.lit(1))
          .as('document'),
      (join) => join.onTrue(),
    )
    .select(COLUMNS.map((column) => `transmission.${column}` as const))
    .select(['document.number', 'document.type']);
}
