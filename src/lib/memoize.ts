import { createLru } from './lru.ts';
import { copyTexts } from './text.ts';

/** Memoizes a function without arguments: `make` runs at the first call. When it throws, the next call runs it again. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Memoizes a function of a text whose calls mostly repeat the one before. */
export function rememberLast<Value>(work: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | undefined;
  return text => {
    if (last?.text !== text) last = { text, value: work(text) };
    return last.value;
  };
}

/** Distinct texts whose values are kept. */
const MAX_TEXTS = 50_000;

/** Memoizes a function of a text, of which few recur often: values of texts that were not seen lately are worked out again. */
export function memoizeByText<Value extends string | boolean | number | null>(
  work: (text: string) => Value,
): (text: string) => Value {
  const known = createLru<string, Value>(MAX_TEXTS);
  const find = (given: string): Value => {
    const found = known.get(given);
    if (found !== undefined) return found;
    const text = copyTexts(given);
    const value = work(text);
    known.set(text, value);
    return value;
  };
  // Comparing a text with the one before costs a tenth of looking it up, and lines of one visitor follow each other.
  return rememberLast(find);
}
