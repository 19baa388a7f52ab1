const SPACE = '\u00a0'; // does not break

/** Validates the format only. A received document may state an account that does not exist. */
export function isIban(account: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account);
}

/** A text as it would be part of a stored IBAN: in upper case without spaces and dashes. */
export function ibanPart(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** In groups of four characters (ISO 13616). */
export function shownIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, `$1${SPACE}`);
}
