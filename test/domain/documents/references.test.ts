import { DOCUMENT_TYPE_NAMES, DOCUMENT_TYPES } from '../../../src/domain/documents/document-type';
import {
  assertBranding,
  assertDeliveryLocation,
  isPreceding,
  precedingDocument,
  usableJournal,
  usableRelation,
  type FoundJournal,
  type FoundReferences,
  type PrecedingDocumentInput,
} from '../../../src/domain/documents/references';
import type { PrecedingDocument } from '../../../src/domain/documents/document';
import { newJournal, type JournalCategory } from '../../../src/domain/numbering/journal';
import { refusal } from '../refusal';
import { aCompanyRelation, aDeliveryLocation, NOW, UNCREDITED } from './builders';

describe('The relation of a document', () => {
  test('is the relation that was found', () => {
    const relation = aCompanyRelation();
    expect(usableRelation(relation)).toBe(relation);
  });

  test.each([
    ['does not exist', null, 'No such relation.'],
    ['has no address', aCompanyRelation({ address: null }), 'The relation has no address.'],
  ])('is refused when it %s', (_, relation, message) => {
    expect(() => usableRelation(relation)).toThrow(refusal('invalid_relation', message));
  });
});

describe('The journal of a document', () => {
  const journal = (category: JournalCategory, active = true): FoundJournal =>
    newJournal({ code: 'J', name: 'Journal', category, active }, 'j1', { now: NOW, time_zone: 'UTC' });

  test.each(DOCUMENT_TYPE_NAMES)('of type %s has the category of the type', (type) => {
    const own = DOCUMENT_TYPES[type].category;
    for (const { category } of Object.values(DOCUMENT_TYPES)) {
      const named = journal(category);
      const check = () => usableJournal(named, type, true);
      if (category === own) expect(check()).toBe(named);
      else expect(check).toThrow(refusal('invalid_journal', `The journal's category is not ${own}.`));
    }
  });

  test('is the default of the category when the request names none', () => {
    const found = journal('sales');
    expect(usableJournal(found, 'invoice', false)).toBe(found);
  });

  test.each([
    ['is missing and there is no default', null, false, 'no_default_journal', /default journal for sales\.$/],
    ['is named and does not exist', null, true, 'invalid_journal', /^No such journal\.$/],
    ['is named and not active', journal('sales', false), true, 'invalid_journal', /not active/],
    ['is neither active nor of the category', journal('quote', false), true, 'invalid_journal', /not active/],
  ])('is refused when it %s', (_, found, is_named, code, message) => {
    expect(() => usableJournal(found, 'invoice', is_named)).toThrow(refusal(code, message));
  });
});

describe('A reference that a request names', () => {
  const branding = {
    id: 'b1',
    name: 'House style',
    primary_color: null,
    header: null,
    footer: null,
    logo_sha256: null,
  };

  test.each([
    ['a delivery location', assertDeliveryLocation, aDeliveryLocation(), 'invalid_delivery_location', /such/],
    ['a branding', assertBranding, branding, 'validation_error', /^branding_id: no such branding$/],
  ] as const)('must exist: %s', (_, assert, found, code, message) => {
    const check = (is_named: boolean, object: object | null) => () => {
      (assert as (is_named: boolean, object: object | null) => void)(is_named, object);
    };
    expect(check(true, null)).toThrow(refusal(code, message));
    expect(check(true, found)).not.toThrow();
    expect(check(false, null)).not.toThrow();
    expect(check(false, found)).not.toThrow();
  });
});

