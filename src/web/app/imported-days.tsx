import type { Static } from 'elysia';
import type { OverviewAnswer } from '../../features/overview/schema.ts';
import { INSET, toPosition } from '../charts/plot.ts';
import type { Bucket } from '../charts/series.ts';
import { formatDay } from '../format.ts';
import * as labels from '../labels/imported-days.ts';
import { isServerLanguage } from '../labels/language.ts';
import type { Interval } from '../view.ts';

/** The field of answers; absent without imported days in the period. */
export type Imported = Static<typeof OverviewAnswer>['imported'];

export interface ChartArea {
  readonly buckets: readonly Bucket[];
  readonly interval: Interval;
  readonly width: number;
}

export function ImportedDays({
  included,
  until,
  reason,
  reason_code: code,
  area,
}: NonNullable<Imported> & { readonly area: ChartArea | undefined }) {
  if (area) return included && area.interval !== 'hour' ? <Band {...area} until={until} /> : null;
  if (included) return null;
  return (
    <span className="imported-note soft">
      {code === undefined
        ? labels.notIncluded(formatDay(until))
        : labels.notIncludedBecause(
            formatDay(until),
            isServerLanguage && reason !== undefined ? reason : labels.reasons[code],
          )}
    </span>
  );
}

/** Marks the part of a chart that has imported days in it. */
function Band({ until, buckets, width }: ChartArea & { readonly until: string }) {
  const last = buckets.findLastIndex(({ date }) => date <= until);
  if (last < 0) return null;
  const position = (index: number) => toPosition(index, buckets.length, width);
  const end = last === buckets.length - 1 ? width - INSET.right : (position(last) + position(last + 1)) / 2;
  const { left, top, bottom } = INSET;
  return (
    <div className="imported-band" style={{ left, top, bottom, width: end - left }}>
      {labels.importedUntil(formatDay(until))}
    </div>
  );
}
