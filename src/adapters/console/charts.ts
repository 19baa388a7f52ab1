/** A chart's geometry, in units of its view box; how it looks is the style sheet's matter. */
export interface BarChart {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly {
    readonly label: string;
    readonly count: number;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** Lines across, each with the count that it stands for. */
  readonly lines: readonly { readonly y: number; readonly count: number }[];
}

const WIDTH = 720;
const HEIGHT = 200;
const GAP = 0.28;
/** Bars that are not 0 can be seen. */
const MIN_BAR = 3;

/** One bar per entry, from the left. */
export function barChart(entries: readonly { readonly label: string; readonly count: number }[]): BarChart {
  const top = roundTop(Math.max(0, ...entries.map(({ count }) => count)));
  const step = WIDTH / Math.max(1, entries.length);
  const bars = entries.map(({ label, count }, index) => {
    const height = count === 0 ? 0 : Math.max(MIN_BAR, rounded((count / top) * HEIGHT));
    const x = rounded(index * step + (step * GAP) / 2);
    return { label, count, x, y: rounded(HEIGHT - height), width: rounded(step * (1 - GAP)), height };
  });
  const lines = [0.5, 1].map((part) => ({ y: rounded(HEIGHT * (1 - part)), count: top * part }));
  return { width: WIDTH, height: HEIGHT, bars, lines };
}

const ROUND = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/** The next round number; an even one, so that half of it is a whole number too. */
function roundTop(most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ROUND.map((factor) => factor * size).find((top) => top >= most && top % 2 === 0)!;
}

export interface Segment<Name extends string> {
  readonly name: Name;
  readonly count: number;
  /** Of a circle whose circumference is 100. */
  readonly length: number;
  readonly offset: number;
}

/** The parts of a ring, clockwise from the top. */
export function ring<Name extends string>(
  parts: readonly { readonly name: Name; readonly count: number }[],
): Segment<Name>[] {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  let before = 0;
  return parts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => {
      const length = rounded((count / total) * 100);
      const segment = { name, count, length, offset: rounded(25 - before) };
      before += length;
      return segment;
    });
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
