import { memo } from 'react';
import * as labels from '../labels/charts.tsx';
import { formatNumber } from '../labels/language.ts';
import * as shared from '../labels/shared.tsx';
import type { Interval } from '../view.ts';
import { formatBucket } from './bucket-labels.ts';
import { formatValue, type MetricDefinition } from './metrics.ts';
import type { Bucket } from './series.ts';

/** Counts are written without their noun, which is the heading. */
const formatCell = (metric: MetricDefinition, value: number | null, none: string): string =>
  value === null || metric.isAverage ? formatValue(metric, value, none) : formatNumber(value);

/** The chart as a table, for screen readers. */
export const ChartTable = memo(function ChartTable({
  buckets,
  interval,
  timeZone,
  metric,
}: {
  readonly buckets: readonly Bucket[];
  readonly interval: Interval;
  readonly timeZone: string;
  readonly metric: MetricDefinition;
}) {
  const hasBefore = buckets.some(({ before }) => before !== null);
  return (
    <div className="visually-hidden">
      <table>
        <caption>{labels.overTime(metric.name)}</caption>
        <thead>
          <tr>
            <th scope="col">{shared.when}</th>
            <th scope="col">{metric.name}</th>
            {hasBefore && <th scope="col">{labels.before}</th>}
          </tr>
        </thead>
        <tbody>
          {buckets.map(bucket => (
            <tr key={bucket.date}>
              <th scope="row">{formatBucket(bucket, interval, timeZone)}</th>
              <td>{formatCell(metric, bucket.value, labels.noDataYet)}</td>
              {hasBefore && <td>{formatCell(metric, bucket.before, '')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
