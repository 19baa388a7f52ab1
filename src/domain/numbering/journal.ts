import { today } from '../values/calendar';
import { DomainError } from '../errors';
import {
  assertNumberFormat,
  DEFAULT_NUMBER_FORMAT,
  type NumberFormat,
  periodOf,
  type SequenceScope,
} from './number-format';
import { commonNumber } from './number-overlap';
import { firstVersion, revised } from '../version';

/** Each document type is numbered in journals of its own category. */
export const JOURNAL_CATEGORIES = [
  'sales',
  'sales_credit',
  'proforma',
  'quote',
  'purchase',
  'purchase_credit',
] as const;
export type JournalCategory = (typeof JOURNAL_CATEGORIES)[number];

/** A numbering sequence of the company, for documents of one category. */
export interface Journal {
  readonly id: string;
  /** 1 to 12 of `A-Z0-9-`; unique within the company. */
  readonly code: string;
  readonly name: string;
  readonly category: JournalCategory;
  readonly sequence_scope: SequenceScope;
  readonly number_format: string;
  /** Where the sequence begins in `first_period`; every other period begins at 1. */
  readonly first_number: number;
  /** The period in which the journal was created, as `periodOf` gives it; not shown. */
  readonly first_period: string;
  /** The account that its documents ask to pay to; null: the company's default. */
  readonly bank_account_id: string | null;
  /** Whether it is its category's default; kept by a pointer, not by the journal. */
  readonly default: boolean;
  readonly active: boolean;
  /** The last number of the newest period that has one; follows from the documents. */
  readonly last_number: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface JournalInput {
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

/** What is left out stays as it is; `null` clears. */
export interface JournalChange {
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

/** When and where a journal comes into being. */
export interface JournalOrigin {
  readonly now: Date;
  /** The company's, which decides what period it is. */
  readonly time_zone: string;
}

/** @throws DomainError validation_error: of the number format */
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
 * @param change - one that `assertEditable` let through
 * @param is_default - whether it is its category's default from then on
 * @returns the journal as it would become; the very same one when nothing would differ
 */
export function changedJournal(
  journal: Journal,
  { name, bank_account_id, active }: JournalChange,
  is_default: boolean,
  now: Date,
): Journal {
  const changed: Journal = {
    ...journal,
    name: name ?? journal.name,
    bank_account_id: bank_account_id === undefined ? journal.bank_account_id : bank_account_id,
    active: active ?? journal.active,
    default: is_default,
  };
  return revised(journal, changed, now);
}

/**
 * No two own documents of a company carry the same number: what another journal could ever give, this one must not.
 * One of the same code is left out: its refusal has a code of its own.
 *
 * @throws DomainError validation_error
 */
export function assertNumbersApart(journal: Journal, others: readonly NumberFormat[]): void {
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

/** What a new company can begin with: one journal per category, each its category's default. */
export function defaultJournals(nextId: () => string, origin: JournalOrigin): Journal[] {
  return DEFAULT_JOURNALS.map((input) => ({ ...newJournal(input, nextId(), origin), default: true }));
}
