import type { z } from 'zod';

/** Adds to each field of a shape its description for the OpenAPI document. A field without one does not compile. */
export function described<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  texts: Readonly<Record<keyof Shape, string>>,
): Shape {
  const members = Object.entries(shape).map(([name, schema]) => [name, schema.describe(texts[name]!)]);
  return Object.fromEntries(members) as Shape;
}

/** Fields that every resource has. */
export const COMMON_TERMS = {
  id: 'The id of the resource, a UUID of version 7. It is assigned on creation and never changes.',
  created_at: 'When the resource was created.',
  updated_at: 'When the resource last changed; `created_at` if it has not changed.',
} as const;
