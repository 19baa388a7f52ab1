import type { ClientSecretDigests, SlowHashing } from '../../ports/access/secrets';

/** Generates and hashes client secrets. */
export class ClientSecrets {
  constructor(
    private readonly digests: ClientSecretDigests,
    private readonly hashing: Pick<SlowHashing, 'use'>,
  ) {}

  newClientSecret(): string {
    return this.digests.newClientSecret();
  }

  /**
   * @param previous_hash - the hash of the previous secret, if it stays valid. The new hash gets its salt, so that
   *   verifying against both takes as long as against one, and response times do not reveal a rotation
   * @returns the `secret_hash` to store
   * @throws DomainError internal_error when the queue of the hashing pool is full
   */
  hashSecret(client_id: string, client_secret: string, previous_hash?: string): Promise<string> {
    const text = this.digests.forHashing(client_id, client_secret);
    return this.hashing.use((slot) => slot.hash(text, previous_hash));
  }
}
