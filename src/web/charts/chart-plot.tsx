/** The interactive plot of a chart: pointer, arrow keys, and zooming by dragging. */

import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatCompact } from '../format.ts';
import * as labels from '../labels/charts.tsx';
import { named } from '../labels/language.ts';
import type { Interval } from '../view.ts';
import { nextIndex } from './arrow-keys.ts';
import { createTicks, formatBucket } from './bucket-labels.ts';
import { type BucketExplanation, ChartTooltip } from './chart-tooltip.tsx';
import { type Axis, formatValue, type MetricDefinition } from './metrics.ts';
import { createPlot, INSET, type Plot, toPosition } from './plot.ts';
import { niceStep } from './scale.ts';
import type { Bucket } from './series.ts';

/** Width of a tick label, in CSS pixels. */
const TICK_PX = 64;

export interface ChartPlotProps {
  readonly buckets: readonly Bucket[];
  readonly interval: Interval;
  readonly timeZone: string;
  readonly metric: MetricDefinition;
  /** Width of the chart in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly onRange: (first: number, last: number) => void;
  /** Renders more about a bucket, within its tooltip. */
  readonly explain?: (bucket: Bucket) => BucketExplanation | null;
  /** Called with a bucket that was clicked with the right button, or pressed for long. */
  readonly onContext?: ((bucket: Bucket) => void) | undefined;
}

const COUNTS: Axis = { step: niceStep, format: formatCompact };

/** How far arrow keys move. */
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 7, PageDown: -7 } as const;

export function ChartPlot(props: ChartPlotProps) {
  const { buckets, interval, timeZone, metric, width, onRange, explain, onContext } = props;
  const [index, setIndex] = useState<number | null>(null);
  const { ref, plot } = usePlot(props, setIndex);
  const last = Math.max(0, lastKnownIndex(buckets));
  const bucket = index === null ? undefined : buckets[index];
  const walk = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, { index: index ?? last, count: buckets.length, steps: STEPS });
    if (event.key === 'Enter' && index !== null) onRange(index, index);
    else if (event.key === 'Escape') plot.current?.setActiveIndex(null);
    else if (next === undefined) return;
    else plot.current?.setActiveIndex(next);
    event.preventDefault();
  };
  const described = bucket ?? buckets[last];
  return (
    <>
      <div
        className="chart-plot"
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={labels.overTime(metric.name)}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, buckets.length - 1)}
        aria-valuenow={index ?? last}
        aria-valuetext={described && describeBucket(described, props)}
        onKeyDown={walk}
        onFocus={event => event.currentTarget.matches(':focus-visible') && plot.current?.setActiveIndex(last)}
        onBlur={() => plot.current?.setActiveIndex(null)}
        onContextMenu={event => {
          // The menu key opens it for the point that the arrow keys chose.
          const pointed = bucket ?? buckets[plot.current?.findIndex(event.clientX) ?? -1];
          if (!pointed || !onContext) return;
          event.preventDefault();
          onContext(pointed);
        }}
      />
      {bucket && index !== null && (
        <ChartTooltip
          bucket={bucket}
          interval={interval}
          timeZone={timeZone}
          metric={metric}
          left={toPosition(index, buckets.length, width)}
          width={width}
          explanation={explain?.(bucket) ?? null}
        />
      )}
    </>
  );
}

/** Describes a bucket for screen readers. */
function describeBucket(bucket: Bucket, { interval, timeZone, metric }: ChartPlotProps): string {
  const value = formatValue(metric, bucket.value, labels.noDataYet);
  const before = bucket.before === null ? '' : labels.beforeValue(metric.format(bucket.before));
  return named(formatBucket(bucket, interval, timeZone), `${value}${before}`);
}

const lastKnownIndex = (buckets: readonly Bucket[]): number =>
  buckets.findLastIndex(({ value }) => value !== null);

function usePlot(props: ChartPlotProps, onIndex: (index: number | null) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(null);
  const { buckets, interval, timeZone, metric, width, height, onRange } = props;
  const events = useRef({ onRange });
  useEffect(() => {
    events.current = { onRange };
  }, [onRange]);
  const drawing = useMemo(() => {
    const dates = buckets.map(({ date }) => date);
    const room = Math.max(2, Math.floor((width - INSET.left) / TICK_PX));
    const ticks = createTicks(dates, room, { interval, timeZone });
    return { buckets, ticks, axis: metric.axis ?? COUNTS, width, height };
  }, [buckets, interval, timeZone, metric.axis, width, height]);
  const first = useRef(drawing);
  useLayoutEffect(() => {
    if (!ref.current) return;
    const made = createPlot(ref.current, first.current, {
      onIndex,
      onRange: (from, to) => events.current.onRange(from, to),
    });
    plot.current = made;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', made.recolour);
    addEventListener('themechange', made.recolour);
    return () => {
      dark.removeEventListener('change', made.recolour);
      removeEventListener('themechange', made.recolour);
      made.destroy();
    };
  }, [onIndex]);
  useLayoutEffect(() => plot.current?.draw(drawing), [drawing]);
  return { ref, plot };
}
