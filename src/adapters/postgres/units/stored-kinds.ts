import type { Relation } from '../../../domain/master-data/relation';
import type { IssuedDocument } from '../../../ports/documents/document-repository';
import type { CreationRequest } from '../../../ports/unit-of-work';
import { inOneRoundTrip } from '../connect';
import { PostgresDocumentRepository } from '../documents/document-repository';
import { createCounters, expectAll, issueAll, numberPlaceholder } from '../documents/numbered-documents';
import { isUnnumbered, sendingNumbered } from '../e-invoicing/numbered-sends';
import { appendCreations } from '../events/pending-events';
import { keeping, keepResponses, unlessTaken } from '../idempotency/keyed-rows';
import { PostgresRelationRepository } from '../master-data/relation-repository';
import { insertRelations } from '../master-data/relation-statements';
import { type Storing } from './coalesced-writes';

const KEEP_OF_DOCUMENTS = keepResponses(
  '(select to_json(d.number)::text from document d where d.company_id = $1 and d.id = r.id)',
);
const KEEP_OF_RELATIONS = keepResponses(
  "(select 'null' from relation s where s.company_id = $1 and s.id = r.id)",
);

/** New documents, which are numbered. */
export const DOCUMENTS: Storing<CreationRequest, IssuedDocument> = {
  idOf: ({ draft }) => draft.id,
  linesOf: ({ draft }) => draft.lines.length,
  async store(db, company_id, requests, keyed, makeEvents) {
    const sends = requests.flatMap(({ send }) => send ?? []);
    const sending = await sendingNumbered(company_id, sends);
    const makeOthers = () => [
      ...sending,
      ...keeping(KEEP_OF_DOCUMENTS, company_id, keyed),
      appendCreations('document', company_id, makeEvents()),
    ];
    try {
      return await unlessTaken(db, company_id, keyed, () => issueAll(db, company_id, requests, makeOthers));
    } catch (error) {
      if (!isUnnumbered(error)) throw error;
      // Repeated only while all counters exist and none refuses.
      if (await createCounters(db, company_id, requests))
        return DOCUMENTS.store(db, company_id, requests, keyed, makeEvents);
      // A sequence has refused a document. A batch is stored one by one.
      if (requests.length > 1) throw error;
      return { stored: [undefined], taken: new Set() };
    }
  },
  expect: expectAll,
  eventOf: (recorder, { draft }, origin) =>
    recorder.documentCreated({ ...draft, number: numberPlaceholder(draft) }, origin),
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
   * Requests of a batch are concurrent, so any order is allowed. In the order of their dates, fewer of them are
   * refused.
   */
  compare: ({ draft: a }, { draft: b }) =>
    a.issue_date < b.issue_date ? -1 : a.issue_date > b.issue_date ? 1 : 0,
};

/** New relations with identities of their own. */
export const RELATIONS: Storing<Relation, Relation> = {
  idOf: ({ id }) => id,
  store(db, company_id, relations, keyed, makeEvents) {
    return unlessTaken(db, company_id, keyed, async () => {
      const [first, ...identities] = insertRelations(company_id, relations);
      await inOneRoundTrip(db, [first], () => [
        ...identities,
        ...keeping(KEEP_OF_RELATIONS, company_id, keyed),
        appendCreations('relation', company_id, makeEvents()),
      ]);
      return relations;
    });
  },
  expect: (relations) => relations,
  eventOf: (recorder, relation, origin) => recorder.relationCreated(relation, origin),
  async find(db, company_id, relations) {
    const found = await new PostgresRelationRepository(db).find(company_id, relations[0]!.id);
    return relations.map((relation) => found && relation); // all of them are stored, or none
  },
};
