/** Types for the used properties of libraries that have none. */

declare module 'fontkit' {
  interface Glyph {
    readonly id: number;
    /** In font units. */
    readonly advanceWidth: number;
    readonly codePoints: readonly number[];
    readonly path: {
      readonly commands: readonly {
        readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
        readonly args: readonly number[];
      }[];
    };
  }

  interface Font {
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly capHeight: number;
    hasGlyphForCodePoint(code_point: number): boolean;
    glyphForCodePoint(code_point: number): Glyph;
    layout(
      text: string,
      features?: readonly string[] | Readonly<Record<string, boolean>>,
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): {
      readonly glyphs: readonly Glyph[];
      readonly positions: readonly {
        readonly xAdvance: number;
        readonly xOffset: number;
        readonly yOffset: number;
      }[];
    };
  }

  function create(bytes: Uint8Array): Font;
}

declare module 'bidi-js' {
  interface Bidi {
    /** @returns the embedding level of each UTF-16 unit; odd levels are right to left */
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): { readonly levels: Uint8Array };
    /** @returns such as `L`, `R` or `AL` (UAX #9, table 4) */
    getBidiCharTypeName(character: string): string;
    getMirroredCharacter(character: string): string | null;
  }

  function bidiFactory(): Bidi;
  export = bidiFactory;
}

declare module 'svg-to-pdfkit' {
  interface Options {
    readonly width?: number;
    readonly height?: number;
    readonly preserveAspectRatio?: string;
    readonly assumePt?: boolean;
    /** @returns the name of a registered font */
    readonly fontCallback?: (family: string, bold: boolean, italic: boolean) => string;
    /** @returns what PDFKit opens: a path or a data URL */
    readonly imageCallback?: (link: string) => string;
    /**
     * @param known - the colour, if the library knows its form
     * @param written - undefined for the colours of the library itself
     * @returns undefined for a value that is no colour
     */
    readonly colorCallback?: (
      known: SVGtoPDF.Color | undefined,
      written: string | undefined,
    ) => SVGtoPDF.Color | undefined;
    readonly warningCallback?: (warning: string) => void;
  }

  namespace SVGtoPDF {
    /** Red, green and blue from 0 to 255, and the opacity from 0 to 1. */
    type Color = [components: [number, number, number], opacity: number];
  }

  function SVGtoPDF(doc: PDFKit.PDFDocument, svg: string, x: number, y: number, options?: Options): void;
  export = SVGtoPDF;
}

/** Parts of PDFKit that its types lack. */
declare namespace PDFKit.Mixins {
  interface OpenImage {
    width: number;
    height: number;
    /** Of a JPEG, 1 to 8 (Exif). */
    readonly orientation?: number;
    /** The image in the file, once it is embedded. */
    readonly obj: unknown;
    embed(doc: PDFKit.PDFDocument): void;
  }

  interface PDFImage {
    /** @param source - the image, or its data URL */
    openImage(source: string | Buffer): OpenImage;
    image(image: OpenImage, x: number, y: number, options?: ImageOption): this;
  }
}
