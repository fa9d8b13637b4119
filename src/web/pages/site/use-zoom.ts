/** Zooming into a range of the chart, and back. */
import { useCallback, useState } from 'react';
import type { Day } from '../../../core/span.ts';
import { toDay } from '../../../lib/time.ts';
import { useView } from '../../app/use-view.ts';
import { type Bucket, lastDayOfBucket, type Series } from '../../charts/series.ts';
import { toPeriod } from '../../period-labels.ts';
import type { View } from '../../view.ts';

/** What a zoom changes of the view. */
export type Zoomed = Pick<View, 'period' | 'from' | 'to' | 'interval'>;

const toZoomed = ({ period, from, to, interval }: View): Zoomed => ({ period, from, to, interval });

/** Zooms, and goes back to what was shown before the first zoom; null where that is not needed, or something else was chosen. */
export function useZoomReset() {
  const { view, change } = useView();
  const [zoom, setZoom] = useState<{ readonly before: Zoomed; readonly after: Zoomed } | null>(null);
  const { period, from, to } = view;
  const after = zoom?.after;
  const isZoomed = after?.period === period && after.from === from && after.to === to;
  const onZoom = useCallback(
    (next: Zoomed) => {
      setZoom(known => ({ before: isZoomed && known ? known.before : toZoomed(view), after: next }));
      change(next);
    },
    [view, change, isZoomed],
  );
  return { onZoom, reset: zoom && isZoomed ? () => change(zoom.before) : null };
}

/** Returns a function that zooms into a range of buckets. */
export function useZoom(
  buckets: readonly Bucket[],
  { interval, from, to }: Series,
  onZoom: (period: Zoomed) => void,
) {
  const { timeZone } = useView();
  return useCallback(
    (first: number, last: number) => {
      const [start, end] = [buckets[first]?.date, buckets[last]?.date];
      if (start === undefined || end === undefined) return;
      const today = toDay(new Date(), timeZone);
      const toDayIn = (date: string): Day => (interval === 'hour' ? toDay(new Date(date), timeZone) : date);
      const startDay = toDayIn(start) < from ? from : toDayIn(start);
      const bucketEnd = interval === 'hour' ? toDayIn(end) : lastDayOfBucket(end, interval);
      const endDay = bucketEnd > to ? to : bucketEnd;
      if (startDay === from && endDay === to) return;
      onZoom({ ...toPeriod(startDay, endDay, today), interval: null });
    },
    [buckets, interval, from, to, timeZone, onZoom],
  );
}
