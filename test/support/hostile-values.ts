import { z } from 'zod';
import { createSchema, type ZodOpenApiOverride } from 'zod-openapi';
import { schemaRules } from '../../src/adapters/api/openapi/schema-rules';

/** Where a member stands in a body: names, and 0 for the first entry of a list. */
export type Place = readonly (string | number)[];

/** A beginning, what is repeated, and an end that makes patterns try again. */
type Pump = readonly [start: string, repeated: string, end: string];

/** The texts over which patterns that can match in more than one way take longest. */
const PUMPS: readonly Pump[] = [
  ['', 'a', '!'],
  ['', '0', 'x'],
  ['', ' ', 'x'],
  ['a@', '.', ' '],
  ['', '\u{1f600}', '\ud83d'],
];
const QUERY_PUMPS = PUMPS.filter(([, repeated]) => /^[\x20-\x7e]+$/.test(repeated));

const printable = (text: string) => text.replace(/[^ -~]/g, '');
const pumped =
  (bytes: number) =>
  ([start, repeated, end]: Pump) =>
    start + repeated.repeat(Math.floor(bytes / Buffer.byteLength(repeated))) + end;

/** A quarter of what a body may have: linear work on it takes milliseconds, quadratic work at least ten seconds. */
export const LONG_TEXTS = PUMPS.map(pumped(256 * 1024));
/** As long as Node takes a header or an address, less what stands around it. */
export const LONG_HEADERS = QUERY_PUMPS.map(pumped(14 * 1024)).map(printable);
/** The same in an address, where a character that is escaped takes three. */
export const LONG_QUERIES = QUERY_PUMPS.map(pumped(4 * 1024)).map((text) =>
  encodeURIComponent(printable(text)),
);

/** JSON values that can confuse code that expects a text, a list or a number. */
export const ODD_JSON = [
  '{"length": 1234567890123456}',
  '{"length": {"toString": 1, "valueOf": 1}}',
  '{"length": -1, "0": "x"}',
  '{"size": 1234567890123456}',
  '{"toString": null, "valueOf": 1}',
  '{"__proto__": {"length": 3}}',
  '{"constructor": {"prototype": {"x": 1}}}',
  '{"then": "x", "toJSON": "x"}',
  '[]',
  '[[[[[[1234567890123456]]]]]]',
  '[1234567890123456, {"length": 1234567890123456}]',
  '1234567890123456',
  '0.1234567890123456',
  '-0',
  '-0.0',
  '1e400',
  '-1e400',
  '1e-400',
  'true',
  'null',
  '"\\u0000"',
  '"\\ud800"',
  '""',
] as const;

/** Every member of a body at any depth, and the members of lists; those that a PATCH refuses by name are among them. */
export function placesOf(body: z.ZodType): Place[] {
  const components: Record<string, object> = {};
  const schemaOf = (of: z.ZodType) => {
    const result = createSchema(of, { io: 'input', opts: { override } });
    Object.assign(components, result.components);
    return result.schema;
  };
  const override: ZodOpenApiOverride = (context) => {
    const { checked_by } = z.globalRegistry.get(context.zodSchema) ?? {};
    if (checked_by instanceof z.ZodType) schemaOf(checked_by); // for the components of its schema
    schemaRules(context);
  };
  const places = new Map<string, Place>();
  const add = (place: Place) => places.set(place.join('.'), place);
  walk(schemaOf(body), []);
  for (const name of Object.keys((body as { shape?: object }).shape ?? {})) add([name]);
  return [...places.values()];

  function walk(given: Json, place: Place): void {
    const found = typeof given.$ref === 'string' ? components[given.$ref.split('/').at(-1)!] : given;
    const {
      properties = {},
      items,
      additionalProperties,
      anyOf = [],
      oneOf = [],
      allOf = [],
    } = found as Json;
    for (const [name, member] of Object.entries(properties)) {
      add([...place, name]);
      walk(member, [...place, name]);
    }
    if (items) {
      add([...place, 0]);
      walk(items, [...place, 0]);
    }
    if (typeof additionalProperties === 'object') {
      add([...place, 'any-name']);
      walk(additionalProperties, [...place, 'any-name']);
    }
    for (const one of [...anyOf, ...oneOf, ...allOf]) walk(one, place);
  }
}

interface Json {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  /** The schema of members with any name. */
  readonly additionalProperties?: Json | boolean;
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly allOf?: readonly Json[];
}

/**
 * The body as JSON text, with the member at `place` given as JSON text; what leads to it is made where it is missing. A
 * long text that many bodies contain is encoded once, by the caller.
 */
export function bodyWith(body: unknown, place: Place, json: Buffer): Buffer {
  const [before, after] = around(body, place);
  return Buffer.concat([Buffer.from(before), json, Buffer.from(after)]);
}

function around(body: unknown, [name, ...rest]: Place): [before: string, after: string] {
  if (name === undefined) return ['', ''];
  if (typeof name === 'number') {
    const [first] = Array.isArray(body) ? (body as unknown[]) : [];
    const [before, after] = around(first, rest);
    return [`[${before}`, `${after}]`];
  }
  const members = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const others = Object.entries(members).filter(([other]) => other !== name);
  const written = others.map(([other, value]) => `${JSON.stringify(other)}:${JSON.stringify(value)},`);
  const [before, after] = around(members[name], rest);
  return [`{${written.join('')}${JSON.stringify(name)}:${before}`, `${after}}`];
}
