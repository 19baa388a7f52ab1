import fc from 'fast-check';
import { csvRecord, spreadsheetText } from '../../../src/domain/values/csv';
import { fieldsOf } from '../../support/csv';

describe('a record of a CSV file', () => {
  test('quotes a field with a comma, a quotation mark or a line break', () => {
    expect(csvRecord(['a', 'b,c', 'd"e', 'f\ng', ''])).toBe('a,"b,c","d""e","f\ng",\r\n');
  });

  test('has the fields that it was made of', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ') }), { minLength: 2 }),
        (fields) => {
          expect(fieldsOf(csvRecord(fields))).toEqual(fields);
        },
      ),
    );
  });
});

describe('a text for a spreadsheet', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
    'is no formula: %j',
    (text) => {
      expect(spreadsheetText(text)).toBe(`'${text}`);
    },
  );

  test.each(['', 'Peeters & Co', 'a=b', '1-2', "'quoted"])('is unchanged where it is none: %j', (text) => {
    expect(spreadsheetText(text)).toBe(text);
  });
});
