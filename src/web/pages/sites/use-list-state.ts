/** The state of the list of sites, in the address: reloading and going back keep it. */

import { useLocation, useSearch } from 'wouter';
import { type ListState, parseListState, withListState } from './list-state.ts';

export function useListState(): readonly [state: ListState, change: (part: Partial<ListState>) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const state = parseListState(search);
  const change = (part: Partial<ListState>) =>
    // Typing makes no history: going back does not take the letters away one by one.
    navigate(path + withListState(search, { ...state, ...part }), { replace: 'words' in part });
  return [state, change];
}
