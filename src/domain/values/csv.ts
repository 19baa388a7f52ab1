/**
 * The characters that a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), full-width forms
 * included.
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const QUOTED = /[",\r\n]/;

/**
 * A text of others as the field of a CSV file: one that a spreadsheet would run as a formula begins with an apostrophe.
 */
export function spreadsheetText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** A record of a CSV file (RFC 4180), with its line break. */
export function csvRecord(fields: readonly string[]): string {
  return `${fields.map((field) => (QUOTED.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`;
}
