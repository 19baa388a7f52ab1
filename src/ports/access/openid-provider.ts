import type { Claims } from '../../domain/access/person';

/** What a sign-in that has begun must find again: the browser keeps it until the provider sends it back. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE (RFC 7636). */
  readonly code_verifier: string;
}

/** The provider by which people sign in to the console. */
export interface OpenIdProvider {
  /** @throws Error when the provider does not answer */
  begin(): Promise<{ readonly url: string; readonly pending: PendingSignIn }>;
  /**
   * Exchanges the code for an ID token and verifies it.
   *
   * @param query - of the address to which the provider has sent the browser
   * @throws Error when the provider refuses the code, or the token is not valid
   */
  finish(query: string, pending: PendingSignIn): Promise<Claims>;
}
