import type { ClientSecretDigests, SlowHashing } from '../../ports/access/secrets';

/** What management needs to give a client its secret. */
export class ClientSecrets {
  constructor(
    private readonly digests: ClientSecretDigests,
    private readonly hashing: Pick<SlowHashing, 'use'>,
  ) {}

  newClientSecret(): string {
    return this.digests.newClientSecret();
  }

  /**
   * @param beside - the stored hash of the secret that goes on being valid for a while: a check against both then
   *   takes as long as one against a single hash, so that nobody can tell a client in roll-over from an unknown one
   * @returns what is stored as `secret_hash`
   * @throws DomainError internal_error when too many wait for a hash
   */
  hashSecret(client_id: string, client_secret: string, beside?: string): Promise<string> {
    const text = this.digests.forHashing(client_id, client_secret);
    return this.hashing.use((place) => place.hash(text, beside));
  }
}
