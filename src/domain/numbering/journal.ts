import { today } from '../values/calendar';
import { DomainError } from '../errors';
import {
  assertNumberFormat,
  DEFAULT_NUMBER_FORMAT,
  type NumberFormat,
  periodOf,
  type SequenceScope,
} from './number-format';
import { changedOwnData, type OwnData, type OwnDataInput, ownDataOf } from '../values/own-data';
import { commonNumber } from './number-overlap';
import { firstVersion, revised } from '../version';

/** Documents of a type are numbered in journals of one category. */
export const JOURNAL_CATEGORIES = [
  'sales',
  'sales_credit',
  'proforma',
  'quote',
  'purchase',
  'purchase_credit',
] as const;
export type JournalCategory = (typeof JOURNAL_CATEGORIES)[number];

/** A series of numbers of the company, for documents of one category. */
export interface Journal extends OwnData {
  readonly id: string;
  /** 1 to 12 characters of `A-Z0-9-`; unique within the company. */
  readonly code: string;
  readonly name: string;
  readonly category: JournalCategory;
  readonly sequence_scope: SequenceScope;
  readonly number_format: string;
  /** First number of the sequence in `first_period`; the sequence of every other period begins at 1. */
  readonly first_number: number;
  /** The period in which the journal was created, a result of `periodOf`. Not returned by the interface. */
  readonly first_period: string;
  /** The bank account that documents state for the payment; null: the company's default. */
  readonly bank_account_id: string | null;
  /** Whether it is the category's default; stored in the default pointer, not in the journal's row. */
  readonly default: boolean;
  readonly active: boolean;
  /** The last number in the newest period with documents; read from the documents. */
  readonly last_number: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface JournalInput extends OwnDataInput {
  readonly code: string;
  readonly name: string;
  readonly category: JournalCategory;
  readonly sequence_scope?: SequenceScope | null | undefined;
  readonly number_format?: string | null | undefined;
  readonly first_number?: number | null | undefined;
  readonly bank_account_id?: string | null | undefined;
  readonly default?: boolean | null | undefined;
  readonly active?: boolean | null | undefined;
}

/** A field that is left out is unchanged; `null` clears it. */
export interface JournalChange extends OwnDataInput {
  readonly name?: string | undefined;
  readonly bank_account_id?: string | null | undefined;
  readonly default?: boolean | undefined;
  readonly active?: boolean | undefined;
}

export const JOURNAL_READ_ONLY = [
  'id',
  'code',
  'category',
  'sequence_scope',
  'number_format',
  'first_number',
  'last_number',
  'created_at',
  'updated_at',
] as const;

export type JournalPatch = JournalChange & {
  readonly [Member in (typeof JOURNAL_READ_ONLY)[number]]?: unknown;
};

/** The time of a journal's creation, which determines its first period. */
export interface JournalOrigin {
  readonly now: Date;
  /** The company's time zone. */
  readonly time_zone: string;
}

/** @throws DomainError validation_error for the number format */
export function newJournal(input: JournalInput, id: string, { now, time_zone }: JournalOrigin): Journal {
  const sequence_scope = input.sequence_scope ?? 'yearly';
  const journal = {
    id,
    code: input.code,
    name: input.name,
    category: input.category,
    sequence_scope,
    number_format: input.number_format ?? DEFAULT_NUMBER_FORMAT[sequence_scope],
    first_number: input.first_number ?? 1,
    first_period: periodOf(sequence_scope, today(now, time_zone)),
    bank_account_id: input.bank_account_id ?? null,
    default: false,
    active: input.active ?? true,
    last_number: null,
    ...ownDataOf(input),
    ...firstVersion(now),
  };
  assertNumberFormat(journal);
  return journal;
}

/** @throws DomainError field_not_editable */
export function assertEditable(patch: JournalPatch): void {
  const refused = JOURNAL_READ_ONLY.find((member) => patch[member] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed`);
}

/**
 * @param change - accepted by `assertEditable`
 * @param is_default - whether the journal is the category's default after the change
 * @returns the changed journal; the same object when no field differs
 */
export function changedJournal(
  journal: Journal,
  { name, bank_account_id, active, ...own_data }: JournalChange,
  is_default: boolean,
  now: Date,
): Journal {
  const changed: Journal = {
    ...journal,
    name: name ?? journal.name,
    bank_account_id: bank_account_id === undefined ? journal.bank_account_id : bank_account_id,
    active: active ?? journal.active,
    default: is_default,
    ...changedOwnData(journal, own_data),
  };
  return revised(journal, changed, now);
}

/**
 * Refuses a journal that could give the same number as another journal, since numbers are unique in the company. A
 * journal with the same code is skipped: it is refused later with `duplicate_journal_code`.
 *
 * @throws DomainError validation_error
 */
export function assertNoCommonNumber(journal: Journal, others: readonly NumberFormat[]): void {
  for (const other of others) {
    if (other.code === journal.code) continue;
    const text = commonNumber(journal, other);
    if (text === undefined) continue;
    throw new DomainError(
      'validation_error',
      `number_format: the journal ${other.code} could give the same number, such as ${text}`,
    );
  }
}

const DEFAULT_JOURNALS: readonly Pick<Journal, 'code' | 'name' | 'category'>[] = [
  { code: 'INV', name: 'Invoices', category: 'sales' },
  { code: 'CRN', name: 'Credit notes', category: 'sales_credit' },
  { code: 'PRO', name: 'Pro forma invoices', category: 'proforma' },
  { code: 'QUO', name: 'Quotes', category: 'quote' },
  { code: 'SBI', name: 'Self-billed invoices', category: 'purchase' },
  { code: 'SBC', name: 'Self-billed credit notes', category: 'purchase_credit' },
];

/** The initial journals of a company: one per category, each the default of its category. */
export function defaultJournals(nextId: () => string, origin: JournalOrigin): Journal[] {
  return DEFAULT_JOURNALS.map((input) => ({ ...newJournal(input, nextId(), origin), default: true }));
}