describe('The preceding document', () => {
  type Invoice = NonNullable<FoundReferences['preceding_document']>;

  const ISSUED = { id: 'd1', number: 'INV-1', issue_date: '2026-06-01' };
  const invoice = (changes: Partial<Invoice> = {}): Invoice => ({
    ...ISSUED,
    type: 'invoice',
    relation_id: 'relation-1',
    currency: 'EUR',
    ...UNCREDITED,
    ...changes,
  });
  const CREDIT_NOTE = { type: 'credit_note', relation_id: 'relation-1', currency: 'EUR' } as const;

  test('of a credit note is kept with its number and date', () => {
    expect(precedingDocument({ id: 'd1' }, invoice(), CREDIT_NOTE)).toEqual(ISSUED);
  });

  test('from another system is kept as given', () => {
    expect(precedingDocument({ number: 'X-1', issue_date: '2026-05-01' }, null, CREDIT_NOTE)).toEqual({
      id: null,
      number: 'X-1',
      issue_date: '2026-05-01',
    });
    expect(precedingDocument({ number: 'X-1' }, null, CREDIT_NOTE)).toEqual({
      id: null,
      number: 'X-1',
      issue_date: null,
    });
  });

  test.each(DOCUMENT_TYPE_NAMES)('may be absent from a document of type %s', (type) => {
    expect(precedingDocument(null, null, { ...CREDIT_NOTE, type })).toBeNull();
  });

  test.each(DOCUMENT_TYPE_NAMES.filter((type) => !DOCUMENT_TYPES[type].is_credit_note))(
    'is refused on a document of type %s',
    (type) => {
      for (const given of [{ id: 'd1' }, { number: 'X-1' }]) {
        expect(() => precedingDocument(given, invoice(), { ...CREDIT_NOTE, type })).toThrow(
          refusal('validation_error', 'preceding_document: is allowed only for a credit note'),
        );
      }
    },
  );

  /** The refusal of a credit note of the first type that names a document of the second; null: it is accepted. */
  const NOT_AN_INVOICE = 'must be an invoice';
  const OTHER_DIRECTION = 'must be an invoice of the same direction';
  test.each([
    ['credit_note', 'invoice', null],
    ['credit_note', 'credit_note', NOT_AN_INVOICE],
    ['credit_note', 'proforma', NOT_AN_INVOICE],
    ['credit_note', 'quote', NOT_AN_INVOICE],
    ['credit_note', 'purchase_invoice', OTHER_DIRECTION],
    ['credit_note', 'purchase_credit_note', NOT_AN_INVOICE],
    ['purchase_credit_note', 'invoice', OTHER_DIRECTION],
    ['purchase_credit_note', 'credit_note', NOT_AN_INVOICE],
    ['purchase_credit_note', 'proforma', NOT_AN_INVOICE],
    ['purchase_credit_note', 'quote', NOT_AN_INVOICE],
    ['purchase_credit_note', 'purchase_invoice', null],
    ['purchase_credit_note', 'purchase_credit_note', NOT_AN_INVOICE],
  ] as const)('of a %s may be a %s, or is refused: %p', (type, preceding, reason) => {
    const check = () =>
      precedingDocument({ id: 'd1' }, invoice({ type: preceding }), { ...CREDIT_NOTE, type });
    if (reason === null) expect(check()).toEqual(ISSUED);
    else expect(check).toThrow(refusal('validation_error', `preceding_document: ${reason}`));
  });

  test.each([
    ['does not exist', null, 'no such document'],
    [
      'is of another relation',
      invoice({ relation_id: 'relation-2' }),
      'must be an invoice of the same relation',
    ],
    ['is in another currency', invoice({ currency: 'USD' }), 'must be an invoice in the same currency'],
  ])('is refused when it %s', (_, found, reason) => {
    expect(() => precedingDocument({ id: 'd1' }, found, CREDIT_NOTE)).toThrow(
      refusal('validation_error', `preceding_document: ${reason}`),
    );
  });
});

describe('The invoice that a request names', () => {
  const OWN = { id: 'd1', number: 'INV-1', issue_date: '2026-06-01' };
  const DATED = { id: null, number: 'X-1', issue_date: '2026-05-01' };
  const UNDATED = { ...DATED, issue_date: null };

  test.each<[string, PrecedingDocumentInput | null, PrecedingDocument | null, boolean]>([
    ['none, of a credit note that has none', null, null, true],
    ['none, of a credit note that has one', null, OWN, false],
    ['an id, of a credit note that has none', { id: 'd1' }, null, false],
    ['the id of its invoice', { id: 'd1' }, OWN, true],
    ['another id', { id: 'd2' }, OWN, false],
    ['an id, of a credit note whose invoice was deleted', { id: 'd1' }, { ...OWN, id: null }, false],
    ['its number and date', { number: 'X-1', issue_date: '2026-05-01' }, DATED, true],
    ['another number', { number: 'X-2', issue_date: '2026-05-01' }, DATED, false],
    ['another date', { number: 'X-1', issue_date: '2026-05-02' }, DATED, false],
    ['no date, of an invoice with one', { number: 'X-1' }, DATED, false],
    ['no date, of an invoice without one', { number: 'X-1' }, UNDATED, true],
    ['null as the date of an invoice without one', { number: 'X-1', issue_date: null }, UNDATED, true],
    [
      'number and date of an invoice that is known by its id',
      { number: 'INV-1', issue_date: '2026-06-01' },
      OWN,
      false,
    ],
  ])('as %s (%j), is the invoice of the credit note (%j): %s', (_, given, preceding_document, expected) => {
    expect(isPreceding(given, preceding_document)).toBe(expected);
  });
});
