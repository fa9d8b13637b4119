/** The combined chart of a group. */

import { useMemo } from 'react';
import { toDay } from '../../../lib/time.ts';
import { useView } from '../../app/use-view.ts';
import { ChartPlot } from '../../charts/chart-plot.tsx';
import { ChartTable } from '../../charts/chart-table.tsx';
import { METRIC_DEFINITIONS, type MetricDefinition } from '../../charts/metrics.ts';
import { lastDayOfBucket } from '../../charts/series.ts';
import { useSize } from '../../charts/use-size.ts';
import * as shared from '../../labels/shared.tsx';
import { toPeriod } from '../../period-labels.ts';
import { chooseGroupInterval, toGroupBuckets } from './group-series.ts';
import type { DayRange } from './site-numbers.ts';

/** Named as in the figures and the table of the page. */
const HITS: MetricDefinition = {
  ...METRIC_DEFINITIONS.hits,
  name: shared.pageviews,
  format: shared.pageviewCount,
};

export function GroupChart({
  series,
  days,
  timeZone,
}: {
  readonly series: readonly number[];
  readonly days: DayRange;
  readonly timeZone: string;
}) {
  const { change } = useView();
  const { from, to } = days;
  const { ref, size } = useSize();
  const interval = chooseGroupInterval(days);
  const buckets = useMemo(
    () => toGroupBuckets(series, { from, to }, { at: new Date(), timeZone }),
    [series, from, to, timeZone],
  );
  const onRange = (first: number, last: number) => {
    const [start, end] = [buckets[first]?.date, buckets[last]?.date];
    if (interval === 'hour' || start === undefined || end === undefined) return;
    const lastDay = lastDayOfBucket(end, interval);
    change(toPeriod(start, lastDay > to ? to : lastDay, toDay(new Date(), timeZone)));
  };
  const common = { buckets, interval, timeZone, metric: HITS };
  return (
    <div className="chart-size" ref={ref}>
      {size && <ChartPlot {...common} {...size} onRange={onRange} />}
      <ChartTable {...common} />
    </div>
  );
}
