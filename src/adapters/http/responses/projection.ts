import { z } from 'zod';
import { instantText } from '../../../domain/values/instant';
import { objectLiteral } from '../../object-literals';

type Project = (value: unknown) => unknown;
const asIs: Project = (value) => value;

/**
 * Compiles a response schema into a function that copies the fields named by the schema, in the schema's order, and
 * drops all others. A field that the value lacks is undefined in the copy, so JSON lacks it too; an instant is its
 * text. It validates nothing: the types and tests ensure that a response has its declared shape.
 *
 * @throws Error for a schema type without a projection, which would otherwise return every field
 */
export function projection(schema: z.core.$ZodType): Project {
  if (schema instanceof z.ZodObject) return projectObject(schema);
  if (schema instanceof z.ZodArray) {
    const project = projection(schema.element);
    return project === asIs ? asIs : (value) => (value as unknown[]).map(project);
  }
  if (schema instanceof z.ZodRecord) return projectRecord(schema);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const project = projection(schema.unwrap());
    return project === asIs
      ? asIs
      : (value) => (value === null || value === undefined ? value : project(value));
  }
  if (schema instanceof z.ZodDiscriminatedUnion) return projectUnion(schema);
  if (schema instanceof z.ZodUnion && schema.options.every((option) => projection(option) === asIs))
    return asIs;
  if (schema instanceof z.ZodDate) return (value) => instantText(value as Date);
  if (PLAIN.has(schema._zod.def.type)) return asIs;
  throw new Error(`A response cannot be projected by a schema of the type ${schema._zod.def.type}.`);
}

/** Schema types without fields. `z.unknown()` declares that the value is sent as a whole. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['string', 'number', 'int', 'boolean', 'null', 'undefined'],
  ...['enum', 'literal', 'template_literal', 'unknown'],
]);

function projectRecord(schema: z.ZodRecord): Project {
  const project = projection(schema.valueType);
  if (project === asIs) return asIs;
  return (value) =>
    Object.fromEntries(Object.entries(value as object).map(([name, member]) => [name, project(member)]));
}

function projectObject(schema: z.ZodObject): Project {
  const shape = schema.shape as Readonly<Record<string, z.core.$ZodType>>;
  return objectLiteral(
    Object.entries(shape).map(([name, member]) => {
      const project = projection(member);
      return { name, from: name, convert: project === asIs ? undefined : projectGiven(project) };
    }),
  );
}

function projectGiven(project: Project): Project {
  return (value) => (value === undefined ? undefined : project(value));
}

function projectUnion(schema: z.ZodDiscriminatedUnion): Project {
  const { discriminator } = schema.def;
  const options = new Map<unknown, Project>();
  for (const option of schema.options as z.ZodObject[]) {
    for (const value of option._zod.propValues[discriminator] ?? []) options.set(value, projection(option));
  }
  return (value) => {
    const project = options.get((value as Record<string, unknown>)[discriminator]);
    if (!project) throw new Error(`No response shape for this ${discriminator}.`);
    return project(value);
  };
}
