const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a value is the text of a UUID of any version in canonical form: in lower case, with hyphens. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && value.length === 36 && UUID.test(value);
}

/** The nil UUID (RFC 9562 §5.9), the id of nothing; it is before all ids. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';
