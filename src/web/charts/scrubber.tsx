/** Points at one of many values in a row, by pointer, touch or arrow keys: too many for an element each. */
import type { PointerEvent, ReactNode } from 'react';
import { nextIndex } from './arrow-keys.ts';

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 10, ArrowDown: -10, PageUp: 60, PageDown: -60 };

export function Scrubber({
  className,
  label,
  valueText,
  index,
  count,
  findIndex,
  onIndex,
  children,
}: {
  readonly className: string;
  readonly label: string;
  /** The value that is pointed at, the last one without any. */
  readonly valueText: string;
  /** Null: nothing is pointed at. */
  readonly index: number | null;
  readonly count: number;
  /** Returns the value at a share of the width, from 0 to 1. */
  readonly findIndex: (share: number) => number;
  readonly onIndex: (index: number | null) => void;
  readonly children: ReactNode;
}) {
  const current = index ?? count - 1;
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onIndex(findIndex(Math.max(0, Math.min(1, (clientX - left) / Math.max(1, width)))));
  };
  return (
    <div
      className={className}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={current + 1}
      aria-valuetext={valueText}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onIndex(null)}
      onFocus={() => onIndex(current)}
      onBlur={() => onIndex(null)}
      onKeyDown={event => {
        const next = nextIndex(event.key, { index: current, count, steps: STEPS });
        if (next === undefined) return;
        event.preventDefault();
        onIndex(next);
      }}
    >
      {children}
    </div>
  );
}
