import fc from 'fast-check';
import { z } from 'zod';
import { projection } from '../../../src/adapters/http/responses/projection';

/** A schema, and values of it. */
interface Case {
  readonly schema: z.ZodType;
  readonly value: fc.Arbitrary<unknown>;
}

const extra = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 1 }), {
  maxKeys: 3,
});

const leaf: fc.Arbitrary<Case> = fc.constantFrom<Case>(
  { schema: z.string(), value: fc.string() },
  { schema: z.number(), value: fc.integer() },
  { schema: z.boolean(), value: fc.boolean() },
  { schema: z.date(), value: fc.date({ noInvalidDate: true }) },
  { schema: z.enum(['a', 'b']), value: fc.constantFrom('a', 'b') },
  { schema: z.union([z.string(), z.null()]), value: fc.constantFrom('a', null) },
);

function object(members: Record<string, Case>): Case {
  return {
    schema: z.object(Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema]))),
    value: fc
      .tuple(
        fc.record(Object.fromEntries(Object.entries(members).map(([name, { value }]) => [name, value]))),
        extra,
      )
      .map(([named, unnamed]) => ({ ...unnamed, ...named })),
  };
}

const { schemas } = fc.letrec<{ schemas: Case; object: Case }>((tie) => ({
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('schemas'), { maxKeys: 4 }).map(object),
  schemas: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    tie('object'),
    tie('schemas').map(({ schema, value }) => ({
      schema: z.array(schema),
      value: fc.array(value, { maxLength: 3 }),
    })),
    tie('schemas').map(({ schema, value }) => ({ schema: schema.nullable(), value: fc.option(value) })),
    tie('schemas').map(({ schema, value }) => ({
      schema: z.record(z.string(), schema),
      value: fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), value, { maxKeys: 3 }),
    })),
    fc.tuple(tie('object'), tie('object')).map(([one, other]) => ({
      schema: z.discriminatedUnion('kind', [
        (one.schema as z.ZodObject).extend({ kind: z.literal('one') }),
        (other.schema as z.ZodObject).extend({ kind: z.enum(['other', 'third']) }),
      ]),
      value: fc.oneof(
        one.value.map((value) => ({ ...(value as object), kind: 'one' })),
        other.value.map((value) => ({ ...(value as object), kind: 'third' })),
      ),
    })),
  ),
}));

describe('the projection by a response schema', () => {
  test('returns exactly the fields of the schema', () => {
    fc.assert(
      fc.property(
        schemas.chain(({ schema, value }) => fc.tuple(fc.constant(schema), value)),
        ([schema, value]) => {
          expect(JSON.stringify(projection(schema)(value))).toBe(JSON.stringify(schema.parse(value)));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('leaves out of JSON what the value lacks, and refuses null for an object', () => {
    const member = z.object({ b: z.string() });
    const schema = z.object({ a: z.string(), member, members: z.array(member), may: member.nullable() });
    expect(JSON.stringify(projection(schema)({ x: 1 }))).toBe('{}');
    expect(JSON.stringify(projection(schema)({ may: null, member: {} }))).toBe('{"member":{},"may":null}');
    expect(() => projection(schema)({ member: null })).toThrow(TypeError);
  });

  test.each([
    ['a union of objects', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ['an intersection', z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() }))],
    ['a tuple', z.tuple([z.object({ a: z.string() })])],
    ['a schema that is made later', z.lazy(() => z.object({ a: z.string() }))],
    ['a transformation', z.object({ a: z.string() }).transform((value) => value)],
    ['any at all', z.any()],
  ])('refuses %s, which would return every field', (_what, schema) => {
    expect(() => projection(z.object({ member: schema }))).toThrow('cannot be projected');
  });

  test('refuses a discriminator that the union does not have', () => {
    const project = projection(z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]));
    expect(() => project({ kind: 'b', secret: 1 })).toThrow('No response shape for this kind.');
  });
});
