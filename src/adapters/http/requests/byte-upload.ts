import type { Request, Response } from 'express';
import { DomainError } from '../../../domain/errors';
import { BodyError, MAX_JSON_BYTES, readBytes } from './body';
import { PlainStatus } from '../connections/plain-status';
import type { UploadSpec } from '../route';

/**
 * An upload of at most 1 MiB that is the request's body itself, its type in `Content-Type`.
 *
 * @param types - the content types that are taken; any other is a plain 415
 */
export function byteUpload<Type extends string>(
  types: readonly Type[],
): UploadSpec<{ readonly content_type: Type; readonly bytes: Uint8Array }> {
  return {
    content_types: types,
    max_bytes: MAX_JSON_BYTES, // what `readBytes` takes
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

async function readPlainBytes(req: Request, res: Response): Promise<Uint8Array> {
  try {
    return await readBytes(req, res);
  } catch (error) {
    if (error instanceof BodyError) throw new PlainStatus(415); // a Content-Encoding
    throw error;
  }
}
