import { formatChange, formatPoints, relativeChange } from '../format.ts';
import { formatNumber } from '../labels/language.ts';
import * as labels from '../labels/ui.ts';

/** Changes below these are written as none: half of the last digit that is shown. */
const LEAST = { percent: 0.005, points: 0.05 };

/**
 * The relative change of a number, or the difference of two percentages in points. More is not always better: `isIncreaseGood` decides the colours, null for
 * neutral.
 */
export function Change({
  now,
  before,
  isIncreaseGood = true,
  isRate = false,
  format = formatNumber,
}: {
  readonly now: number;
  readonly before: number;
  readonly isIncreaseGood?: boolean | null;
  /** Whether the numbers are percentages. */
  readonly isRate?: boolean;
  /** Formats the number before, for the tooltip. */
  readonly format?: (value: number) => string;
}) {
  const change = isRate ? now - before : relativeChange(now, before);
  if (change === null) return now === 0 ? null : <span className="change">{labels.newLabel}</span>;
  const isUp = change > 0;
  const isNone = Math.abs(change) < (isRate ? LEAST.points : LEAST.percent);
  const tone = isIncreaseGood === null || isNone ? '' : isUp === isIncreaseGood ? ' good' : ' bad';
  return (
    <span className={`change${tone}`} title={labels.before(format(before))}>
      {!isNone && <span aria-hidden="true">{isUp ? '↑' : '↓'}</span>}
      {isRate ? formatPoints(change) : formatChange(change)}
    </span>
  );
}
