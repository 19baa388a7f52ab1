import { z } from 'zod';
import { described } from './described';
import type { PublicKey } from '../../../ports/events/signing-keys';

export const publicKeyBody = z
  .object({
    key_id: z.string().meta({ description: 'The thumbprint of the key (RFC 7638).' }),
    public_key: z
      .object(
        described(
          { kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() },
          {
            kty: 'The type of the key, always `OKP`.',
            crv: 'The curve, always `Ed25519`.',
            x: 'The public key, in base64url.',
          },
        ),
      )
      .meta({ description: 'A JSON Web Key (RFC 8037).' }),
  })
  .meta({ id: 'SigningKey' });

/** A public key as a JSON Web Key (RFC 8037). */
export function jwkOf({ key_id, public_key: x }: PublicKey): z.infer<typeof publicKeyBody> {
  return { key_id, public_key: { kty: 'OKP', crv: 'Ed25519', x } };
}
