import type { CSSProperties, ReactNode } from 'react';
import * as labels from '../labels/charts.tsx';
import { Change } from '../ui/change.tsx';
import type { Interval } from '../view.ts';
import { formatBucket, formatBucketDate } from './bucket-labels.ts';
import { formatValue, type MetricDefinition } from './metrics.ts';
import type { Bucket } from './series.ts';

/** In CSS pixels. */
const NARROW_PX = 480;
const TOOLTIP_PX = 250;

/** More about a bucket, announced by screen readers. */
export interface BucketExplanation {
  readonly content: ReactNode;
  /** Whether it says what the value is compared with: one baseline is enough. */
  readonly hasBaseline: boolean;
}

/** The tooltip of a bucket, beside the pointer. Screen readers get the same from the plot. */
export function ChartTooltip({
  bucket,
  interval,
  timeZone,
  metric,
  left,
  width,
  explanation,
}: {
  readonly bucket: Bucket;
  readonly interval: Interval;
  readonly timeZone: string;
  readonly metric: MetricDefinition;
  readonly left: number;
  readonly width: number;
  readonly explanation: BucketExplanation | null;
}) {
  const { value, before, beforeDate, isOpen, cut } = bucket;
  const style = positionStyle(left, width);
  // An incomplete bucket is not comparable with a complete one.
  const isComparable = value !== null && before !== null && !isOpen && cut === null;
  return (
    <div className="chart-tip" style={style}>
      <div className="chart-tip-values" aria-hidden="true">
        <span className="soft">{formatBucket(bucket, interval, timeZone)}</span>
        <span className="chart-tip-value">
          {formatValue(metric, value, labels.noDataYetTitle)}
          {isComparable && !explanation?.hasBaseline && (
            <Change
              now={value}
              before={before}
              isIncreaseGood={null}
              isRate={metric.isRate ?? false}
              format={metric.format}
            />
          )}
        </span>
        {before !== null && beforeDate !== null && (
          <span className="soft chart-tip-before">
            <DashedLine /> {metric.format(before)} · {formatBucketDate(beforeDate, interval, timeZone)}
          </span>
        )}
      </div>
      <div role="status">{explanation?.content}</div>
    </div>
  );
}

/** Positions the tooltip beside the pointer where there is room, else over it. */
function positionStyle(left: number, width: number): CSSProperties {
  if (width < NARROW_PX) {
    return { width: TOOLTIP_PX, left: Math.max(0, Math.min(width - TOOLTIP_PX, left - TOOLTIP_PX / 2)) };
  }
  return left > width / 2 ? { right: width - left + 12 } : { left: left + 12 };
}

/** The dashed line of the comparison, as a legend. */
export function DashedLine() {
  return (
    <svg className="chart-dash" viewBox="0 0 18 4" aria-hidden="true">
      <line x1="0" y1="2" x2="18" y2="2" />
    </svg>
  );
}
