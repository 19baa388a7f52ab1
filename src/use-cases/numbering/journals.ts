import { DomainError, existing } from '../../domain/errors';
import {
  assertEditable,
  assertNoCommonNumber,
  changedJournal,
  type Journal,
  type JournalInput,
  type JournalPatch,
  newJournal,
} from '../../domain/numbering/journal';
import { type SequenceReport, sequenceReport } from '../../domain/numbering/sequence-report';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { JournalFilters } from '../../ports/numbering/journal-repository';
import type { Page, PageRequest } from '../../ports/page';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import { DefaultFlag } from '../default-flag';
import { OwnDataOf } from '../own-data';

export class Journals {
  readonly own_data: OwnDataOf<Journal>;

  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    this.own_data = new OwnDataOf(clock, 'journal', ({ journals }) => journals);
  }

  list(
    unit: UnitOfWork,
    company_id: string,
    filters: JournalFilters,
    page: PageRequest,
  ): Promise<Page<Journal>> {
    return unit.read(({ journals }) => journals.list(company_id, filters, page));
  }

  /** @throws DomainError not_found */
  get(unit: UnitOfWork, company_id: string, id: string): Promise<Journal> {
    return unit.read(async ({ journals }) => existing(await journals.find(company_id, id), 'journal'));
  }

  /**
   * @throws DomainError validation_error, invalid_bank_account, default_journal_required, duplicate_journal_code,
   *   external_id_in_use
   */
  create(unit: UnitOfWork, company_id: string, input: JournalInput): Promise<Journal> {
    const id = this.ids.next();
    return this.own_data.write(unit, company_id, input, () =>
      unit.transaction((repositories) => this.insert(repositories, company_id, id, input)),
    );
  }

  /**
   * @throws DomainError not_found, precondition_failed, field_not_editable, invalid_bank_account,
   *   default_journal_required, external_id_in_use
   */
  update(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    patch: JournalPatch,
    if_match: IfMatch,
  ): Promise<Journal> {
    const store = async (repositories: Repositories) => {
      const { default_pointers, journals } = repositories;
      const { category } = existing(await journals.find(company_id, id), 'journal'); // a category never changes
      const has_account = await this.keepAccount(repositories, company_id, patch);
      const flag = await DefaultFlag.lock(default_pointers, { kind: 'journal', company_id, category }, id);
      const found = existing(await journals.lock(company_id, id), 'journal');
      // An inactive journal is never the default. If the pointer has its id, `lock` set it because there was no
      // default.
      const journal = { ...found, default: found.active && found.default };
      assertVersion(if_match, journal.version);
      const now = this.clock.now();
      assertEditable(patch);
      if (!has_account) throw unknownAccount();
      const active = patch.active ?? journal.active;
      const is_default = await flag.store(
        { was_active: journal.active },
        { default: patch.default, active },
        now,
      );

      const next = changedJournal(journal, patch, is_default, now);
      await journals.save(company_id, journal, next);
      return next;
    };
    return this.own_data.write(unit, company_id, patch, () => unit.transaction(store));
  }

  /** @throws DomainError not_found, precondition_failed, default_journal_required, journal_in_use */
  delete(unit: UnitOfWork, company_id: string, id: string, if_match: IfMatch): Promise<void> {
    return unit.transaction(async ({ default_pointers, journals }) => {
      const { category } = existing(await journals.find(company_id, id), 'journal');
      const flag = await DefaultFlag.lock(default_pointers, { kind: 'journal', company_id, category }, id);
      const journal = existing(await journals.lockWithCounters(company_id, id), 'journal');
      assertVersion(if_match, journal.version);
      await flag.delete({ was_active: journal.active }, async () => {
        if (await journals.hasDocuments(company_id, id)) {
          throw new DomainError('journal_in_use', 'The journal has documents.');
        }
        await journals.delete(company_id, id);
      });
    });
  }

  /**
   * Checks each period of a journal for gaps, duplicate numbers and dates out of order.
   *
   * @throws DomainError not_found
   */
  integrity(
    unit: UnitOfWork,
    company_id: string,
    id: string,
  ): Promise<{ readonly journal_id: string; readonly periods: readonly SequenceReport[] }> {
    return unit.read(async ({ journals }) => {
      const journal = existing(await journals.find(company_id, id), 'journal');
      const sequences = await journals.inspectSequences(company_id, id);
      return { journal_id: id, periods: sequences.map((sequence) => sequenceReport(sequence, journal)) };
    });
  }

  private async insert(
    repositories: Repositories,
    company_id: string,
    id: string,
    input: JournalInput,
  ): Promise<Journal> {
    const { companies, default_pointers, journals } = repositories;
    // Creations of journals of a company run in turn, so that each one sees the number formats of the others.
    const company = existing(await companies.lock(company_id), 'company');
    const has_account = await this.keepAccount(repositories, company_id, input);
    const { category } = input;
    const flag = await DefaultFlag.lock(default_pointers, { kind: 'journal', company_id, category }, id);
    const now = this.clock.now();
    const journal = newJournal(input, id, { now, time_zone: company.timezone });
    assertNoCommonNumber(journal, await journals.listFormats(company_id));
    if (!has_account) throw unknownAccount();
    const { active } = journal;
    const next = {
      ...journal,
      default: await flag.store({ was_active: false }, { default: input.default, active }, now),
    };
    await journals.insert(company_id, next);
    return next;
  }

  /** Locks the requested account, before default pointer and journal. @returns false when there is no such account */
  private async keepAccount(
    { bank_accounts }: Repositories,
    company_id: string,
    { bank_account_id }: Pick<JournalInput, 'bank_account_id'>,
  ): Promise<boolean> {
    return bank_account_id == null || bank_accounts.preventDeletion(company_id, bank_account_id);
  }
}

function unknownAccount(): DomainError {
  return new DomainError('invalid_bank_account', 'No such bank account.');
}
