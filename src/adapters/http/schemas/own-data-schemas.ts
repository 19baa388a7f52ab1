import { z } from 'zod';
import type { Metadata } from '../../../domain/values/own-data';
import { optional, text } from './schemas';

const MAX_PAIRS = 50;
const MAX_VALUE = 500;
const NAME = /^[A-Za-z0-9_.-]{1,40}$/;

const metadataValue = text(MAX_VALUE);

/**
 * Up to 50 pairs of name and text. The object is passed on as it is, since `z.record` drops the valid name `__proto__`.
 */
const metadata = z
  .unknown()
  .check(({ value, issues }) => {
    const fault = metadataFault(value);
    if (fault) issues.push({ code: 'custom', ...fault, continue: false });
  })
  .meta({
    override: {
      type: 'object',
      maxProperties: MAX_PAIRS,
      propertyNames: { pattern: NAME.source },
      additionalProperties: { type: 'string', minLength: 1, maxLength: MAX_VALUE },
    },
  }) as unknown as z.ZodType<Metadata>;

interface Fault {
  readonly message: string;
  readonly path: string[];
  readonly input: unknown;
}

function metadataFault(value: unknown): Fault | undefined {
  const faulty = (message: string) => ({ message, path: [], input: value });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return faulty('must be an object');
  const pairs = Object.entries(value as Readonly<Record<string, unknown>>);
  if (pairs.length > MAX_PAIRS) return faulty(`must have at most ${MAX_PAIRS} pairs`);
  if (!pairs.every(([name]) => NAME.test(name)))
    return faulty('must have names of 1 to 40 of A-Z, a-z, 0-9, _, . and -');
  for (const [name, input] of pairs) {
    const { error } = metadataValue.safeParse(input);
    if (error) return { message: error.issues[0]!.message, path: [name], input };
  }
  return undefined;
}

/** A filter of a list; compared exactly. */
export const externalIdFilter = text().meta({ description: 'The `external_id`; compared exactly.' });

/** The fields of a creation and of a PATCH. */
export const ownDataMembers = {
  external_id: optional(text()).meta({
    description: 'The id in your own system; no other resource of this kind may have it.',
  }),
  metadata: optional(metadata).meta({
    description:
      'Names and values of your own system, which are returned and not used. `null` stands for `{}`; a PATCH replaces all of them.',
  }),
};

export const ownDataInput = z.strictObject(ownDataMembers).meta({ id: 'OwnDataInput' });

/** The fields in a response. */
export const ownDataBody = {
  external_id: z
    .string()
    .nullable()
    .meta({ description: 'The id in your own system. It is neither printed nor sent.' }),
  metadata: z
    .record(z.string(), z.string())
    .meta({ description: 'Names and values of your own system. They are neither printed nor sent.' }),
};
