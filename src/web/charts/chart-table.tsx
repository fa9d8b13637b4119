import { memo } from 'react';
import * as labels from '../labels/charts.tsx';
import { formatNumber } from '../labels/language.ts';
import * as shared from '../labels/shared.tsx';
import type { Interval } from '../view.ts';
import { formatBucket } from './bucket-labels.ts';
import type { MetricDefinition } from './metrics.ts';
import type { Bucket } from './series.ts';

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
              <td>{bucket.value === null ? labels.noDataYet : formatNumber(bucket.value)}</td>
              {hasBefore && <td>{bucket.before === null ? '' : formatNumber(bucket.before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
