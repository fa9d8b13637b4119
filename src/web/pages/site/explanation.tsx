/** Explains a point of the chart: how far it is from usual, what moved most since the usual days, and the marks of its days. */
import { useEffect, useState } from 'react';
import type { Day } from '../../../core/span.ts';
import type { Mark } from '../../charts/chart-marks.tsx';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import { formatDifference } from '../../format.ts';
import * as labels from '../../labels/explanation.ts';
import { formatNumber } from '../../labels/language.ts';
import { formatDays } from '../../period-labels.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { ChangeMetric } from '../../view.ts';
import { findMovements } from './movements.ts';
import { useChangesOfDays } from './use-changes.ts';
import { MovementText } from './what-changed.tsx';

const MAX_MOVEMENTS = 3;
/** How long a point is looked at before its changes are queried: the pointer passes over many. */
const DWELL_MS = 250;

type Days = { readonly from: Day; readonly to: Day };

export function Explanation({
  siteId,
  metric,
  days,
  marks,
}: {
  readonly siteId: number;
  readonly metric: ChangeMetric;
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
      {hasDwelt && days && <DayChanges siteId={siteId} metric={metric} days={days} />}
    </div>
  );
}

/** The largest movements of some days. */
function DayChanges({
  siteId,
  metric,
  days,
}: {
  readonly siteId: number;
  readonly metric: ChangeMetric;
  readonly days: Days;
}) {
  const { data } = useChangesOfDays(siteId, { ...days, metric });
  if (!data?.comparison || !data.changes) return null;
  const { figures, comparison, changes, usual } = data;
  if (comparison.data_since !== null) return null;
  const count = figures[metric] ?? 0;
  const { name } = METRIC_DEFINITIONS[metric];
  return (
    <>
      <span className="soft">
        {usual
          ? describeUsual(count, usual[metric] ?? 0, metric)
          : labels.countAgainst(
              name,
              formatDifference(count - (comparison.figures[metric] ?? 0)),
              formatDays(comparison.start_date, comparison.end_date),
            )}
      </span>
      {findMovements(changes, { metric, limit: MAX_MOVEMENTS, growth: 1 }).map(movement => (
        <span key={`${movement.name} ${movement.value}`} className="movement">
          <MovementText movement={movement} metric={metric} />
        </span>
      ))}
    </>
  );
}

/** Describes how far a count is from the usual one. */
function describeUsual(count: number, usual: number, metric: ChangeMetric): string {
  const { format } = METRIC_DEFINITIONS[metric];
  if (count === usual) return labels.asUsual(format(usual));
  const difference = format(Math.abs(count - usual));
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
