import { PackedFile } from './packed-file';

/** Above it, the picture is turned by a quarter (Exif 2.32, 4.6.4, orientation). */
const LAST_UPRIGHT_ORIENTATION = 4;

/**
 * A PDF in which the width and height of an image are those that it is shown with. PDFKit turns a JPEG as its Exif
 * orientation says, but states the size before that; what is drawn by that size would be stretched or cut off.
 */
export class UprightFile extends PackedFile {
  override openImage(source: string | Buffer): PDFKit.Mixins.OpenImage {
    const image = super.openImage(source);
    if (!image.obj && (image.orientation ?? 1) > LAST_UPRIGHT_ORIENTATION) {
      image.embed(this); // from here on PDFKit uses the size for placing the image only
      [image.width, image.height] = [image.height, image.width];
    }
    return image;
  }

  /**
   * Overrides PDFKit, which would exchange width and height once more where no size is stated.
   *
   * @param source - an image that `openImage` returned
   */
  override image(source: unknown, x?: unknown, y?: number, options?: PDFKit.Mixins.ImageOption): this {
    const image = source as PDFKit.Mixins.OpenImage;
    const { width, height } = image;
    return super.image(image, x as number, y!, { width, height, ...options });
  }
}
