/** Everything that detection finds in a site's week. */
import { findShift, listShifting } from './audience-shift.ts';
import { findEffects } from './effects.ts';
import { BREAKDOWNS, type Breakdown, type EarlierWeeks, type Finding, type WeekFigures } from './figures.ts';
import { findRises, listRising } from './rises.ts';
import { findTrafficChange } from './traffic-change.ts';
import { findTrafficSpikes } from './traffic-spike.ts';

const MOST_FINDINGS = 12;

/** Keys whose earlier weeks detection has to know before it decides; mostly none, so that nothing is asked in vain. */
export function listDoubtful(figures: WeekFigures): ReadonlyMap<Breakdown, readonly string[]> {
  const doubtful = BREAKDOWNS.map((breakdown): [Breakdown, string[]] => [
    breakdown,
    breakdown === 'country' || breakdown === 'device'
      ? listShifting(figures, breakdown)
      : listRising(figures, breakdown),
  ]);
  return new Map(doubtful.filter(([, keys]) => keys.length > 0));
}

/** What changed in the last 7 days and is no chance, the most important first. */
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
  ]
    .toSorted((a, b) => b.importance - a.importance)
    .slice(0, MOST_FINDINGS);
