import type { Relation } from '../../../domain/master-data/relation';
import type { IssuedDocument, NumberingRequest } from '../../../ports/documents/document-repository';
import { inOneRoundTrip } from '../connect';
import {
  expectAll,
  issueAll,
  numberPlaceholder,
  PostgresDocumentRepository,
} from '../documents/document-repository';
import { appendCreations } from '../events/pending-events';
import { insertRelations, PostgresRelationRepository } from '../master-data/relation-repository';
import { type Storing } from './coalesced-writes';

/** New documents, which are numbered. */
export const DOCUMENTS: Storing<NumberingRequest, IssuedDocument> = {
  idOf: ({ draft }) => draft.id,
  async store(db, company_id, requests, keyed, makeEvents) {
    const { statement, storedOf } = issueAll(company_id, requests, keyed);
    const { rows } = await inOneRoundTrip(db, statement, () =>
      appendCreations('document', company_id, makeEvents()),
    );
    return storedOf(rows as Parameters<typeof storedOf>[0]);
  },
  expect: expectAll,
  eventOf: (recorder, { draft }, origin) =>
    // Members that are added before those of a copied object cost a tenth of those that are added after them.
    recorder.documentCreated({ number: numberPlaceholder(draft), ...draft }, origin),
  computed: {
    placeholderOf: ({ draft }) => numberPlaceholder(draft),
    valueOf: ({ number }) => number,
  },
  find: (db, company_id, requests) =>
    new PostgresDocumentRepository(db).findAll(
      company_id,
      requests.map(({ draft }) => draft.id),
    ),
  /**
   * Requests of a batch are concurrent, so any order is allowed. In the order of their dates, fewer of them are refused.
   */
  compare: ({ draft: a }, { draft: b }) =>
    a.issue_date < b.issue_date ? -1 : a.issue_date > b.issue_date ? 1 : 0,
};

/** New relations with identities of their own. */
export const RELATIONS: Storing<Relation, Relation> = {
  idOf: ({ id }) => id,
  async store(db, company_id, relations, keyed, makeEvents) {
    const insert = insertRelations(company_id, relations, keyed);
    const { rows } = await inOneRoundTrip(db, insert, () =>
      appendCreations('relation', company_id, makeEvents()),
    );
    const taken = rows as readonly { readonly id: string }[];
    return { stored: relations, taken: new Set(taken.map(({ id }) => id)) };
  },
  expect: (relations) => relations,
  eventOf: (recorder, relation, origin) => recorder.relationCreated(relation, origin),
  async find(db, company_id, relations) {
    const found = await new PostgresRelationRepository(db).find(company_id, relations[0]!.id);
    return relations.map((relation) => found && relation); // all of them are stored, or none
  },
};
