/** A seed from the environment, or one that the test prints so that it can be given again. */
export function seedOf(variable: string): number {
  return Number(process.env[variable] ?? Math.floor(Math.random() * 2 ** 31));
}

/** mulberry32: a small generator whose whole course follows from its seed. @returns numbers from 0 to below 1 */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
