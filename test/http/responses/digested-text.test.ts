import fc from 'fast-check';
import { z } from 'zod';
import { RESOURCE_BODIES } from '../../../src/adapters/api/events/projected-resources';
import { digestedTextOf, type ResourceBody } from '../../../src/adapters/http/responses/digested-text';
import { projection } from '../../../src/adapters/http/responses/projection';
import { digestedText } from '../../../src/domain/events/digest';
import { aCharacter } from '../../support/characters';

/** A value that a schema may have, without its checks; members are at times empty, absent or more than it names. */
function valueOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) return objectOf(schema);
  if (schema instanceof z.ZodArray) return fc.array(valueOf(schema.element), { maxLength: 3 });
  if (schema instanceof z.ZodNullable) return fc.option(valueOf(schema.unwrap()), { nil: null });
  if (schema instanceof z.ZodOptional) return fc.option(valueOf(schema.unwrap()), { nil: undefined });
  if (schema instanceof z.ZodDiscriminatedUnion) return fc.oneof(...schema.options.map(valueOf));
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodDate) return fc.date({ noInvalidDate: true });
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber)
    return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  if (schema instanceof z.ZodRecord) return fc.dictionary(fc.string(), valueOf(schema.valueType));
  if (schema._zod.def.type === 'unknown') return fc.jsonValue();
  return fc.oneof(
    fc.string({ unit: aCharacter }),
    fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u007f', '\ud800', '€', '𝄞', 'a') }),
  );
}

function objectOf({ shape }: z.ZodObject): fc.Arbitrary<object> {
  const members = Object.entries(shape);
  const arbitraries = Object.fromEntries(members.map(([name, member]) => [name, valueOf(member)]));
  return fc.record({ ...arbitraries, not_returned: fc.jsonValue() });
}

describe('The compiled text of a digest', () => {
  test.each(Object.entries<ResourceBody>(RESOURCE_BODIES))(
    'is that of the projected resource: %s',
    (_type, schema) => {
      const [project, textOf] = [projection(schema), digestedTextOf(schema)];
      fc.assert(
        fc.property(valueOf(schema) as fc.Arbitrary<object>, (resource) => {
          expect(textOf(resource)).toBe(digestedText(project(resource) as object));
        }),
      );
    },
  );

  it('keeps the place of an empty entry, and leaves out what becomes empty', () => {
    const body = z.object({
      list: z.array(z.object({ a: z.string().nullable() })),
      names: z.array(z.string().nullable()),
      part: z.object({ b: z.array(z.string()) }).nullable(),
    });
    const resource = { list: [{ a: null }, { a: 'x' }], names: [null, ''], part: { b: [] } };
    expect(digestedTextOf(body)(resource)).toBe('{"list":[{},{"a":"x"}],"names":[null,""]}');
    expect(digestedTextOf(body)({ list: [], names: [], part: null })).toBe('{}');
  });

  it('refuses a resource of none of the shapes', () => {
    const body = z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]);
    expect(() => digestedTextOf(body)({ type: 'b' })).toThrow('No response shape for this type.');
  });
});
