/** Hits of all sites of a group as one line. */
import { useCallback, useMemo, useState } from 'react';
import { useView } from '../../app/use-view.ts';
import { dayOf } from '../../days.ts';
import { periodOfDays } from '../../periods.ts';
import { ChartPlot } from '../site/chart-plot.tsx';
import { ChartTable } from '../site/chart-table.tsx';
import { METRIC_FACTS } from '../site/metrics.ts';
import { lastDayOf } from '../site/series.ts';
import { groupBuckets, intervalFor } from './group-series.ts';
import type { DayRange } from './numbers.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

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
  const [size, setSize] = useState<Size>();
  const interval = intervalFor(days);
  const buckets = useMemo(
    () => groupBuckets(series, { from, to }, { at: new Date(), timeZone }),
    [series, from, to, timeZone],
  );
  const measured = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const onRange = (first: number, last: number) => {
    const [start, end] = [buckets[first]?.date, buckets[last]?.date];
    if (interval === 'hour' || start === undefined || end === undefined) return;
    const lastDay = lastDayOf(end, interval);
    change(periodOfDays(start, lastDay > to ? to : lastDay, dayOf(new Date(), timeZone)));
  };
  const common = { buckets, interval, timeZone, metric: METRIC_FACTS.hits };
  return (
    <div className="chart-size" ref={measured}>
      {size && <ChartPlot {...common} {...size} onRange={onRange} />}
      <ChartTable {...common} />
    </div>
  );
}
