import type { LogoType } from '../../domain/master-data/branding';
import { CheckedLogoImages } from './checked-logo-images';

/** Runs in workers. */
const images = new CheckedLogoImages();

export function keep(content_type: LogoType, bytes: Uint8Array): Uint8Array | undefined {
  return images.keep(content_type, bytes);
}
