import type { LogoType } from '../../domain/master-data/branding';

/** Validates logo images by their content. */
export interface LogoImages {
  /**
   * Returns the bytes to store: a PNG or JPEG unchanged, an SVG without scripts, external references and constructs
   * that expand without limit.
   *
   * @returns undefined when the bytes are not an image of the type that can be drawn
   * @throws DomainError validation_error when time or memory is exceeded; internal_error when the queue is full
   */
  sanitize(company_id: string, content_type: LogoType, bytes: Uint8Array): Promise<Uint8Array | undefined>;
}
