/**
 * Runs statements for items that are sorted by a key: transactions that lock the same rows in one order do not wait for
 * each other in a circle.
 *
 * @param run - returns the results in the order of the sorted items
 * @returns the results in the order of the items
 */
export async function sortedBy<Item extends object, Result>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  run: (sorted: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const sorted = [...items].sort((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  });
  const results = await run(sorted);
  const by_item = new Map(sorted.map((item, index) => [item, results[index]!]));
  return items.map((item) => by_item.get(item)!);
}
