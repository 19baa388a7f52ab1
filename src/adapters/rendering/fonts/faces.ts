import { Typeface } from './typeface';

/** One family for Latin, Greek and Cyrillic, under the SIL Open Font License. */
export interface Faces {
  readonly regular: Typeface;
  readonly bold: Typeface;
}

let faces: Faces | undefined;

/** Read when they are first asked for, and kept. */
export function loadedFaces(): Faces {
  faces ??= {
    regular: new Typeface(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'), false),
    bold: new Typeface(require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'), true),
  };
  return faces;
}
