import { Typeface } from './typeface';

/** One font family for Latin, Greek and Cyrillic, under the SIL Open Font License. */
export interface Faces {
  readonly regular: Typeface;
  readonly bold: Typeface;
}

let faces: Faces | undefined;

/** The fonts, loaded on first use and cached. */
export function loadedFaces(): Faces {
  faces ??= {
    regular: new Typeface(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'), false),
    bold: new Typeface(require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'), true),
  };
  return faces;
}
