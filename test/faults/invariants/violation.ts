/** A promise of the service that did not hold. */
export interface Violation {
  /** A few words that name the promise; violations are counted by them. */
  readonly rule: string;
  readonly what: string;
}
