/** The view in the page's URL, and changing it. */

import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  formatView,
  parseView,
  resolveZone,
  toQueries,
  type View,
  type ViewQueries,
  type Zones,
} from '../view.ts';
import { useZones } from './user.ts';

export interface ViewState extends ViewQueries {
  readonly view: View;
  /** Changes parts of the view and pushes a history entry, so that going back undoes it. */
  readonly change: (part: Partial<View>) => void;
  /** Path of this page, or of another, with a view. */
  readonly toHref: (view: View, path?: string) => string;
  /** Time zone in which the view's days begin and end. */
  readonly timeZone: string;
  readonly zones: Zones;
}

/** Parameters of the page's lists, beside those of the view: how they are sorted and filtered, and what they are of. */
const LIST_PARAMETERS = ['sort', 'state', 'q', 'page', 'segments'];

/** Adds the parameters of the page's list in a query string to a path. */
function withListParameters(href: string, search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => LIST_PARAMETERS.includes(name));
  if (kept.length === 0) return href;
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams(kept)}`;
}

export function useView(): ViewState {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const view = useMemo(() => parseView(search), [search]);
  // Queries need not wait for the zones, and are repeated if these are not the browser's.
  const zones = useZones();
  const toHref = useCallback((next: View, at: string = path) => at + formatView(next), [path]);
  const change = useCallback(
    (part: Partial<View>) => navigate(withListParameters(toHref({ ...view, ...part }), search)),
    [navigate, toHref, view, search],
  );
  return useMemo(
    () => ({
      view,
      change,
      toHref,
      timeZone: resolveZone(view, zones).timeZone,
      zones,
      ...toQueries(view, zones),
    }),
    [view, change, toHref, zones],
  );
}
