/**
 * An email address: a name, one `@`, and a domain with a dot in it. No two parts of the pattern can take the same
 * characters, so that looking at a text takes no longer than reading it.
 */
export const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
