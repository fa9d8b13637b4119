/** The chart of a metric over time, with its comparison as a dashed line and flags for events. */

import { ZoomOut } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { toDay } from '../../../lib/time.ts';
import { describeUnsupported } from '../../app/filter-support.ts';
import { ImportedDays } from '../../app/imported.tsx';
import { useView } from '../../app/use-view.ts';
import { ClearFiltersButton, ShowAllTimeButton } from '../../app/widen-view.tsx';
import { ChartPlot } from '../../charts/chart-plot.tsx';
import { ChartTable } from '../../charts/chart-table.tsx';
import { DashedLine } from '../../charts/chart-tooltip.tsx';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import {
  type Bucket,
  findBucketIndex,
  lastDayOfBucket,
  type Series,
  toBuckets,
} from '../../charts/series.ts';
import { useSize } from '../../charts/use-size.ts';
import { seriesQuery } from '../../first-queries.ts';
import { uncapitalize } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { formatDays } from '../../period-labels.ts';
import { Button } from '../../ui/button.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import {
  availableIntervals,
  type Interval,
  isCompared,
  type Metric,
  resolveDays,
  toChangeMetric,
} from '../../view.ts';
import { useChartNote } from './chart-note.tsx';
import { useFigures, useMetric } from './use-figures.ts';
import { useMarks } from './use-marks.ts';
import { useSeries } from './use-series.ts';
import { useZoom, useZoomReset, type Zoomed } from './use-zoom.ts';

const ChartMarks = lazy(async () => ({ default: (await import('../../charts/chart-marks.tsx')).ChartMarks }));
const GoalChart = lazy(async () => ({ default: (await import('../goals/goal-chart.tsx')).GoalChart }));
const Explanation = lazy(async () => ({ default: (await import('./explanation.tsx')).Explanation }));

type OnNote = (bucket: Bucket, interval: Interval) => void;

