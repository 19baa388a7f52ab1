import { WaitsInMemory } from '../../../src/adapters/node-memory/counted-waits';

test('waits of a reader are counted until they end, each reader by itself', async () => {
  const waits = new WaitsInMemory();
  const first = await waits.enter('a', 2);
  await waits.enter('a', 2);
  expect(await waits.enter('a', 2)).toBeUndefined();
  expect(await waits.enter('b', 2)).toBeDefined();
  first!();
  expect(await waits.enter('a', 2)).toBeDefined();
  expect(await waits.enter('a', 2)).toBeUndefined();
});
