import { valueOf } from '../../../src/domain/values/validated';
import { refusal } from '../refusal';

test.each([['x'], [null], [undefined]])('A field that its schema accepts has its value: %p', (value) => {
  expect(valueOf<unknown>({ value }, 'present')).toBe(value);
});

test('A field that its schema refuses is refused with the reason of the schema', () => {
  expect(() => valueOf({ sent: 'BE2', fault: 'vat: must be a VAT number' }, 'BE1')).toThrow(
    refusal('validation_error', 'vat: must be a VAT number'),
  );
});

test.each([['BE1'], [null], [{ country_code: 'UK' }]])(
  'A field with its present value has it, whatever its schema says: %j',
  (present) => {
    const sent = structuredClone(present);
    expect(valueOf<unknown>({ sent, fault: 'x: is wrong' }, present)).toBe(present);
    expect(valueOf<unknown>({ sent, value: 'changed by the schema' }, present)).toBe(present);
  },
);
