import { barChart, ring } from '../../src/adapters/console/charts';

const entries = (...counts: number[]) => counts.map((count, index) => ({ label: String(index), count }));
const topOf = (...counts: number[]) => barChart(entries(...counts)).lines[1]!.count;

describe('a bar chart', () => {
  test.each([
    [0, 2],
    [1, 2],
    [3, 4],
    [7, 8],
    [11, 12],
    [13, 16],
    [99, 100],
    [101, 120],
    [61_000, 80_000],
    [1_000_001, 1_200_000],
  ])('of at most %p goes up to %p', (most, top) => {
    expect(topOf(0, most)).toBe(top);
  });

  test('has bars as high as their counts, from the floor', () => {
    const { bars, height } = barChart(entries(0, 50, 100));
    expect(bars.map((bar) => bar.height)).toEqual([0, height / 2, height]);
    for (const bar of bars) expect(bar.y + bar.height).toBe(height);
  });

  test('shows a bar for a count of one', () => {
    expect(barChart(entries(1, 1_000_000)).bars[0]!.height).toBeGreaterThan(1);
  });
});

describe('a ring', () => {
  test('goes round once, from the top, without segments for zero', () => {
    const segments = ring([
      { name: 'a', count: 1 },
      { name: 'b', count: 0 },
      { name: 'c', count: 3 },
    ]);
    expect(segments).toEqual([
      { name: 'a', count: 1, length: 25, offset: 25 },
      { name: 'c', count: 3, length: 75, offset: 0 },
    ]);
    expect(ring([{ name: 'a', count: 0 }])).toEqual([]);
  });
});
