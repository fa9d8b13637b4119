import { useEffect, useRef } from 'react';
import { useView } from '../../app/use-view.ts';
import type { Breakdown } from './breakdown-definitions.ts';

/** Lists that a chosen place leads to: those of the places within it. */
const WITHIN: Readonly<Record<string, string>> = { country: 'region', region: 'city' };

/**
 * Leads from a list of places to the one within a place when the view is filtered by it, and back where that list has none: most
 * sites keep countries only. Returns what the list reports once it has loaded.
 */
export function useNarrowing(
  { by }: Breakdown,
  choose: (by: string, isPassing: boolean) => void,
): (isEmpty: boolean) => void {
  const { view } = useView();
  const cameFrom = useRef<string | null>(null);
  const places = view.filters.filter(
    ({ name, value, isExcluded }) => name in WITHIN && value !== '' && !isExcluded,
  );
  const within = places.some(({ name }) => name === by) ? WITHIN[by] : undefined;
  // Only a change of the filters leads on: a tab that somebody chooses is shown.
  const chosen = places.map(({ name, value }) => `${name}=${value}`).join('&');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list and its choice are those of the moment
  useEffect(() => {
    if (within === undefined) return;
    cameFrom.current = by;
    choose(within, true);
  }, [chosen]);
  return isEmpty => {
    const back = cameFrom.current;
    if (back === null || WITHIN[back] !== by) return;
    cameFrom.current = null;
    if (isEmpty) choose(back, true);
  };
}
