/** Detects all findings of a site's week. */
import { findShift, listShiftedKeys } from './audience-shift.ts';
import { findEffects } from './effects.ts';
import { BREAKDOWNS, type Breakdown, type EarlierWeeks, type Finding, type WeekFigures } from './figures.ts';
import { findGoalFalls } from './goal-fall.ts';
import { findRises, listRisenKeys } from './rises.ts';
import { findTrafficChange } from './traffic-change.ts';
import { findTrafficSpikes } from './traffic-spike.ts';

const MAX_FINDINGS = 12;

/** Lists the keys whose earlier weeks detection needs: mostly none, which saves queries. */
export function listUncertainKeys(figures: WeekFigures): ReadonlyMap<Breakdown, readonly string[]> {
  const uncertain = BREAKDOWNS.map((breakdown): [Breakdown, string[]] => [
    breakdown,
    breakdown === 'country' || breakdown === 'device'
      ? listShiftedKeys(figures, breakdown)
      : listRisenKeys(figures, breakdown),
  ]);
  return new Map(uncertain.filter(([, keys]) => keys.length > 0));
}

/** Finds the significant changes of the last 7 days, the most important first. */
export const detect = (figures: WeekFigures, earlier: EarlierWeeks): Finding[] =>
  [
    ...findTrafficChange(figures),
    ...findTrafficSpikes(figures),
    ...findRises(figures, 'page', earlier),
    ...findRises(figures, 'referrer', earlier),
    ...findShift(figures, 'country', earlier),
    ...findShift(figures, 'device', earlier),
    ...findRises(figures, 'crawler', earlier),
    ...findEffects(figures),
    ...findGoalFalls(figures),
  ]
    .toSorted((a, b) => b.importance - a.importance)
    .slice(0, MAX_FINDINGS);
