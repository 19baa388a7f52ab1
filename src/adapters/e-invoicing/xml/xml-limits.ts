/** Limits far above what invoices need, and low enough to keep parsing cheap. */
export const MAX_DEPTH = 100;
/** Limit of elements, comments and processing instructions. */
export const MAX_MARKUP = 300_000;
export const MAX_ATTRIBUTES = 100;
/** Limits in characters: of a name, an attribute value, a text. */
export const MAX_NAME = 256;
export const MAX_ATTRIBUTE = 64 * 1024;
export const MAX_TEXT = 1024 * 1024;
