/** Summaries of journeys. */

const MAX_SHOWN = 5;

/** Shortens the paths of a journey: repeated views once, and only the first few. `count`: views in all. */
export function summarizePaths(
  paths: readonly string[],
  count: number = paths.length,
): { readonly paths: readonly string[]; readonly left: number } {
  const distinct = paths.filter((path, index) => path !== paths[index - 1]);
  if (distinct.length <= MAX_SHOWN && count === paths.length) return { paths: distinct, left: 0 };
  const shown = distinct.slice(0, MAX_SHOWN);
  return { paths: shown, left: distinct.length - shown.length + (count - paths.length) };
}

/** Returns the seconds between successive instants. */
export const gapSeconds = (instants: readonly string[]): number[] =>
  instants
    .slice(1)
    .map((instant, index) => (Date.parse(instant) - Date.parse(instants[index] ?? instant)) / 1000);
