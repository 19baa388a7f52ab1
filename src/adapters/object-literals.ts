/** A field of an object: the value at `from` in the source, as it is or converted. */
export interface LiteralField {
  readonly name: string;
  readonly from: string | number;
  readonly convert?: ((value: unknown) => unknown) | undefined;
}

/**
 * Makes a function that copies fields of a source, an object or an array, into a new object.
 *
 * The function is compiled from the text of an object literal. All of its objects then have one hidden class of V8. An
 * object that a loop fills, field by field, becomes a hash table from some 20 fields on, and takes several times as
 * long to make, to read and to serialise.
 */
export function objectLiteral(fields: readonly LiteralField[]): (source: unknown) => Record<string, unknown> {
  const values = fields.map(({ from, convert }, position) => {
    const value = `source[${JSON.stringify(from)}]`;
    return convert ? `convert[${position}](${value})` : value;
  });
  const text = fields.map(({ name }, position) => `${keyOf(name)}: ${values[position]}`).join(', ');
  // Its text has no foreign part: names are those of schemas and of columns, and stand in quotes.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const make = new Function('convert', `return (source) => ({ ${text} })`) as (
    convert: readonly LiteralField['convert'][],
  ) => (source: unknown) => Record<string, unknown>;
  return make(fields.map(({ convert }) => convert));
}

function keyOf(name: string): string {
  const text = JSON.stringify(name);
  return name === '__proto__' ? `[${text}]` : text; // without brackets, it would set the prototype
}
