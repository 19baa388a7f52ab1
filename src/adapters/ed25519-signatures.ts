import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import type { PublicKey, Signatures, SigningKey } from '../ports/events/signing-keys';

const IV = 12;
const TAG = 16;

/**
 * Signatures with Ed25519. A private key is stored sealed: IV, tag and ciphertext of AES-256-GCM over its PKCS #8 form,
 * with the key id as additional data. The sealing key is derived from the installation's key, which the same database
 * stores: a copy of the table `signing_key` does not allow signing, a copy of the whole database does.
 */
export class Ed25519Signatures implements Signatures {
  constructor(private readonly key: KeyObject) {}

  newKey() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const public_key = publicKey.export({ format: 'jwk' }).x!;
    const key_id = thumbprint(public_key);
    const private_key = this.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), key_id);
    return { key_id, public_key, private_key };
  }

  signer({ key_id, private_key }: SigningKey): (text: string) => string {
    const key = createPrivateKey({ key: this.open(private_key, key_id), format: 'der', type: 'pkcs8' });
    return (text) => sign(null, Buffer.from(text), key).toString('base64');
  }

  isValid({ public_key }: PublicKey, text: string, signature: string): boolean {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  }

  private seal(bytes: Uint8Array, key_id: string): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(key_id));
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  private open(sealed: Uint8Array, key_id: string): Buffer {
    const bytes = Buffer.from(sealed);
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, IV), { authTagLength: TAG })
      .setAAD(Buffer.from(key_id))
      .setAuthTag(bytes.subarray(IV, IV + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]);
  }
}

/** RFC 7638: the required members of the JWK in the order of their names. */
function thumbprint(x: string): string {
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
}
