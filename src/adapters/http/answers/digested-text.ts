import { z } from 'zod';
import { digestedPart, NOT_DIGESTED } from '../../../domain/events/digest';

/** @returns '' for a value that is empty, or of which nothing is left */
type Write = (value: unknown) => string;

/** The schema of a resource; one field distinguishes the shapes of a union. */
export type ResourceBody = z.ZodObject | z.ZodDiscriminatedUnion;

/**
 * Compiles a response schema into a function that returns `digestedText` of a resource as the schema projects it. The
 * names of fields are sorted once, and nothing is copied, which takes a third of the time. A property test compares
 * both.
 */
export function digestedTextOf(schema: ResourceBody): (resource: object) => string {
  if (schema instanceof z.ZodObject) {
    const write = writeObject(schema, NOT_DIGESTED);
    return (resource) => write(resource) || '{}';
  }
  const { discriminator, options } = schema.def;
  const shapes = new Map(
    (options as z.ZodObject[]).flatMap((option) =>
      [...(option._zod.propValues[discriminator] ?? [])].map((value) => [value, digestedTextOf(option)]),
    ),
  );
  return (resource) => {
    const write = shapes.get((resource as Record<string, z.core.util.Primitive>)[discriminator]);
    if (!write) throw new Error(`No response shape for this ${discriminator}.`);
    return write(resource);
  };
}

function writeOf(schema: z.core.$ZodType): Write {
  if (schema instanceof z.ZodObject) return writeObject(schema);
  if (schema instanceof z.ZodArray) return writeArray(schema);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return writeOf(schema.unwrap());
  return writeValue;
}

function writeObject(schema: z.ZodObject, left_out?: ReadonlySet<string>): Write {
  const shape = schema.shape as Readonly<Record<string, z.core.$ZodType>>;
  const members = Object.keys(shape)
    .filter((name) => !left_out?.has(name))
    .sort()
    .map((name) => ({ name, label: `${JSON.stringify(name)}:`, write: writeOf(shape[name]!) }));
  return (value) => {
    if (value === null || value === undefined) return '';
    const from = value as Readonly<Record<string, unknown>>;
    let text = '';
    for (const { name, label, write } of members) {
      const written = write(from[name]);
      if (written !== '') text += (text === '' ? '{' : ',') + label + written;
    }
    return text === '' ? '' : `${text}}`;
  };
}

/** An entry that is empty keeps its place. */
function writeArray({ element }: z.ZodArray): Write {
  if (!(element instanceof z.ZodObject)) return digestedPart;
  const write = writeObject(element);
  return (value) => {
    const entries = value as readonly unknown[] | null | undefined;
    if (!entries || entries.length === 0) return '';
    return `[${entries.map((entry) => write(entry) || '{}').join(',')}]`;
  };
}

/** Text that JSON quotes as it is. */
const NOTHING_TO_ESCAPE = /^[^"\\\p{Cc}\p{Cs}]*$/u;

const writeValue: Write = (value) => {
  if (typeof value === 'string') return NOTHING_TO_ESCAPE.test(value) ? `"${value}"` : JSON.stringify(value);
  return digestedPart(value);
};
