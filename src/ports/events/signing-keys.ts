/** A key that verifies signatures of checkpoints. */
export interface PublicKey {
  /** The thumbprint of the key (RFC 7638): SHA-256 in base64url. */
  readonly key_id: string;
  /** Ed25519, 32 bytes in base64url. */
  readonly public_key: string;
}

/** A key pair of the installation. Its private key can be used by this service only. */
export interface SigningKey extends PublicKey {
  /** 1, 2, 3 …; the key with the highest number signs. */
  readonly number: number;
  readonly private_key: Uint8Array;
  readonly created_at: Date;
}

/** The signing keys of the installation. They are never changed or deleted. */
export interface SigningKeyRepository {
  /** In the order of their numbers. */
  list(): Promise<SigningKey[]>;
  /** @returns false, with nothing stored, when there is a key with the number */
  insert(key: SigningKey): Promise<boolean>;
}

/** Signatures with Ed25519. */
export interface Signatures {
  /** Generates a key pair. */
  newKey(): Pick<SigningKey, 'key_id' | 'public_key' | 'private_key'>;
  /** @returns a function that signs a text and returns the signature in base64 */
  signer(key: SigningKey): (text: string) => string;
  isValid(key: PublicKey, text: string, signature: string): boolean;
}
