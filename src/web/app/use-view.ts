/** The view of the page's address, and changing it. */

import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { MAX_RANGE_DAYS } from '../../core/limits.ts';
import { countDays, dayOf } from '../../lib/time.ts';
import type { Query } from '../api.ts';
import {
  chooseInterval,
  compareQuery,
  filterQuery,
  formatView,
  type Interval,
  parseView,
  periodQuery,
  resolveDays,
  type View,
} from '../view.ts';
import { useUserSettings } from './user.ts';

export interface ViewState {
  readonly view: View;
  /** Changes parts of the view. A new entry in the history, so that going back takes it back. */
  readonly change: (part: Partial<View>) => void;
  /** Address of this page, or of another, with a view. */
  readonly toHref: (view: View, path?: string) => string;
  /** Time zone in which the view's days begin and end. */
  readonly timeZone: string;
  /** Questions to the API: the period, with the filters, with the comparison as well. */
  readonly period: Query;
  readonly filtered: Query;
  readonly compared: Query;
  /** Days of the period; null for all time. */
  readonly dayCount: number | null;
  readonly interval: Interval;
  /** False until the user's time zone is known: questions wait for it. */
  readonly isReady: boolean;
}

/** Most users sit where their account's days begin: questions need not wait to learn it, and are asked anew if not. */
const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useView(): ViewState {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const view = useMemo(() => parseView(search), [search]);
  const settings = useUserSettings();
  const userZone = settings.data?.settings.time_zone ?? BROWSER_ZONE;
  const timeZone = view.zone === 'utc' ? 'UTC' : userZone;
  const toHref = useCallback((next: View, at: string = path) => at + formatView(next), [path]);
  const change = useCallback(
    (part: Partial<View>) => navigate(toHref({ ...view, ...part })),
    [navigate, toHref, view],
  );
  return useMemo(() => {
    const days = resolveDays(view, dayOf(new Date(), timeZone));
    const dayCount = days ? countDays(days.from, days.to) : null;
    const period = periodQuery(view, userZone);
    const filtered = { ...period, ...filterQuery(view) };
    return {
      view,
      change,
      toHref,
      timeZone,
      period,
      filtered,
      compared: { ...filtered, ...compareQuery(view) },
      dayCount,
      interval: chooseInterval(view, dayCount ?? MAX_RANGE_DAYS),
      isReady: !settings.isPending || view.zone === 'utc',
    };
  }, [view, change, toHref, timeZone, userZone, settings.isPending]);
}
