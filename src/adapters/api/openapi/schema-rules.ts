import { z } from 'zod';
import { createSchema, type ZodOpenApiOverride } from 'zod-openapi';

/** Adjusts the JSON Schema of zod schemas whose meaning zod-openapi cannot derive. */
export const schemaRules: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  if (def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern; // redundant beside the format
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum; // zod's bound of every integer
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (def.type === 'object') hideReadOnly(jsonSchema, def.shape);
  const { checked_by } = z.globalRegistry.get(zodSchema) ?? {};
  if (checked_by instanceof z.ZodType) {
    Object.assign(jsonSchema, createSchema(checked_by, { io, opts: { override: schemaRules } }).schema);
  }
  for (const mark of ['filter', 'checked_by', 'is_read_only'])
    delete jsonSchema[mark as keyof typeof jsonSchema];
};

/** Hides the read-only fields of a PATCH, which only exist to be rejected by name. */
function hideReadOnly(jsonSchema: { properties?: object }, shape: z.core.$ZodShape): void {
  const properties = (jsonSchema.properties ?? {}) as Record<string, unknown>;
  for (const [name, member] of Object.entries(shape)) {
    if (z.globalRegistry.get(member)?.['is_read_only'] === true) delete properties[name];
  }
}
