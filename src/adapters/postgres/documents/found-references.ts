import { CompiledQuery, type Kysely } from 'kysely';
import { DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import type { FoundReferences } from '../../../domain/documents/references';
import { DomainError } from '../../../domain/errors';
import type { References } from '../../../ports/documents/document-repository';
import type { DB } from '../database';
import { RELATION_COLUMNS } from '../master-data/relation-columns';
import { BRANDING_COLUMNS, PRECEDING_COLUMNS } from './document-statements';

/**
 * Finds the references of several new documents with one statement. Documents of a batch often have the same journal,
 * or the same account through several journals, so the statement gets and returns each resource once.
 *
 * @returns in the order of the references
 * @throws DomainError not_found when the company does not exist
 */
export async function findReferences(
  db: Kysely<DB>,
  company_id: string,
  references: readonly References[],
): Promise<FoundReferences[]> {
  const requested = {} as Record<Kind, DistinctRecords>;
  for (const kind of KINDS) requested[kind] = new DistinctRecords();
  const positions = references.map((one) => positionsOf(one, requested));
  const optional = OPTIONAL_KINDS.filter((kind) => requested[kind].size > 0);
  const statement = CompiledQuery.raw(textFor(optional), [
    company_id,
    ...[...CONSTANT_KINDS, ...optional].map((kind) => requested[kind].json()),
  ]);
  const [found] = (await db.executeQuery(statement)).rows as readonly Found[];
  if (!found) throw new DomainError('not_found', 'No such company.');
  return positions.map((position) => {
    const journal = found.journals?.[position.journals] ?? null;
    const account_id = journal?.bank_account_id ?? found.default_bank_account_id ?? '';
    return {
      company: found.company,
      relation: found.relations?.[position.relations] ?? null,
      journal,
      bank_account: found.bank_accounts?.[account_id] ?? null,
      delivery_location: found.delivery_locations?.[position.delivery_locations] ?? null,
      branding: found.brandings?.[position.brandings] ?? null,
      preceding_document: found.preceding_documents?.[position.preceding_documents] ?? null,
    };
  });
}

const CONSTANT_KINDS = ['relations', 'journals', 'brandings'] as const;
const OPTIONAL_KINDS = ['delivery_locations', 'preceding_documents'] as const;
const KINDS = [...CONSTANT_KINDS, ...OPTIONAL_KINDS] as const;

type OptionalKind = (typeof OPTIONAL_KINDS)[number];
type Kind = (typeof KINDS)[number];

/** Requested records of one kind, without duplicates. */
class DistinctRecords {
  private readonly positions = new Map<string, number>();

  get size(): number {
    return this.positions.size;
  }

  /** @returns the position of the record, from 1 */
  add(record: object): number {
    const json = JSON.stringify(record);
    const position = this.positions.get(json) ?? this.positions.size + 1;
    this.positions.set(json, position);
    return position;
  }

  json(): string {
    return `[${[...this.positions.keys()].join()}]`;
  }
}

/**
 * Adds the references of a document to the requested records.
 * @returns their positions; 0 for a kind without a record
 */
function positionsOf(
  references: References,
  requested: Readonly<Record<Kind, DistinctRecords>>,
): Record<Kind, number> {
  const { type, relation_id, journal_id, delivery_location_id, branding_id, preceding_document_id } =
    references;
  return {
    relations: requested.relations.add({ id: relation_id }),
    journals: requested.journals.add(
      journal_id === undefined ? { category: DOCUMENT_TYPES[type].category } : { id: journal_id },
    ),
    brandings: requested.brandings.add({ id: branding_id }),
    delivery_locations:
      delivery_location_id === undefined
        ? 0
        : requested.delivery_locations.add({ relation_id, id: delivery_location_id }),
    preceding_documents:
      preceding_document_id === undefined
        ? 0
        : requested.preceding_documents.add({ id: preceding_document_id }),
  };
}

type ByPosition<T> = Readonly<Record<number, NonNullable<T>>> | null;

/**
 * The row that the statement returns. A field is null when no record is found, and absent when its kind is left out.
 */
interface Found {
  readonly company: FoundReferences['company'];
  readonly relations: ByPosition<FoundReferences['relation']>;
  readonly journals: ByPosition<FoundReferences['journal']>;
  readonly brandings: ByPosition<FoundReferences['branding']>;
  readonly delivery_locations?: ByPosition<FoundReferences['delivery_location']>;
  readonly preceding_documents?: ByPosition<FoundReferences['preceding_document']>;
  /** The accounts of the journals and the default account, by their ids. */
  readonly bank_accounts: Readonly<Record<string, NonNullable<FoundReferences['bank_account']>>> | null;
  readonly default_bank_account_id: string | null;
}

/** SQL by kind: the fields of a requested record `q`, and a query for its row. */
const LOOK_UPS: Readonly<Record<Kind, readonly [members: string, query: string]>> = {
  relations: [
    'id uuid',
    `select ${RELATION_COLUMNS.join(', ')} from relation where company_id = $1 and id = q.id`,
  ],
  journals: [
    'id uuid, category text',
    `select * from journal where company_id = $1
     and id = coalesce(q.id, (select journal_id from default_journal where company_id = $1 and category = q.category))`,
  ],
  brandings: [
    'id uuid',
    `select ${BRANDING_COLUMNS} from branding where company_id = $1
     and id = coalesce(q.id, (select branding_id from default_branding where company_id = $1))`,
  ],
  delivery_locations: [
    'relation_id uuid, id uuid',
    `select * from delivery_location where company_id = $1 and relation_id = q.relation_id and id = q.id`,
  ],
  preceding_documents: [
    'id uuid',
    `select ${PRECEDING_COLUMNS} from document where company_id = $1 and id = q.id`,
  ],
};

/**
 * SQL: the requested records `q` that have a row `f`.
 * @param parameter - the number of the parameter with the records
 */
function foundRows(kind: Kind, parameter: number): string {
  const [members, query] = LOOK_UPS[kind];
  const names = members.replace(/ (uuid|text)/g, '');
  return `rows from (json_to_recordset($${parameter}::json) as (${members})) with ordinality as q (${names}, position)
    cross join lateral (${query} limit 1) f`;
}

const texts = new Map<string, string>();

function textFor(optional: readonly OptionalKind[]): string {
  const key = optional.join();
  const text = texts.get(key) ?? referencesStatement(optional);
  texts.set(key, text);
  return text;
}

/**
 * SQL: one row with the company and all references. An optional kind without requested records is left out, because
 * each subselect takes time also when it finds nothing. Each `limit` keeps the planner from joining: a row is looked up
 * through an index, also by a plan that was made when the tables were empty or had no statistics.
 *
 * $1: the company; from $2: the requested records as JSON, of the constant kinds and then of the optional ones.
 */
export function referencesStatement(optional: readonly OptionalKind[]): string {
  const kinds: readonly Kind[] = [...CONSTANT_KINDS, ...optional];
  const rowsOf = (kind: Kind) => foundRows(kind, kinds.indexOf(kind) + 2);
  const others = kinds.filter((kind) => kind !== 'journals');
  return `
with found_journals as materialized (
  select q.position, f.bank_account_id, to_json(f) as journal from ${rowsOf('journals')}
)
select to_json(c) as company, (select json_object_agg(position, journal) from found_journals) as journals,
       ${others.map((kind) => `(select json_object_agg(q.position, f) from ${rowsOf(kind)}) as ${kind}`).join(', ')},
       (select bank_account_id from default_bank_account where company_id = $1) as default_bank_account_id,
       (select json_object_agg(f.id, f)
        from (select bank_account_id as id from found_journals
              union select bank_account_id from default_bank_account where company_id = $1) q
        cross join lateral (
          select id, reference, bic from bank_account where company_id = $1 and id = q.id limit 1
        ) f) as bank_accounts
from company c
where c.id = $1`;
}
