import type { ReactNode } from 'react';

/** A number with its name and its change; with `onSelect` a button that chooses what the chart shows. */
export function Figure({
  name,
  meaning,
  value,
  exact,
  change,
  isStale = false,
  isShown = false,
  onSelect,
}: {
  readonly name: string;
  /** Tooltip of the name. */
  readonly meaning?: string | undefined;
  readonly value: ReactNode;
  /** Tooltip of the value, where it is shortened. */
  readonly exact?: string | undefined;
  readonly change?: ReactNode;
  readonly isStale?: boolean;
  /** Whether the chart is of it. */
  readonly isShown?: boolean;
  readonly onSelect?: (() => void) | undefined;
}) {
  const stale = isStale ? ' stale' : '';
  const content = (
    <>
      <span className="figure-name" title={meaning}>
        {name}
      </span>
      <span className={`figure-value${stale}`} title={exact}>
        {value}
      </span>
      {change !== undefined && <span className={`figure-change${stale}`}>{change}</span>}
    </>
  );
  if (!onSelect) return <div className="figure">{content}</div>;
  return (
    <button type="button" className="figure" aria-pressed={isShown} onClick={onSelect}>
      {content}
    </button>
  );
}
