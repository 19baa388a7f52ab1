import {
  ALL_LINK_KINDS,
  inCurrencyOf,
  LINK_KINDS,
  LINK_TARGETS,
  newLink,
  type Link,
  type LinkInput,
  type LinkKind,
} from '../../../src/domain/documents/link';
import { aDocument } from '../../support/documents';
import { refusal } from '../refusal';

const NOW = new Date('2026-07-01T10:00:00.000Z');

function link(changes: Partial<LinkInput> = {}): Link {
  return newLink({ target: 'document', target_id: 'd1', kind: 'reconciliation', ...changes }, 'l1', NOW);
}

describe('A new link', () => {
  test('has neither reference nor amount unless they are given', () => {
    expect(link()).toEqual({
      id: 'l1',
      target: 'document',
      target_id: 'd1',
      kind: 'reconciliation',
      reference: null,
      amount: null,
      created_at: NOW,
      updated_at: NOW,
    });
    expect(link({ reference: 'BANK-7', amount: '12.50' })).toMatchObject({
      reference: 'BANK-7',
      amount: '12.50',
    });
  });

  /** Each kind with the targets that it can be of. */
  const TARGETS_OF: Readonly<Record<LinkKind, readonly string[]>> = {
    reconciliation: ['document'],
    timesheet_line: ['document', 'relation'],
    payment_intent: ['document'],
    subscription: ['relation'],
    project: ['relation'],
    accounting_match: ['relation'],
  };
  const PAIRS = LINK_TARGETS.flatMap((target) => ALL_LINK_KINDS.map((kind) => ({ target, kind })));

  test.each(PAIRS.filter(({ target, kind }) => TARGETS_OF[kind].includes(target)))(
    'of a $target can be a $kind',
    (given) => {
      expect(link(given)).toMatchObject(given);
    },
  );

  test.each(PAIRS.filter(({ target, kind }) => !TARGETS_OF[kind].includes(target)))(
    'of a $target is refused as a $kind',
    (given) => {
      const kinds = LINK_KINDS[given.target].join(', ');
      expect(() => link(given)).toThrow(
        refusal('validation_error', `kind: must be one of ${kinds} for a ${given.target}`),
      );
    },
  );

  test.each([
    ['document', 'reconciliation', true],
    ['document', 'payment_intent', true],
    ['document', 'timesheet_line', false],
    ['relation', 'subscription', false],
    ['relation', 'project', false],
    ['relation', 'timesheet_line', false],
    ['relation', 'accounting_match', false],
  ] as const)('of a %s, a %s, may have an amount: %s', (target, kind, is_paying) => {
    const create = () => link({ target, kind, amount: '10.00' });
    if (is_paying) expect(create()).toMatchObject({ amount: '10.00' });
    else {
      expect(create).toThrow(
        refusal('validation_error', 'amount: is allowed only for a reconciliation or a payment_intent'),
      );
    }
    expect(link({ target, kind, amount: null })).toMatchObject({ amount: null });
  });
});

describe('The amount of a link', () => {
  test.each([
    ['EUR', '10', '10.00'],
    ['EUR', '-3.5', '-3.50'],
    ['JPY', '1000', '1000'],
    ['KWD', '1.25', '1.250'],
  ])('in %s, %s is kept as %s', (currency, amount, expected) => {
    expect(inCurrencyOf(aDocument({ currency }), link({ amount }))).toEqual(link({ amount: expected }));
  });

  test.each([
    ['EUR', '10.001', 2],
    ['JPY', '10.5', 0],
    ['JPY', '10.0', 0],
  ])('in %s is refused with more decimals: %s', (currency, amount, decimals) => {
    expect(() => inCurrencyOf(aDocument({ currency }), link({ amount }))).toThrow(
      refusal('validation_error', `amount: must have at most ${decimals} decimals in this currency`),
    );
  });

  test('has the decimals of the total of a received document where these are more', () => {
    const { totals, ...document } = aDocument({ currency: 'JPY' });
    const received = { ...document, totals: { ...totals, payable: '100.3' } };
    expect(inCurrencyOf(received, link({ amount: '100' }))).toEqual(link({ amount: '100.0' }));
    expect(() => inCurrencyOf(received, link({ amount: '0.31' }))).toThrow(/at most 1 decimals/);
  });

  test('may be absent', () => {
    expect(inCurrencyOf(aDocument(), link())).toEqual(link());
  });
});

test('The kinds of links are those of documents and of relations, each once', () => {
  expect(ALL_LINK_KINDS).toEqual([
    ...['reconciliation', 'timesheet_line', 'payment_intent'],
    ...['subscription', 'project', 'accounting_match'],
  ]);
});
