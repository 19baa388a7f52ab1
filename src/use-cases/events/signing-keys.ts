import type { Clock } from '../../ports/clock';
import type {
  PublicKey,
  Signatures,
  SigningKey,
  SigningKeyRepository,
} from '../../ports/events/signing-keys';

/** The keys that sign checkpoints. The newest signs; older ones are kept, because their signatures stay valid. */
export class SigningKeys {
  constructor(
    private readonly keys: SigningKeyRepository,
    private readonly signatures: Signatures,
    private readonly clock: Clock,
  ) {}

  /** All keys, the oldest first. The first key is generated on the first use, by one of the nodes. */
  async list(): Promise<readonly [SigningKey, ...SigningKey[]]> {
    const [first, ...others] = await this.keys.list();
    if (first) return [first, ...others];
    await this.add(1);
    return this.list();
  }

  /** Generates a key that signs from now on. Of concurrent rotations one takes effect. @returns the newest key */
  async rotate(): Promise<PublicKey> {
    const { number } = (await this.list()).at(-1)!;
    await this.add(number + 1);
    return (await this.list()).at(-1)!;
  }

  /** @returns the id of the newest key, and a function that signs a text with it */
  async signer(): Promise<{ readonly key_id: string; readonly sign: (text: string) => string }> {
    const newest = (await this.list()).at(-1)!;
    return { key_id: newest.key_id, sign: this.signatures.signer(newest) };
  }

  private add(number: number): Promise<boolean> {
    return this.keys.insert({ number, ...this.signatures.newKey(), created_at: this.clock.now() });
  }
}
