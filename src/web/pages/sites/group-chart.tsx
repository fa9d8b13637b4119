/** Hits of all sites of a group as one line. */
import { useMemo } from 'react';
import { useView } from '../../app/use-view.ts';
import { dayOf } from '../../days.ts';
import { periodOfDays } from '../../periods.ts';
import { useSize } from '../../ui/use-size.ts';
import { ChartPlot } from '../site/chart-plot.tsx';
import { ChartTable } from '../site/chart-table.tsx';
import { METRIC_FACTS } from '../site/metrics.ts';
import { lastDayOf } from '../site/series.ts';
import { groupBuckets, intervalFor } from './group-series.ts';
import type { DayRange } from './numbers.ts';

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
  const interval = intervalFor(days);
  const buckets = useMemo(
    () => groupBuckets(series, { from, to }, { at: new Date(), timeZone }),
    [series, from, to, timeZone],
  );
  const onRange = (first: number, last: number) => {
    const [start, end] = [buckets[first]?.date, buckets[last]?.date];
    if (interval === 'hour' || start === undefined || end === undefined) return;
    const lastDay = lastDayOf(end, interval);
    change(periodOfDays(start, lastDay > to ? to : lastDay, dayOf(new Date(), timeZone)));
  };
  const common = { buckets, interval, timeZone, metric: METRIC_FACTS.hits };
  return (
    <div className="chart-size" ref={ref}>
      {size && <ChartPlot {...common} {...size} onRange={onRange} />}
      <ChartTable {...common} />
    </div>
  );
}
