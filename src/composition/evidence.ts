import { Ed25519Signatures } from '../adapters/ed25519-signatures';
import { keyFor } from '../adapters/secret-digests';
import { Checkpoints } from '../use-cases/events/checkpoints';
import { SigningKeys } from '../use-cases/events/signing-keys';
import {
  CHECKPOINT_REPOSITORY,
  CHECKPOINTS,
  CLOCK,
  SIGNING_KEY_REPOSITORY,
  SIGNING_KEYS,
  token,
} from './keys';
import type { Binder } from './binder';

/** Private to this file. */
const SIGNATURES = token<Ed25519Signatures>('Signatures');

/** Binds what proves the log: signing keys and checkpoints. */
export function bindEvidence({ installation_key, bind, resolve }: Binder): void {
  bind(SIGNATURES, () => new Ed25519Signatures(keyFor('event signing', installation_key)));
  bind(
    SIGNING_KEYS,
    () => new SigningKeys(resolve(SIGNING_KEY_REPOSITORY), resolve(SIGNATURES), resolve(CLOCK)),
  );
  bind(
    CHECKPOINTS,
    () => new Checkpoints(resolve(CHECKPOINT_REPOSITORY), resolve(SIGNING_KEYS), resolve(CLOCK)),
  );
}
