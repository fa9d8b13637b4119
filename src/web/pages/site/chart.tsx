/** One metric over time, with the days before it as a dashed line, and flags for what happened meanwhile. */
import { useCallback, useMemo } from 'react';
import { FILTER_WORDS } from '../../app/filter-words.ts';
import { useView } from '../../app/use-view.ts';
import { type Day, dayOf } from '../../days.ts';
import { formatDays, periodOfDays } from '../../periods.ts';
import { Button } from '../../ui/button.tsx';
import { Fault } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSize } from '../../ui/use-size.ts';
import { daysOf, type Interval, intervalsFor, type Metric } from '../../view.ts';
import { ChartMarks } from './chart-marks.tsx';
import { ChartPlot } from './chart-plot.tsx';
import { ChartTable } from './chart-table.tsx';
import { Dash } from './chart-tip.tsx';
import { METRIC_FACTS } from './metrics.ts';
import { type Bucket, bucketsOf, lastDayOf, type Series } from './series.ts';
import { useFigures } from './use-figures.ts';
import { useMarks } from './use-marks.ts';
import { useSeries } from './use-series.ts';

export function Chart({ siteId }: { readonly siteId: number }) {
  const { view } = useView();
  const { series, error, refetch, isOld, interval, dayCount } = useSeries(siteId);
  return (
    <div className="chart">
      <div className="chart-head">
        <Dates siteId={siteId} series={series} />
        <Intervals interval={interval} dayCount={dayCount} />
      </div>
      <div className={isOld ? 'chart-room old' : 'chart-room'}>
        {series ? (
          <DrawnSeries siteId={siteId} series={series} metric={view.metric} />
        ) : error ? (
          <Fault error={error} onRetry={refetch} />
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
    </div>
  );
}

/** A series as its line, flags and table. It is as high as what it stands in. */
export function DrawnSeries({
  siteId,
  series,
  metric: name,
}: {
  readonly siteId: number;
  readonly series: Series;
  readonly metric: Metric;
}) {
  const { timeZone } = useView();
  const metric = METRIC_FACTS[name];
  const marks = useMarks(siteId, series);
  const { ref, size } = useSize();
  const buckets = useMemo(
    () => bucketsOf(series, metric.count, { at: new Date(), timeZone }),
    [series, metric.count, timeZone],
  );
  const onRange = useZoom(buckets, series);
  const common = { buckets, interval: series.interval, timeZone };
  const isEmpty = buckets.every(({ value, before }) => !value && !before);
  return (
    <div className="chart-size" ref={ref}>
      {size && (
        <>
          <ChartPlot {...common} {...size} metric={metric} onRange={onRange} />
          <ChartMarks {...common} width={size.width} marks={marks} />
        </>
      )}
      {isEmpty && <Nothing metric={name} />}
      <ChartTable {...common} metric={metric} />
    </div>
  );
}

function Nothing({ metric }: { readonly metric: Metric }) {
  const { view, change } = useView();
  const isFiltered = view.filters.length > 0;
  return (
    <div className="chart-nothing">
      <p>
        No {METRIC_FACTS[metric].name.toLowerCase()} in these days{isFiltered ? ' with these filters' : ''}.
      </p>
      {isFiltered ? (
        <Button isSmall onClick={() => change({ filters: [] })}>
          Clear the filters
        </Button>
      ) : (
        view.period !== 'all' && (
          <Button isSmall onClick={() => change({ period: 'all', from: null, to: null })}>
            Show all time
          </Button>
        )
      )}
    </div>
  );
}

/** Which days these are, and which they are compared with: the dashed line. */
function Dates({ siteId, series }: { readonly siteId: number; readonly series: Series | undefined }) {
  const { view, timeZone } = useView();
  const { data, error } = useFigures(siteId);
  const today = dayOf(new Date(), timeZone);
  const days = daysOf(view, today) ?? series;
  if (!days) return <Skeleton width="12rem" height="1.2em" />;
  const isGoingOn = days.from <= today && today <= days.to;
  const before = data?.comparison;
  const isBeforeAwaited = !data && !error && view.compare !== 'none' && view.period !== 'all';
  const names = view.filters.map(({ name }) => name);
  const missing = METRIC_FACTS[view.metric].lacks.filter(name => names.includes(name));
  return (
    <p className="chart-dates soft">
      <span>
        {formatDays(days.from, days.to)}
        {isGoingOn ? ', so far' : ''}
      </span>
      {isBeforeAwaited && (
        <span className="skeleton chart-before" aria-hidden="true">
          &nbsp;
        </span>
      )}
      {before && (
        <span>
          <Dash /> {formatDays(before.start_date, before.end_date)}
          {before.is_partial ? ', to this time of day' : ''}
        </span>
      )}
      {missing.length > 0 && (
        <span>
          Not filtered by {missing.map(name => FILTER_WORDS[name].name.toLowerCase()).join(', ')}:{' '}
          {METRIC_FACTS[view.metric].name.toLowerCase()} do not have it.
        </span>
      )}
    </p>
  );
}

const INTERVAL_WORDS: Readonly<Record<Interval, string>> = {
  hour: 'Hours',
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
};

/** How fine the points of a chart are. */
export function Intervals({
  interval,
  dayCount,
}: {
  readonly interval: Interval;
  readonly dayCount: number | null;
}) {
  const { change } = useView();
  const usable = intervalsFor(dayCount ?? Number.POSITIVE_INFINITY);
  if (usable.length < 2) return null;
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">One point for each of the</legend>
      {usable.map(each => (
        <button
          key={each}
          type="button"
          aria-pressed={each === interval}
          onClick={() => change({ interval: each })}
        >
          {INTERVAL_WORDS[each]}
        </button>
      ))}
    </fieldset>
  );
}

/** Looks closer at the days of some buckets. Going back in the history goes back. */
function useZoom(buckets: readonly Bucket[], { interval, from, to }: Series) {
  const { change, timeZone } = useView();
  return useCallback(
    (first: number, last: number) => {
      const [start, end] = [buckets[first]?.date, buckets[last]?.date];
      if (start === undefined || end === undefined) return;
      const today = dayOf(new Date(), timeZone);
      const dayIn = (date: string): Day => (interval === 'hour' ? dayOf(new Date(date), timeZone) : date);
      const startDay = dayIn(start) < from ? from : dayIn(start);
      const bucketEnd = interval === 'hour' ? dayIn(end) : lastDayOf(end, interval);
      const endDay = bucketEnd > to ? to : bucketEnd;
      if (startDay === from && endDay === to) return;
      change({ ...periodOfDays(startDay, endDay, today), interval: null });
    },
    [buckets, interval, from, to, timeZone, change],
  );
}
