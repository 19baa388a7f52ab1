import { CompiledQuery, type Kysely } from 'kysely';
import { DOCUMENT_TYPES } from '../../../domain/documents/document-type';
import type { FoundReferences } from '../../../domain/documents/references';
import { DomainError } from '../../../domain/errors';
import type { References } from '../../../ports/documents/document-repository';
import type { DB } from '../database';
import { RELATION_COLUMNS } from '../master-data/relation-columns';

/** How what is asked for is looked up: the type of its record `q`, and the select of at most one row. */
const LOOK_UPS = {
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
    `select id, name, primary_color, address_position, header, footer, logo_sha256 from branding where company_id = $1
     and id = coalesce(q.id, (select branding_id from default_branding where company_id = $1))`,
  ],
  delivery_locations: [
    'relation_id uuid, id uuid',
    `select * from delivery_location where company_id = $1 and relation_id = q.relation_id and id = q.id`,
  ],
  preceding_documents: [
    'id uuid',
    `select id, type, number, issue_date, relation_id, currency, totals, credited from document
     where company_id = $1 and id = q.id`,
  ],
} as const;

type Kind = keyof typeof LOOK_UPS;
const KINDS = Object.keys(LOOK_UPS) as Kind[];

/**
 * Finds what new documents refer to, in one statement. Documents of a batch often ask for the same: for one journal, or for
 * one account through several journals. Therefore each is asked for once, and found once.
 *
 * @returns in the order of the references
 * @throws DomainError not_found when the company does not exist
 */
export async function findReferences(
  db: Kysely<DB>,
  company_id: string,
  references: readonly References[],
): Promise<FoundReferences[]> {
  const asked = {} as Record<Kind, Asked>;
  for (const kind of KINDS) asked[kind] = new Asked();
  const places = references.map((one) => placesOf(one, asked));
  const kinds = KINDS.filter((kind) => asked[kind].size > 0);
  const statement = CompiledQuery.raw(statementFor(kinds), [
    company_id,
    ...kinds.map((kind) => asked[kind].json()),
  ]);
  const [found] = (await db.executeQuery(statement)).rows as readonly Found[];
  if (!found) throw new DomainError('not_found', 'No such company.');
  return places.map((place) => {
    const journal = found.journals?.[place.journals] ?? null;
    const account_id = journal?.bank_account_id ?? found.default_bank_account_id ?? '';
    return {
      company: found.company,
      relation: found.relations?.[place.relations] ?? null,
      journal,
      bank_account: found.bank_accounts?.[account_id] ?? null,
      delivery_location: found.delivery_locations?.[place.delivery_locations] ?? null,
      branding: found.brandings?.[place.brandings] ?? null,
      preceding_document: found.preceding_documents?.[place.preceding_documents] ?? null,
    };
  });
}

/** What of one kind is asked for. */
class Asked {
  private readonly positions = new Map<string, number>();

  get size(): number {
    return this.positions.size;
  }

  /** @returns its position among the records, from 1 */
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

/** The positions of what is asked for; 0 for what is not. */
function placesOf(references: References, asked: Readonly<Record<Kind, Asked>>): Record<Kind, number> {
  const { type, relation_id, journal_id, delivery_location_id, branding_id, preceding_document_id } =
    references;
  return {
    relations: asked.relations.add({ id: relation_id }),
    journals: asked.journals.add(
      journal_id === undefined ? { category: DOCUMENT_TYPES[type].category } : { id: journal_id },
    ),
    brandings: asked.brandings.add({ id: branding_id }),
    delivery_locations:
      delivery_location_id === undefined
        ? 0
        : asked.delivery_locations.add({ relation_id, id: delivery_location_id }),
    preceding_documents:
      preceding_document_id === undefined ? 0 : asked.preceding_documents.add({ id: preceding_document_id }),
  };
}

type ByPosition<T> = Readonly<Record<number, NonNullable<T>>> | null;

/** Null where nothing is found, undefined where nothing is asked for. */
interface Found {
  readonly company: FoundReferences['company'];
  readonly relations?: ByPosition<FoundReferences['relation']>;
  readonly journals?: ByPosition<FoundReferences['journal']>;
  readonly brandings?: ByPosition<FoundReferences['branding']>;
  readonly delivery_locations?: ByPosition<FoundReferences['delivery_location']>;
  readonly preceding_documents?: ByPosition<FoundReferences['preceding_document']>;
  /** By id: those of the journals, and the default. */
  readonly bank_accounts: Readonly<Record<string, NonNullable<FoundReferences['bank_account']>>> | null;
  readonly default_bank_account_id: string | null;
}

/** The statements, by their kinds. */
const statements = new Map<string, string>();

function statementFor(kinds: readonly Kind[]): string {
  const key = kinds.join();
  const text = statements.get(key) ?? referencesStatement(kinds);
  statements.set(key, text);
  return text;
}

/**
 * SQL: the company and what is asked for. A kind that nobody asks for is left out, because each part costs time also when
 * it has nothing to do. The `limit` keeps the planner from joining: each row is looked up by its key, also by a plan that
 * was made when the tables were empty or had no statistics.
 *
 * @param kinds - those of the parameters from $2, among them `journals`: JSON, the records that are asked for
 */
export function referencesStatement(kinds: readonly Kind[]): string {
  const found = Object.fromEntries(
    kinds.map((kind, index) => {
      const [record, select] = LOOK_UPS[kind];
      const asked = `rows from (json_to_recordset($${index + 2}::json) as (${record})) with ordinality`;
      const names = record.replace(/ (uuid|text)/g, '');
      return [kind, `${asked} as q (${names}, position) cross join lateral (${select} limit 1) f`];
    }),
  );
  const parts = kinds.map((kind) =>
    kind === 'journals'
      ? '(select json_object_agg(position, found) from found_journal) as journals'
      : `(select json_object_agg(q.position, f) from ${found[kind]}) as ${kind}`,
  );
  return `
with found_journal as materialized (
  select q.position, f.bank_account_id, to_json(f) as found from ${found.journals}
)
select to_json(c) as company, ${parts.join(', ')},
       (select bank_account_id from default_bank_account where company_id = $1) as default_bank_account_id,
       (select json_object_agg(f.id, f)
        from (select bank_account_id as id from found_journal
              union select bank_account_id from default_bank_account where company_id = $1) q
        cross join lateral (
          select id, reference, bic from bank_account where company_id = $1 and id = q.id limit 1
        ) f) as bank_accounts
from company c
where c.id = $1`;
}
