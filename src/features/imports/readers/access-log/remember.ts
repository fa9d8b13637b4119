import { createLru } from '../../../../lib/lru.ts';

/** Distinct values that are remembered: one of a log recurs often, and working it out takes longer. */
const REMEMBERED = 50_000;

/** Returns a function that works out each value once, as long as it recurs. */
export function remember<T extends string | boolean | number | null>(
  work: (text: string) => T,
): (text: string) => T {
  const known = createLru<string, T>(REMEMBERED);
  return text => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = work(text);
    known.set(text, value);
    return value;
  };
}
