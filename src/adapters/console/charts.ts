/** Geometry of a bar chart, in units of its view box. The style sheet defines its look. */
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
  /** Horizontal grid lines, each with its count. */
  readonly lines: readonly { readonly y: number; readonly count: number }[];
}

const WIDTH = 720;
const HEIGHT = 200;
const GAP = 0.28;
/** Minimum height of a bar that is not 0, so that it is visible. */
const MIN_BAR = 3;

/** One bar per entry, from left to right. */
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

/** The next round number that is even, so that the middle grid line is a whole number too. */
function roundTop(most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ROUND.map((factor) => factor * size).find((top) => top >= most && top % 2 === 0)!;
}

export interface Segment<Name extends string> {
  readonly name: Name;
  readonly count: number;
  /** Arc length on a circle with a circumference of 100. */
  readonly length: number;
  readonly offset: number;
}

/** The segments of a ring chart, clockwise from the top. */
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
