import type { LogoType } from '../../domain/master-data/branding';

/** Judges images by what is in them, whatever they are sent as. */
export interface LogoImages {
  /**
   * What may be kept: a PNG or JPEG as it is; of an SVG what it draws, without whatever could act, reach outside or
   * blow up.
   *
   * @returns undefined when the bytes are no image of this type
   * @throws DomainError validation_error: it takes too much time or memory to read; internal_error: too many wait
   */
  keep(company_id: string, content_type: LogoType, bytes: Uint8Array): Promise<Uint8Array | undefined>;
}
