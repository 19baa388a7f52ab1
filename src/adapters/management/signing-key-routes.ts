import type { SigningKeys } from '../../use-cases/events/signing-keys';
import { route, type Route } from '../http/route';
import { jwkOf, publicKeyBody } from '../http/schemas/signing-key-schemas';

/** Rotation of the key that signs checkpoints. */
export function signingKeyRoutes(keys: SigningKeys): Route[] {
  return [
    route({
      method: 'post',
      path: '/management/events/keys',
      operation: {
        id: 'rotateSigningKey',
        tag: 'Installation',
        summary: 'Make a new key that signs checkpoints',
        description: 'It signs from now on. `GET /events/keys` of the public API keeps the earlier ones.',
      },
      access: 'management',
      status: 201,
      response: publicKeyBody,
      handle: async () => jwkOf(await keys.rotate()),
    }),
  ];
}
