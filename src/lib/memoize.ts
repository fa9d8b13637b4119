import { createLru } from './lru.ts';

/** Memoizes a function without arguments: `make` runs at the first call. When it throws, the next call runs it again. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Distinct texts whose values are kept. */
const MAX_TEXTS = 50_000;

/** Memoizes a function of a text, of which few recur often: values of texts that were not seen lately are worked out again. */
export function memoizeByText<Value extends string | boolean | number | null>(
  work: (text: string) => Value,
): (text: string) => Value {
  const known = createLru<string, Value>(MAX_TEXTS);
  return text => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = work(text);
    known.set(text, value);
    return value;
  };
}
