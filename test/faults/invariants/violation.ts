/** A guarantee of the service that was violated. */
export interface Violation {
  /** A short name of the guarantee, by which violations are counted. */
  readonly rule: string;
  readonly what: string;
}
