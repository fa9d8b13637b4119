import { formatChange, relativeChange } from '../format.ts';
import { formatNumber } from '../labels/language.ts';
import * as labels from '../labels/ui.ts';

/**
 * The relative change of a number. More is not always better: `isIncreaseGood` decides the colours, null for
 * neutral.
 */
export function Change({
  now,
  before,
  isIncreaseGood = true,
  format = formatNumber,
}: {
  readonly now: number;
  readonly before: number;
  readonly isIncreaseGood?: boolean | null;
  /** Formats the number before, for the tooltip. */
  readonly format?: (value: number) => string;
}) {
  const change = relativeChange(now, before);
  if (change === null) return now === 0 ? null : <span className="change">{labels.newLabel}</span>;
  const isUp = change > 0;
  const tone =
    isIncreaseGood === null || Math.abs(change) < 0.005 ? '' : isUp === isIncreaseGood ? ' good' : ' bad';
  return (
    <span className={`change${tone}`} title={labels.before(format(before))}>
      {Math.abs(change) >= 0.005 && <span aria-hidden="true">{isUp ? '↑' : '↓'}</span>}
      {formatChange(change)}
    </span>
  );
}
