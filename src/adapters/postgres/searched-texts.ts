/** Indexes by `name_parts` have the parts of three characters of a text; shorter ones are found by scanning. */
export const INDEXED_PART = 3;

/** Follows every text that begins with the text before it, in byte order. */
export const LAST_CHARACTER = '\u{10ffff}';
