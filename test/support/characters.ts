import fc from 'fast-check';

/**
 * Any character: a code point that is no surrogate. fast-check's own unit `binary` is the same, and takes seconds until
 * its first value.
 */
export const aCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
