/** Explains a point of the chart: what moved most since the same weekdays before, and the marks of its days. */
import { useEffect, useState } from 'react';
import type { Day } from '../../../core/span.ts';
import type { Mark } from '../../charts/chart-marks.tsx';
import { formatDifference } from '../../format.ts';
import * as labels from '../../labels/site.tsx';
import { formatDays } from '../../period-labels.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { findMovements } from './movements.ts';
import { useChangesOfDays } from './use-changes.ts';
import { MovementText } from './what-changed.tsx';

const MAX_MOVEMENTS = 3;
/** How long a point is looked at before its changes are queried: the pointer passes over many. */
const DWELL_MS = 250;

const NO_DAYS = { from: '', to: '' };

export function Explanation({
  siteId,
  days,
  marks,
}: {
  readonly siteId: number;
  /** Null where the point cannot be compared. */
  readonly days: { readonly from: Day; readonly to: Day } | null;
  readonly marks: readonly Mark[];
}) {
  const hasDwelt = useHasDwelt();
  const { data } = useChangesOfDays(siteId, days ?? NO_DAYS, hasDwelt && days !== null);
  const noted = marks.filter(({ kind }) => kind !== 'detected');
  return (
    <div className="explanation">
      {noted.map(({ id, title }) => (
        <span key={id} className="explanation-mark">
          <UntrustedText text={title} isCut />
        </span>
      ))}
      {data?.comparison && data.changes && (
        <>
          <span className="soft">
            {labels.viewsAgainst(
              formatDifference(data.figures.hits - data.comparison.figures.hits),
              formatDays(data.comparison.start_date, data.comparison.end_date),
            )}
          </span>
          {findMovements(data.changes, MAX_MOVEMENTS).map(movement => (
            <span key={`${movement.name} ${movement.value}`} className="movement">
              <MovementText movement={movement} />
            </span>
          ))}
        </>
      )}
    </div>
  );
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
