import { valueOf } from '../../../src/domain/values/validated';
import { refusal } from '../refusal';

test.each([['x'], [null], [undefined]])('A field that its schema accepts has its value: %p', (value) => {
  expect(valueOf({ value })).toBe(value);
});

test('A field that its schema refuses is refused with the reason of the schema', () => {
  expect(() => valueOf({ fault: 'vat: must be a VAT number' })).toThrow(
    refusal('validation_error', 'vat: must be a VAT number'),
  );
});
