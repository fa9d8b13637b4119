/** Follows findings day by day: when they peaked, and whether they are still going on. */
import { estimateDispersion, isOngoing } from './detect/baseline.ts';
import { BREAKDOWNS, type Breakdown, type Finding, type WeekFigures, WINDOW_DAYS } from './detect/figures.ts';
import type { FigureLoader, Subject } from './load-figures.ts';

/** Breakdowns in which a key has risen, which has a day on which it peaked. */
const RISING: readonly Finding['of'][] = ['page', 'referrer', 'crawler'];

const isBreakdown = (of: Finding['of']): of is Breakdown => BREAKDOWNS.some(each => each === of);

export async function followDays(
  loader: Pick<FigureLoader, 'loadDays'>,
  {
    found,
    figures,
    subject,
  }: { readonly found: readonly Finding[]; readonly figures: WeekFigures; readonly subject: Subject },
  signal: AbortSignal,
): Promise<{ readonly findings: Finding[]; readonly peaks: ReadonlyMap<Finding, Date> }> {
  const { edges, goals } = figures;
  const peaks = new Map<Finding, Date>();
  const findings: Finding[] = [];
  for (const finding of found) {
    const { of: breakdown, subject: key, type, goalId } = finding;
    const days =
      key !== null && isBreakdown(breakdown)
        ? await loader.loadDays(subject, { edges, breakdown, key }, { signal })
        : type === 'traffic_change'
          ? figures.hits
          : goals.find(({ id }) => id === goalId)?.days;
    if (!days) {
      findings.push(finding);
      continue;
    }
    const options = { direction: finding.direction, dispersion: estimateDispersion(figures) };
    const followed = { ...finding, isOngoing: isOngoing({ ...figures, hits: days }, options) };
    findings.push(followed);
    const week = days.slice(-WINDOW_DAYS);
    const peak = edges.at(week.indexOf(Math.max(...week)) - WINDOW_DAYS - 1);
    if (peak && finding.direction === 'up' && RISING.includes(breakdown)) peaks.set(followed, peak);
  }
  return { findings, peaks };
}
