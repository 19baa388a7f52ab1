import {
  assertEditable,
  assertNoCommonNumber,
  changedJournal,
  defaultJournals,
  type Journal,
  JOURNAL_CATEGORIES,
  JOURNAL_READ_ONLY,
  newJournal,
} from '../../../src/domain/numbering/journal';
import { refusal } from '../refusal';

const NEW_YEARS_EVE = new Date('2026-12-31T23:30:00.000Z');
const LATER = new Date('2027-02-03T04:05:06.000Z');
const origin = { now: NEW_YEARS_EVE, time_zone: 'Europe/Brussels' };

const aJournal = (given: Partial<Journal> = {}): Journal => ({
  ...newJournal({ code: 'INV', name: 'Invoices', category: 'sales' }, 'j1', origin),
  ...given,
});

describe('a new journal', () => {
  test('is active, yearly, begins at 1 and has the format of its scope', () => {
    expect(newJournal({ code: 'INV', name: 'Invoices', category: 'sales' }, 'j1', origin)).toEqual({
      id: 'j1',
      code: 'INV',
      name: 'Invoices',
      category: 'sales',
      sequence_scope: 'yearly',
      number_format: '{code}-{yyyy}-{seq:5}',
      first_number: 1,
      first_period: '2027',
      bank_account_id: null,
      default: false,
      active: true,
      last_number: null,
      external_id: null,
      metadata: {},
      version: 1,
      created_at: NEW_YEARS_EVE,
      updated_at: NEW_YEARS_EVE,
    });
  });

  test.each([
    ['yearly', 'Europe/Brussels', '2027'],
    ['yearly', 'America/New_York', '2026'],
    ['monthly', 'Europe/Brussels', '2027-01'],
    ['monthly', 'America/New_York', '2026-12'],
    ['continuous', 'Europe/Brussels', ''],
  ] as const)(
    '%s, created in %s: its first number counts for the period %p',
    (sequence_scope, time_zone, period) => {
      const input = { code: 'INV', name: 'Invoices', category: 'sales', sequence_scope } as const;
      expect(newJournal(input, 'j1', { now: NEW_YEARS_EVE, time_zone }).first_period).toBe(period);
    },
  );

  test('is refused with a format that its scope cannot have', () => {
    const input = { code: 'INV', name: 'Invoices', category: 'sales', number_format: '{seq}' } as const;
    expect(() => newJournal(input, 'j1', origin)).toThrow(refusal('validation_error', /^number_format: /));
  });
});

describe('a changed journal', () => {
  test('has the given fields and the next version', () => {
    const patch = {
      ...{ name: 'Sales', bank_account_id: 'a1', active: false },
      ...{ external_id: 'own-1', metadata: { shop: 'gent' } },
    };
    expect(changedJournal(aJournal(), patch, false, LATER)).toEqual({
      ...aJournal(),
      ...patch,
      version: 2,
      updated_at: LATER,
    });
  });

  test('has no account after null', () => {
    expect(
      changedJournal(aJournal({ bank_account_id: 'a1' }), { bank_account_id: null }, false, LATER),
    ).toMatchObject({
      bank_account_id: null,
    });
  });

  test('is the same object when no field is given, or every field has its present value', () => {
    const journal = aJournal();
    expect(changedJournal(journal, {}, false, LATER)).toBe(journal);
    const { name, bank_account_id, active } = journal;
    expect(changedJournal(journal, { name, bank_account_id, active }, false, LATER)).toBe(journal);
  });

  test('may change its name, account, default and state', () => {
    const patch = { name: 'Sales', bank_account_id: null, default: true, active: false };
    expect(() => assertEditable(patch)).not.toThrow();
  });

  test.each(JOURNAL_READ_ONLY)('keeps its %s, whatever the request has', (member) => {
    for (const value of [null, 'x', aJournal()[member]]) {
      if (value === undefined) continue;
      expect(() => assertEditable({ [member]: value })).toThrow(
        refusal('field_not_editable', `${member}: cannot be changed`),
      );
    }
  });
});

describe('the numbers of a journal', () => {
  const journal = aJournal({ code: 'A', number_format: '{code}-{yyyy}-{seq:5}' });
  const check = (...others: { code: string; number_format: string }[]) => {
    assertNoCommonNumber(journal, others);
  };

  test('are refused when another journal can give one of them, which the refusal shows', () => {
    const apart = { code: 'B', number_format: '{code}-{seq}' };
    expect(() => check(apart, { code: 'C', number_format: 'A-2026-{seq:5}' })).toThrow(
      refusal(
        'validation_error',
        'number_format: the journal C could give the same number, such as A-2026-11111',
      ),
    );
  });

  test('are accepted when no other journal can give one of them', () => {
    expect(() => check({ code: 'B', number_format: '{code}-{yyyy}-{seq:5}' })).not.toThrow();
    expect(() => check()).not.toThrow();
  });

  test('are not compared with those of a journal of the same code', () => {
    expect(() => check({ code: 'A', number_format: '{code}-{yyyy}-{seq:5}' })).not.toThrow();
  });
});

describe('the default journals of a new company', () => {
  const journals = defaultJournals(
    (
      (n) => () =>
        `j${n++}`
    )(1),
    origin,
  );

  test('are one per category, each the default', () => {
    expect(journals.map(({ code, name, category }) => [code, name, category])).toEqual([
      ['INV', 'Invoices', 'sales'],
      ['CRN', 'Credit notes', 'sales_credit'],
      ['PRO', 'Pro forma invoices', 'proforma'],
      ['QUO', 'Quotes', 'quote'],
      ['SBI', 'Self-billed invoices', 'purchase'],
      ['SBC', 'Self-billed credit notes', 'purchase_credit'],
    ]);
    expect(new Set(journals.map(({ category }) => category))).toEqual(new Set(JOURNAL_CATEGORIES));
    expect(journals.every((journal) => journal.default && journal.active)).toBe(true);
    expect(journals.every(({ sequence_scope }) => sequence_scope === 'yearly')).toBe(true);
    expect(new Set(journals.map(({ id }) => id)).size).toBe(6);
  });
});
