/**
 * An email address: a name, one `@`, and a domain with a dot. Adjacent parts of the pattern do not match the same
 * characters, so that matching takes linear time.
 */
export const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
