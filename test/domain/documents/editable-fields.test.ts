import type { DocumentChange } from '../../../src/domain/documents/change';
import type { Document } from '../../../src/domain/documents/document';
import {
  assertCurrencyEditable,
  assertFieldsEditable,
  assertRelationEditable,
  DOCUMENT_READ_ONLY,
} from '../../../src/domain/documents/editable-fields';
import type { Settlement } from '../../../src/domain/documents/payments/payment-status';
import { aDocument } from '../../support/documents';
import { refusal } from '../refusal';

const document = aDocument({ currency: 'USD' });
const credited = {
  amount: '1.00',
  notes: [{ id: 'c1', number: 'C-1' }],
  is_made: false,
  is_complete: false,
};
const settlementOf = (sums: Partial<Settlement> | null): Settlement | null =>
  sums && { payments: null, links: null, set_off: null, ...sums };

describe('A PATCH of a read-only field', () => {
  test.each(DOCUMENT_READ_ONLY)('is refused: %s', (member) => {
    for (const value of [null, 'x', false]) {
      expect(() => {
        assertFieldsEditable({ note: 'x', [member]: value });
      }).toThrow(refusal('field_not_editable', `${member}: cannot be changed`));
    }
  });

  test('is accepted when it is undefined', () => {
    expect(() => {
      assertFieldsEditable({ note: 'x', id: undefined });
    }).not.toThrow();
  });
});

describe('The currency of a document', () => {
  test.each([
    ['an amount that was linked', { links: '20.00' }, 'USD', false],
    ['an amount that was linked', { links: '20.00' }, 'EUR', true],
    ['a payment', { payments: '20.00' }, 'EUR', true],
    ['amounts that cancel each other', { links: '0' }, 'EUR', true],
    ['neither', null, 'EUR', false],
  ])('with %s (%j) may not become %s: %s', (_, sums, currency, is_refused) => {
    const check = () => {
      assertCurrencyEditable({ ...document, settlement: settlementOf(sums) }, { currency }, null);
    };
    if (is_refused) expect(check).toThrow(refusal('document_not_editable', /currency/));
    else expect(check).not.toThrow();
  });

  test('with credit notes may not change, nor that of a credit note unless it leaves its invoice', () => {
    const preceding_document = { id: 'a1', number: 'INV-1', issue_date: '2026-01-01' };
    const invoice = aDocument({});
    const check =
      (parts: Partial<Document>, patch: DocumentChange, found: Document | null = invoice) =>
      () => {
        assertCurrencyEditable({ ...document, ...parts }, { currency: 'JPY', ...patch }, found);
      };
    expect(check({ credited }, {})).toThrow(refusal('document_not_editable', /currency/));
    expect(check({ preceding_document }, {})).toThrow(refusal('document_not_editable', /currency/));
    expect(check({ preceding_document }, { preceding_document: { id: 'a1' } })).toThrow(
      refusal('document_not_editable', /currency/),
    );
    expect(check({ preceding_document }, { preceding_document: null })).not.toThrow();
    const settlement = settlementOf({ set_off: '20.00' });
    expect(check({ preceding_document, settlement }, { preceding_document: null })).not.toThrow();
    expect(check({ preceding_document }, {}, null)).not.toThrow(); // the invoice was deleted
    expect(check({ preceding_document: { ...preceding_document, id: null } }, {}, null)).not.toThrow();
  });

  test.each([null, undefined])('is not changed by %p', (currency) => {
    expect(() => {
      assertCurrencyEditable({ ...document, settlement: settlementOf({ links: '1' }) }, { currency }, null);
    }).not.toThrow();
  });
});

describe('The relation of an invoice that credit notes name', () => {
  test('is not changed', () => {
    expect(() => {
      assertRelationEditable({ ...document, credited }, { relation_id: 'r2' });
    }).toThrow(refusal('document_not_editable', /relation/));
  });

  test.each([
    ['is left out', undefined],
    ['has its present value', document.relation_id],
  ])('is no reason to refuse when it %s', (_what, relation_id) => {
    expect(() => {
      assertRelationEditable({ ...document, credited }, { relation_id });
    }).not.toThrow();
  });

  test('is changed when there are none', () => {
    expect(() => {
      assertRelationEditable({ ...document, credited: null }, { relation_id: 'r2' });
    }).not.toThrow();
  });
});
