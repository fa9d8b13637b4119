import { INSET, toPosition } from '../charts/plot.ts';
import type { Bucket } from '../charts/series.ts';
import { formatDay } from '../format.ts';
import * as labels from '../labels/imported-days.ts';
import { isServerLanguage } from '../labels/language.ts';

export const Note = ({ until, reason }: { readonly until: string; readonly reason: string }) => (
  <span className="imported-note soft">
    {isServerLanguage && reason !== ''
      ? labels.notIncludedBecause(formatDay(until), reason)
      : labels.notIncluded(formatDay(until))}
  </span>
);

export function Band({
  until,
  buckets,
  width,
}: {
  readonly until: string;
  readonly buckets: readonly Bucket[];
  readonly width: number;
}) {
  const last = buckets.findLastIndex(({ date }) => date <= until);
  if (last < 0) return null;
  const position = (index: number) => toPosition(index, buckets.length, width);
  const end = last === buckets.length - 1 ? width - INSET.right : (position(last) + position(last + 1)) / 2;
  return (
    <div className="imported-band" style={{ left: INSET.left, width: end - INSET.left }}>
      <span>{labels.importedUntil(formatDay(until))}</span>
    </div>
  );
}
