/** The list of every page: names with bars behind them, and their figures in columns of one order. */

import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'wouter';
import { formatShare } from '../format.ts';
import * as labels from '../labels/charts.tsx';
import { formatNumber } from '../labels/language.ts';
import * as shared from '../labels/shared.tsx';
import { Change } from '../ui/change.tsx';

export interface Bar {
  readonly key: string;
  /** Phrasing content only: it is inside a link or a button. */
  readonly label: ReactNode;
  /** Before the label, in a separate box. */
  readonly icon?: ReactNode;
  readonly count: number;
  /** What `count` was in the period that is compared with. */
  readonly before?: number | null;
  readonly views?: number | null;
  /** How long it was read, formatted; null where that is not known. */
  readonly time?: string | null;
  /** From 0 to 1. */
  readonly share?: number;
  /** A row without a value: it has softer colours and no bar, which would dwarf the others. */
  readonly isNone?: boolean;
  readonly action?: BarAction | undefined;
  readonly isChosen?: boolean | undefined;
  /** Beside the label, not part of its link. */
  readonly aside?: ReactNode;
  /** At the end of the row. With a mouse it overlays the row's edge on hover; otherwise it has a column. */
  readonly menu?: ReactNode;
}

/** What a label does: a link to a page of ours, a link to another site, a button, or a link whose click acts on this page. */
export type BarAction =
  | { readonly href: string }
  | { readonly externalHref: string; readonly target?: '_blank' | undefined }
  | { readonly onSelect: () => void }
  | { readonly href: string; readonly onSelect: () => void; readonly onAltSelect: () => void };

export interface BarColumn {
  readonly name: string;
  /** Tooltip of the heading, if the name alone is not clear. */
  readonly meaning?: string | undefined;
  /** Whether narrow lists show it too. */
  readonly isKept?: true;
}

interface BarListProps {
  readonly bars: readonly Bar[];
  /** Accessible name. */
  readonly label: string;
  /** Heading of the names. */
  readonly rowName: ReactNode;
  /** Headings of the figures that rows have. */
  readonly count: BarColumn;
  readonly views?: BarColumn | null;
  /** Takes the place of the share. */
  readonly time?: BarColumn | null;
  readonly hasChange?: boolean;
  readonly hasShare?: boolean;
  readonly hasMenu?: boolean;
  /** Which figure rows are ordered and drawn by. */
  readonly drawn?: 'count' | 'views';
  /** The figure of the longest bar. */
  readonly max?: number;
}

/** Returns the figure of the longest bar. */
const longestBar = (bars: readonly Bar[], drawn: 'count' | 'views' = 'count'): number =>
  Math.max(1, ...bars.map(bar => (bar.isNone ? 0 : (bar[drawn] ?? 0))));

export function BarList({
  bars,
  label,
  rowName,
  count,
  views = null,
  time = null,
  hasChange = false,
  hasShare: canHaveShare = false,
  hasMenu = false,
  drawn = 'count',
  max = longestBar(bars, drawn),
}: BarListProps) {
  const hasShare = canHaveShare && time === null;
  const timeClass = time?.isKept ? '' : ' bar-time';
  const numberClass = (column: 'count' | 'views') => (column === drawn ? 'number' : 'number soft bar-minor');
  return (
    <div className="bar-list">
      <table className={hasChange ? 'compared' : undefined}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col" className="bar-name">
              {rowName}
            </th>
            <th scope="col" className={numberClass('count')} title={count.meaning}>
              {count.name}
            </th>
            {hasChange && (
              <th scope="col" className="number">
                {shared.change}
              </th>
            )}
            {views && (
              <th scope="col" className={numberClass('views')} title={views.meaning}>
                {views.name}
              </th>
            )}
            {time && (
              <th scope="col" className={`number${timeClass}`} title={time.meaning}>
                {time.name}
              </th>
            )}
            {hasShare && (
              <th scope="col" className="number bar-share">
                {shared.share}
              </th>
            )}
            {hasMenu && <td className="bar-menu" />}
          </tr>
        </thead>
        <tbody>
          {bars.map(bar => (
            <tr key={bar.key} className={bar.isChosen ? 'bar-row on' : 'bar-row'}>
              <th scope="row" className="bar-name">
                <div
                  className="bar"
                  style={
                    {
                      '--bar': `${bar.isNone ? 0 : Math.min(1, (bar[drawn] ?? 0) / max) * 100}%`,
                    } as CSSProperties
                  }
                >
                  <BarLabel bar={bar} />
                  {bar.aside}
                </div>
              </th>
              <td className={numberClass('count')}>{formatNumber(bar.count)}</td>
              {hasChange && (
                <td className="number bar-change">
                  {typeof bar.before === 'number' && (
                    <Change now={bar.count} before={bar.before} isIncreaseGood={null} />
                  )}
                </td>
              )}
              {views && <td className={numberClass('views')}>{formatNumber(bar.views ?? 0)}</td>}
              {time && <td className={`number soft${timeClass}`}>{bar.time ?? <NoTime />}</td>}
              {hasShare && <td className="number soft bar-share">{formatShare(bar.share ?? 0)}</td>}
              {hasMenu && <td className="bar-menu">{bar.menu}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NoTime = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">{labels.noTime}</span>
  </>
);

function BarLabel({ bar: { label, icon, action, isChosen, isNone } }: { readonly bar: Bar }) {
  const className = isNone ? 'bar-label none' : 'bar-label';
  const content = (
    <>
      {icon}
      {label}
    </>
  );
  if (!action) return <span className={className}>{content}</span>;
  if ('externalHref' in action) {
    return (
      <a className={className} href={action.externalHref} rel="noopener noreferrer" target={action.target}>
        {content}
      </a>
    );
  }
  if (!('href' in action)) {
    return (
      <button type="button" className={className} aria-pressed={isChosen} onClick={action.onSelect}>
        {content}
      </button>
    );
  }
  if (!('onSelect' in action)) {
    return (
      <Link href={action.href} className={className}>
        {content}
      </Link>
    );
  }
  return (
    <Link
      href={action.href}
      className={className}
      aria-current={isChosen ? 'true' : undefined}
      onClick={event => {
        event.preventDefault();
        action.onSelect();
      }}
      onClickCapture={event => {
        // The link leaves clicks with a modifier to the browser.
        if (!event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        action.onAltSelect();
      }}
    >
      {content}
    </Link>
  );
}
