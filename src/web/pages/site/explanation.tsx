/** Explains a point of the chart: how far it is from usual, what moved most since the same weekdays before, and the marks of its days. */
import { useEffect, useState } from 'react';
import type { Day } from '../../../core/span.ts';
import type { Mark } from '../../charts/chart-marks.tsx';
import { formatDifference } from '../../format.ts';
import * as labels from '../../labels/explanation.ts';
import { formatNumber } from '../../labels/language.ts';
import { formatDays } from '../../period-labels.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { findMovements } from './movements.ts';
import { useChangesOfDays } from './use-changes.ts';
import { MovementText } from './what-changed.tsx';

const MAX_MOVEMENTS = 3;
/** Fewer earlier weeks do not say what is usual: the week before is named instead. */
const MIN_WEEKS = 2;
/** How long a point is looked at before its changes are queried: the pointer passes over many. */
const DWELL_MS = 250;

type Days = { readonly from: Day; readonly to: Day };

export function Explanation({
  siteId,
  days,
  marks,
}: {
  readonly siteId: number;
  /** Null where the point cannot be compared. */
  readonly days: Days | null;
  readonly marks: readonly Mark[];
}) {
  const hasDwelt = useHasDwelt();
  const noted = marks.filter(({ kind }) => kind !== 'detected');
  return (
    <div className="explanation">
      {noted.map(({ id, title }) => (
        <span key={id} className="explanation-mark">
          <UntrustedText text={title} isCut />
        </span>
      ))}
      {hasDwelt && days && <DayChanges siteId={siteId} days={days} />}
    </div>
  );
}

/** The largest movements of some days. */
function DayChanges({ siteId, days }: { readonly siteId: number; readonly days: Days }) {
  const { data } = useChangesOfDays(siteId, days);
  if (!data?.comparison || !data.changes) return null;
  const { figures, comparison, changes, usual } = data;
  return (
    <>
      <span className="soft">
        {usual && usual.weeks >= MIN_WEEKS
          ? describeUsual(figures.hits, usual.hits)
          : labels.viewsAgainst(
              formatDifference(figures.hits - comparison.figures.hits),
              formatDays(comparison.start_date, comparison.end_date),
            )}
      </span>
      {findMovements(changes, MAX_MOVEMENTS).map(movement => (
        <span key={`${movement.name} ${movement.value}`} className="movement">
          <MovementText movement={movement} />
        </span>
      ))}
    </>
  );
}

/** Describes how far a count is from the usual one. */
function describeUsual(count: number, usual: number): string {
  if (count === usual) return labels.asUsual(formatNumber(usual));
  const difference = formatNumber(Math.abs(count - usual));
  return count > usual
    ? labels.moreThanUsual(difference, formatNumber(usual))
    : labels.fewerThanUsual(difference, formatNumber(usual));
}

/** Returns true once the component has been there for a moment. */
function useHasDwelt(): boolean {
  const [hasDwelt, setHasDwelt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasDwelt(true), DWELL_MS);
    return () => clearTimeout(timer);
  }, []);
  return hasDwelt;
}
