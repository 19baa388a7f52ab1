import type { LogoType } from '../../domain/master-data/branding';
import { jpegPixels, MAX_PIXELS, pngPixels } from './raster-images';
import { sanitizedSvg } from './sanitized-svg';

type Keep = (bytes: Uint8Array) => Uint8Array | undefined;

export class CheckedLogoImages {
  private readonly keepers: Readonly<Record<LogoType, Keep>> = {
    'image/png': (bytes) => (isDrawable(pngPixels(Buffer.from(bytes))) ? bytes : undefined),
    'image/jpeg': (bytes) => (isDrawable(jpegPixels(Buffer.from(bytes))) ? bytes : undefined),
    'image/svg+xml': sanitizedSvg,
  };

  keep(content_type: LogoType, bytes: Uint8Array): Uint8Array | undefined {
    return this.keepers[content_type](bytes);
  }
}

function isDrawable(pixels: number | undefined): boolean {
  return pixels !== undefined && pixels <= MAX_PIXELS;
}
