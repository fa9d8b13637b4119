/** Memoizes a function without arguments: `make` runs at the first call. When it throws, the next call runs it again. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
