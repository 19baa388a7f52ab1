import { canonical } from './chain';

/** Fields of a resource that depend on other rows, or on the time of the request, and are not part of its digest. */
export const NOT_DIGESTED: ReadonlySet<string> = new Set([
  ...['updated_at', 'allowed_actions', 'attachments', 'last_number', 'open_amount'],
  ...['credited_amount', 'credit_notes', 'converted_to', 'responses'],
]);

/**
 * The text whose SHA-256 is the digest of a resource: canonical JSON (RFC 8785) of the resource as its GET returns it,
 * without the fields of `NOT_DIGESTED` and, at any depth, without fields that are, or so become, `null`, `[]` or
 * `{}`. So a release that adds a field without a value does not change the digest.
 */
export function digestedText(resource: object): string {
  return canonical(withoutEmpty(resource, NOT_DIGESTED) ?? {});
}

/**
 * @param left_out - fields that are left out in any case
 * @returns undefined for a value that is empty, or becomes so
 */
function withoutEmpty(value: unknown, left_out?: ReadonlySet<string>): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return value;
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) {
    // An entry keeps its place: only fields are left out.
    const entries = value.map((entry) => withoutEmpty(entry) ?? emptied(entry));
    return entries.length === 0 ? undefined : entries;
  }
  const members = value as Readonly<Record<string, unknown>>;
  let kept: Record<string, unknown> | undefined;
  for (const name of Object.keys(members)) {
    const left = left_out?.has(name) ? undefined : withoutEmpty(members[name]);
    if (left === undefined) continue;
    kept ??= {};
    // An assignment would lose a field with this name.
    if (name === '__proto__') Object.defineProperty(kept, name, { value: left, enumerable: true });
    else kept[name] = left;
  }
  return kept;
}

/** An empty entry of an array, which stays. */
function emptied(entry: unknown): unknown {
  return entry === null || entry === undefined ? null : Array.isArray(entry) ? [] : {};
}
