import type { Draft } from '../../domain/documents/document';
import {
  type DocumentInput,
  type DraftTime,
  issueDateLimits,
  newDraft,
  withOtherReference,
} from '../../domain/documents/draft';
import type { FoundJournal, FoundReferences } from '../../domain/documents/references';
import {
  assertIssueDate,
  type IssueDateLimits,
  issueDateBracket,
  isWithin,
  nearestWithin,
} from '../../domain/numbering/issue-date';
import { firstNumberOf, numberFrame, periodOf } from '../../domain/numbering/number-format';
import { today } from '../../domain/values/calendar';
import type { Clock } from '../../ports/clock';
import {
  type FoundDocument,
  type IssuedDocument,
  type NumberingRequest,
  PaymentReferenceTaken,
  type References,
  type Sequence,
} from '../../ports/documents/document-repository';
import type { Ids } from '../../ports/ids';
import type { CreationRequest, UnitOfWork } from '../../ports/unit-of-work';
import { OwnDataOf } from '../own-data';
import { issueSetOff } from './credit-notes';
import { ChangedSinceCheck } from './repeated-checks';

/**
 * Maximum number of payment references that are tried. With ten billion references, more collisions indicate a fault.
 */
const MAX_REFERENCES = 5;

/** A new document before numbering. */
export interface PreparedDocument extends NumberingRequest {
  readonly company: FoundReferences['company'];
  readonly relation: NonNullable<FoundReferences['relation']>;
  readonly dating: Dating;
}

/** The data for the error details of a refused issue date. */
export interface Dating {
  readonly limits: IssueDateLimits;
  /** The journal's period of the issue date, or of the nearest allowed date. */
  readonly period: string;
}

/** A draft with what the error of its issue date needs. */
type DatedDraft = Pick<PreparedDocument, 'sequence' | 'draft' | 'dating' | 'company'>;

/** A draft to be stored, with the transmission that sends it. */
export type CompletedDraft = Pick<CreationRequest, 'draft' | 'send'>;

/** Thrown to roll the transaction back when the sequence refuses the document. */
export class NotNumbered extends Error {}

