import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '../../lib/english.ts';

export interface Bar {
  readonly key: string;
  /** Phrasing content only: it is inside a link or a button. */
  readonly label: ReactNode;
  readonly count: number;
  /** Link or action; plain text without either. */
  readonly href?: string;
  readonly onSelect?: () => void;
  readonly isChosen?: boolean;
}

/** A list of horizontal bars. */
export function BarList({
  bars,
  label,
  max = Math.max(1, ...bars.map(({ count }) => count)),
}: {
  readonly bars: readonly Bar[];
  /** Accessible name. */
  readonly label: string;
  /** Count of the longest bar. */
  readonly max?: number;
}) {
  return (
    <ol className="bar-list" aria-label={label}>
      {bars.map(bar => (
        <li
          key={bar.key}
          className={bar.isChosen ? 'bar-list-item chosen' : 'bar-list-item'}
          style={{ '--share': `${Math.min(100, (bar.count / max) * 100)}%` } as CSSProperties}
        >
          <BarLabel bar={bar} />
          <span className="bar-list-count">{formatNumber(bar.count)}</span>
        </li>
      ))}
    </ol>
  );
}

function BarLabel({ bar: { label, href, onSelect, isChosen } }: { readonly bar: Bar }) {
  if (href !== undefined) {
    return (
      <Link href={href} className="bar-list-label">
        {label}
      </Link>
    );
  }
  if (!onSelect) return <span className="bar-list-label">{label}</span>;
  return (
    <button type="button" className="bar-list-label" aria-pressed={isChosen ?? false} onClick={onSelect}>
      {label}
    </button>
  );
}
