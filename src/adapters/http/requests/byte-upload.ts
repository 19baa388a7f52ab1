import { DomainError } from '../../../domain/errors';
import { MAX_JSON_BYTES, readPlainBytes } from './body';
import { PlainStatus } from '../connections/plain-status';
import type { UploadSpec } from '../route';

/**
 * An upload of at most 1 MiB that is the whole request body; its type is in `Content-Type`.
 *
 * @param types - the accepted content types; any other is a plain 415
 */
export function byteUpload<Type extends string>(
  types: readonly Type[],
): UploadSpec<{ readonly content_type: Type; readonly bytes: Uint8Array }> {
  return {
    content_types: types,
    max_bytes: MAX_JSON_BYTES, // the limit of `readPlainBytes`
    async read(req, res) {
      const sent_as = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
      const content_type = types.find((type) => type === sent_as);
      if (content_type === undefined) throw new PlainStatus(415);
      const bytes = await readPlainBytes(req, res);
      if (bytes.length === 0) throw new DomainError('validation_error', 'body: must not be empty');
      return { content_type, bytes };
    },
  };
}