export function Chart({ siteId }: { readonly siteId: number }) {
  const metric = useMetric(siteId);
  const series = useSeries(siteId, metric);
  const note = useChartNote(siteId);
  const { view, compared } = useView();
  return (
    <div className="chart">
      <div className="chart-head">
        <ChartDates siteId={siteId} metric={metric} series={series.data} />
        <div className="chart-tools">
          {note.button}
          <IntervalPicker interval={series.interval} dayCount={series.dayCount} />
        </div>
      </div>
      <SeriesChart siteId={siteId} query={series} metric={metric} onNote={note.openFor} />
      {note.dialog}
      {view.goal !== null && (
        <Suspense fallback={null}>
          <GoalChart
            siteId={siteId}
            goal={view.goal}
            query={seriesQuery({ compared }, { endpoint: 'hits', interval: series.interval })}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The chart of a series, in a box of the height `--chart-height`. */
export function SeriesChart({
  siteId,
  query,
  metric,
  onNote,
}: {
  readonly siteId: number;
  readonly query: ReturnType<typeof useSeries>;
  readonly metric: Metric;
  /** Adds an annotation to a bucket. */
  readonly onNote?: OnNote | undefined;
}) {
  const { onZoom, reset } = useZoomReset();
  return (
    <div className={query.isPlaceholderData ? 'chart-room stale' : 'chart-room'}>
      <QueryContent query={query} loading={<Skeleton height="100%" />}>
        {series => (
          <Drawing siteId={siteId} series={series} metric={metric} onZoom={onZoom} onNote={onNote} />
        )}
      </QueryContent>
      {reset && (
        <div className="chart-reset">
          <Button isSmall onClick={reset}>
            <ZoomOut size={14} aria-hidden="true" /> {labels.resetZoom}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The plot, flags and table of a series. */
function Drawing({
  siteId,
  series,
  metric: name,
  onZoom,
  onNote,
}: {
  readonly siteId: number;
  readonly series: Series;
  readonly metric: Metric;
  readonly onZoom: (period: Zoomed) => void;
  readonly onNote: OnNote | undefined;
}) {
  const { timeZone } = useView();
  const metric = METRIC_DEFINITIONS[name];
  const marks = useMarks(siteId, series);
  const { ref, size } = useSize();
  const buckets = useMemo(
    () => toBuckets(series, metric.countField, { at: new Date(), timeZone }),
    [series, metric.countField, timeZone],
  );
  const onRange = useZoom(buckets, series, onZoom);
  const common = { buckets, interval: series.interval, timeZone };
  const explain = (bucket: Bucket) => {
    // Averages have no parts, and other kinds of rows no sources.
    if (metric.endpoint !== 'hits' || metric.isAverage) return null;
    const index = buckets.indexOf(bucket);
    const own = marks.filter(({ at }) => findBucketIndex(new Date(at), buckets, common) === index);
    const days = toExplainedDays(bucket, series.interval);
    const content = (
      <Suspense fallback={null}>
        <Explanation
          key={bucket.date}
          siteId={siteId}
          metric={toChangeMetric(name)}
          days={days}
          marks={own}
        />
      </Suspense>
    );
    return { content, hasBaseline: days !== null };
  };
  const onContext = onNote && ((bucket: Bucket) => onNote(bucket, series.interval));
  const isNothing = (value: number | null) => value === null || (value === 0 && !metric.isAverage);
  const isEmpty = buckets.every(({ value, before }) => isNothing(value) && isNothing(before));
  return (
    <div className="chart-size" ref={ref}>
      {size && (
        <>
          <ImportedDays imported={series.imported} area={{ ...common, ...size }} />
          <ChartPlot
            {...common}
            {...size}
            metric={metric}
            onRange={onRange}
            explain={explain}
            onContext={onContext}
          />
          {marks.length > 0 && (
            <Suspense fallback={null}>
              <ChartMarks {...common} width={size.width} marks={marks} />
            </Suspense>
          )}
        </>
      )}
      {isEmpty && <NoData metric={name} />}
      <ChartTable {...common} metric={metric} />
    </div>
  );
}

function NoData({ metric }: { readonly metric: Metric }) {
  const isFiltered = useView().view.filters.length > 0;
  const name = uncapitalize(METRIC_DEFINITIONS[metric].name);
  return (
    <div className="chart-nothing">
      <p>{isFiltered ? labels.noneWithFilters(name) : shared.noneInPeriod(name)}</p>
      {isFiltered ? <ClearFiltersButton /> : <ShowAllTimeButton />}
    </div>
  );
}

/** The dates of the period and of its comparison. */
function ChartDates({
  siteId,
  metric,
  series,
}: {
  readonly siteId: number;
  readonly metric: Metric;
  readonly series: Series | undefined;
}) {
  const { view, timeZone } = useView();
  const { data, error } = useFigures(siteId);
  const today = toDay(new Date(), timeZone);
  // Of what is drawn: while another period loads, the chart has the days of the one before.
  const days = series ?? resolveDays(view, today);
  if (!days) return <Skeleton width="12rem" height="1.2em" />;
  const includesToday = days.from <= today && today <= days.to;
  const range = formatDays(days.from, days.to);
  const before = data?.comparison;
  const isComparisonPending = !data && !error && isCompared(view);
  const note = describeUnsupported(view, metric);
  return (
    <p className="chart-dates soft">
      <span>{includesToday ? shared.inProgress(range) : range}</span>
      {isComparisonPending && (
        <span className="skeleton chart-before" aria-hidden="true">
          &nbsp;
        </span>
      )}
      {before && (
        <span>
          <DashedLine /> {formatDays(before.start_date, before.end_date)}
          {before.is_partial ? shared.sameTimeOfDay : ''}
        </span>
      )}
      {note && <span>{note}</span>}
      <ImportedDays imported={series?.imported} />
    </p>
  );
}

const INTERVAL_LABELS: Readonly<Record<Interval, string>> = {
  hour: labels.hours,
  day: shared.days,
  week: labels.weeks,
  month: labels.months,
};

/** The picker of the chart's interval. */
export function IntervalPicker({
  interval,
  dayCount,
}: {
  readonly interval: Interval;
  readonly dayCount: number | null;
}) {
  const { change } = useView();
  const usable = availableIntervals(dayCount ?? Number.POSITIVE_INFINITY);
  if (usable.length < 2) return null;
  return (
    <Segments
      legend={labels.intervalLabel}
      options={usable.map(each => [each, INTERVAL_LABELS[each]])}
      value={interval}
      onValue={each => change({ interval: each })}
    />
  );
}

/** Returns the days of a bucket that can be explained: whole ones, no hours. */
function toExplainedDays({ date, isOpen, value, cut }: Bucket, interval: Interval) {
  if (isOpen || value === null || interval === 'hour') return null;
  return cut ?? { from: date, to: lastDayOfBucket(date, interval) };
}
