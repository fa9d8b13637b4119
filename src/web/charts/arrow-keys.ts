/** Returns the index that a key moves to; undefined for other keys. `steps`: how far each key moves. */
export function nextIndex(
  key: string,
  {
    index,
    count,
    steps,
  }: {
    readonly index: number;
    readonly count: number;
    readonly steps: Readonly<Record<string, number>>;
  },
): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, index + step));
}