/** The steps that all creations of documents have in common. */
export class DocumentCreation {
  readonly own_data: OwnDataOf<FoundDocument>;

  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly settings: { readonly issue_date_days_ahead: number },
  ) {
    this.own_data = new OwnDataOf(clock, 'document', ({ documents }) => documents);
  }

  /**
   * Loads the resources that the document refers to, and makes its draft.
   *
   * @throws DomainError the errors of `newDraft`; invalid_issue_date
   */
  async prepare(unit: UnitOfWork, company_id: string, input: DocumentInput): Promise<PreparedDocument> {
    const found = await unit.read(({ documents }) =>
      documents.findReferences(company_id, referencesOf(input)),
    );
    const draft = newDraft(input, found, this.ids.next(), this.time());
    return this.prepareDraft(unit, company_id, draft, input, found);
  }

  /**
   * The draft with what its numbering needs. A given date outside of the window is refused here, which needs no
   * look-up; only the error names the date of the sequence's last document.
   *
   * @param input - the dates that were given
   * @throws DomainError invalid_issue_date
   */
  async prepareDraft(
    unit: UnitOfWork,
    company_id: string,
    draft: Draft,
    input: Pick<DocumentInput, 'issue_date' | 'due_date'>,
    found: FoundReferences,
  ): Promise<PreparedDocument> {
    const { company } = found;
    const dating = this.datingOf(input, draft.issue_date, found);
    const sequence = sequenceOf(found.journal!, draft);
    const is_date_given = dating.limits.given !== null;
    const prepared = { draft, sequence, is_date_given, dating, company, relation: found.relation! };
    if (is_date_given && !isWithin(draft.issue_date, dating.limits.window))
      await this.refuse(unit, company_id, prepared);
    return prepared;
  }

  /**
   * Numbers and stores the document.
   *
   * @param viewOf - makes the use case's result from the document
   * @param completed - the draft with the transmission that sends it; without it, the draft is stored alone
   * @throws DomainError external_id_in_use; the errors of `refuse` when the sequence refuses the date, as in
   *   `DocumentRepository.issue`
   */
  async create<T>(
    unit: UnitOfWork,
    company_id: string,
    prepared: PreparedDocument,
    viewOf: (document: IssuedDocument) => T,
    completed?: (draft: Draft) => Promise<CompletedDraft>,
  ): Promise<T> {
    const { sequence, is_date_given } = prepared;
    const store = (ready: CompletedDraft) => {
      const request = { sequence, is_date_given, ...ready };
      return request.draft.preceding_document?.id == null
        ? unit.createDocument(company_id, request, viewOf)
        : this.storeSetOff(unit, company_id, request, viewOf);
    };
    const view = await this.own_data.write(unit, company_id, prepared.draft, () =>
      this.withFreeReference(prepared.draft, (draft) =>
        completed ? completed(draft).then(store) : store({ draft }),
      ),
    );
    return view ?? (await this.refuse(unit, company_id, prepared));
  }

  /** Stores a draft; retries with another payment reference while the generated one is taken. */
  private async withFreeReference<T>(draft: Draft, store: (draft: Draft) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await store(draft);
      } catch (error) {
        if (!(error instanceof PaymentReferenceTaken) || attempt === MAX_REFERENCES) throw error;
        draft = withOtherReference(draft, this.ids.next());
      }
    }
  }

  /** A credit note of an own invoice changes the invoice too, so it is not stored together with other documents. */
  private async storeSetOff<T>(
    unit: UnitOfWork,
    company_id: string,
    request: CreationRequest,
    viewOf: (document: IssuedDocument) => T,
  ): Promise<T | undefined> {
    try {
      return await unit.transaction(async (repositories) => {
        await repositories.documents.lockSequence(company_id, request.sequence);
        const issued = await issueSetOff(repositories, company_id, request, this.clock.now());
        if (!issued) throw new NotNumbered();
        if (request.send) await repositories.transmissions.insertNumbered(company_id, request.send);
        return viewOf(issued);
      });
    } catch (error) {
      if (error instanceof NotNumbered) return undefined;
      throw error;
    }
  }

  /**
   * Throws the error for a document that the sequence refused.
   *
   * @throws DomainError invalid_issue_date; ChangedSinceCheck when no date was given, and the document would have a
   *   later one now; when the sequence would accept the date now; and when the books were closed meanwhile
   */
  async refuse(
    unit: UnitOfWork,
    company_id: string,
    { sequence: { journal_id }, draft, dating: { limits, period }, company }: DatedDraft,
  ): Promise<never> {
    const is_new_day = today(this.clock.now(), company.timezone) > draft.issue_date;
    if (limits.given === null && is_new_day) throw new ChangedSinceCheck('day');
    const previous = await unit.read(({ documents }) =>
      documents.findLastIssueDate(company_id, { journal_id, period }),
    );
    assertIssueDate(draft.issue_date, limits, issueDateBracket({ previous, next: null }, period));
    throw new ChangedSinceCheck('sequence');
  }

  /**
   * The facts for the error of a refused issue date. For a given date outside of the numbering window, the period is
   * that of the nearest date in the window, so that the error names dates that are allowed.
   */
  datingOf(
    input: Pick<DocumentInput, 'issue_date' | 'due_date'>,
    issue_date: string,
    { company, journal }: Pick<FoundReferences, 'company' | 'journal'>,
  ): Dating {
    const limits = issueDateLimits(input, { company, journal }, this.time());
    const nearest = limits.given === null ? issue_date : nearestWithin(issue_date, limits.window);
    return { limits, period: journal === null ? '' : periodOf(journal.sequence_scope, nearest) };
  }

  time(): DraftTime {
    return { now: this.clock.now(), days_ahead: this.settings.issue_date_days_ahead };
  }
}

export function referencesOf(input: DocumentInput): References {
  const { preceding_document } = input;
  return {
    relation_id: input.relation_id,
    journal_id: input.journal_id ?? undefined,
    type: input.type,
    delivery_location_id: input.delivery_location_id ?? undefined,
    branding_id: input.branding_id ?? undefined,
    preceding_document_id:
      preceding_document && 'id' in preceding_document ? preceding_document.id : undefined,
  };
}

function sequenceOf(journal: FoundJournal, { period, issue_date }: Draft): Sequence {
  return {
    journal_id: journal.id,
    period,
    first_number: firstNumberOf(period, journal),
    ...numberFrame(journal, issue_date),
  };
}
