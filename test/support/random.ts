/** Creates numbers that look random, the same ones for the same seed. */
export const createRandom = (seed: number) => {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  return { next, pick: <T>(values: readonly T[]): T => values[next(values.length)] as T };
};
