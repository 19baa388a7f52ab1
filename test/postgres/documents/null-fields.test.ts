import fc from 'fast-check';
import { withoutNulls } from '../../../src/adapters/postgres/documents/null-fields';
import { joined, parts } from '../../../src/adapters/postgres/joined-texts';

/** Texts that look like fields of JSON, escaped or not. */
const hostile = fc
  .array(fc.constantFrom(',', '"', '\\', 'name', ':', 'null', '{', '}', '\u001f', '\n', ' '), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''));
const key = fc.constantFrom('name', 'vat', 'street_number', 'null');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    hostile,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

/** A copy without fields that are null, at any depth. */
function sparse(from: unknown): unknown {
  if (Array.isArray(from)) return from.map(sparse);
  if (from === null || typeof from !== 'object') return from;
  return Object.fromEntries(
    Object.entries(from).flatMap(([name, one]) => (one === null ? [] : [[name, sparse(one)]])),
  );
}

describe('JSON without nulls', () => {
  test('has no field after the first that is null', () => {
    expect(withoutNulls('{"a":null,"b_c":null,"d":[null,{"e":"1","f":null}]}')).toBe(
      '{"a":null,"d":[null,{"e":"1"}]}',
    );
  });

  test('is the same value but for fields that are null, whatever its texts contain', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 3 }), (values) => {
        const texts = parts(withoutNulls(joined(values.map((one) => JSON.stringify(one)))));
        expect(texts.map((text) => sparse(JSON.parse(text)))).toEqual(values.map(sparse));
      }),
    );
  });
});
