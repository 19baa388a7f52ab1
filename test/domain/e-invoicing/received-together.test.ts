import type { PartyKeys } from '../../../src/domain/e-invoicing/addressing';
import { areIndependent, type ReceivedTogether } from '../../../src/domain/e-invoicing/received-together';

const NOBODY: PartyKeys = { electronic_address: null, vat: null, identifiers: [] };
const anInvoice = (sender: Partial<PartyKeys>, members: Partial<ReceivedTogether> = {}) => ({
  ...({ type: 'purchase_invoice', number: 'F-1', issue_date: '2026-09-01', has_relation: true } as const),
  sender: { ...NOBODY, ...sender },
  ...members,
});

describe('e-invoices that are received together', () => {
  test.each<[string, Partial<PartyKeys>, Partial<PartyKeys>]>([
    ['electronic address', { electronic_address: 'a' }, { electronic_address: 'a', vat: 'b' }],
    ['VAT number', { vat: 'a' }, { electronic_address: 'b', vat: 'a' }],
    ['identifier', { identifiers: ['a', 'b'] }, { identifiers: ['c', 'b'] }],
  ])('depend on each other when senders with the same %s are new', (_key, one, other) => {
    const [first, second] = [{ number: 'F-1' }, { number: 'F-2' }];
    expect(areIndependent([anInvoice(one, first), anInvoice(other, second)])).toBe(true);
    const is_new = { has_relation: false };
    expect(areIndependent([anInvoice(one, is_new), anInvoice(other, { ...second, ...is_new })])).toBe(false);
    expect(areIndependent([anInvoice(one, is_new), anInvoice(other, second)])).toBe(true);
  });

  test('depend on each other when they are the same document, also if only one sender has a relation', () => {
    const [one, other] = [{ vat: 'a', electronic_address: 'b' }, { vat: 'a' }];
    for (const has_relation of [true, false])
      expect(areIndependent([anInvoice(one), anInvoice(other, { has_relation })])).toBe(false);
    for (const member of [{ type: 'purchase_credit_note' }, { number: 'F-2' }, { issue_date: '2026-09-02' }])
      expect(areIndependent([anInvoice(one), anInvoice(other, member as Partial<ReceivedTogether>)])).toBe(
        true,
      );
  });

  test('are independent when a text is another kind of key, or a sender has none', () => {
    expect(areIndependent([anInvoice({ vat: 'a' }), anInvoice({ electronic_address: 'a' })])).toBe(true);
    const nobody = anInvoice({}, { has_relation: false });
    expect(areIndependent([nobody, nobody])).toBe(true);
    expect(areIndependent([])).toBe(true);
  });
});
