import { Check, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '../../../lib/english.ts';
import { useView } from '../../app/use-view.ts';
import { formatShare } from '../../format.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { Change } from '../../ui/change.tsx';
import { Flag } from '../../ui/flag.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { type Filter, hasFilter, withFilter, withoutFilter } from '../../view.ts';
import type { Breakdown } from './breakdown-definitions.ts';
import { RowMenuButton, type RowMenuHandle } from './breakdown-menu.tsx';
import { type BreakdownRow, formatRowLabel, toRowFilter, toRowUrl } from './breakdown-rows.ts';

/** What the rows of a table have in common. */
export interface BreakdownRowProps {
  readonly site: { readonly id: number; readonly url: string };
  readonly breakdown: Breakdown;
  /** Count of the longest bar. */
  readonly max: number;
  /** Drills down to another list, of this row only. */
  readonly onDrillDown?: (key: string) => void;
  /** Called after a row was chosen as a filter. */
  readonly onPicked?: () => void;
}

export function BreakdownTableRow({
  row,
  menu,
  site,
  breakdown,
  max,
  onDrillDown,
  onPicked,
}: BreakdownRowProps & {
  readonly row: BreakdownRow;
  readonly menu: RowMenuHandle;
}) {
  const { key, count, before, share, views } = row;
  const { view, toHref } = useView();
  const filter = toRowFilter(breakdown, key);
  const choice = useRowChoice(filter, onPicked);
  const label = formatRowLabel(breakdown, key);
  const address = toRowUrl(breakdown, key, site.url);
  const drillDown = key !== null && breakdown.drillDownTo ? onDrillDown : undefined;
  const items: MenuItem[] = [
    ...(choice ? toMenuItems(choice) : []),
    ...(address === undefined ? [] : [{ label: openLabel(breakdown), externalHref: address }]),
    ...(breakdown.by === 'event' && filter
      ? [{ label: labels.eventDetails, href: toHref(withFilter(view, filter), `/sites/${site.id}/events`) }]
      : []),
  ];
  return (
    <tr className={choice?.isActive ? 'breakdown-row on' : 'breakdown-row'}>
      <th scope="row">
        <div className="breakdown-what">
          {key !== null && count > 0 && (
            <span className="breakdown-bar" style={{ inlineSize: `${Math.min(1, count / max) * 100}%` }} />
          )}
          <RowLabel
            className={key === null ? 'breakdown-key none' : 'breakdown-key'}
            choice={choice}
            onDrillDown={drillDown && (() => drillDown(key ?? ''))}
          >
            {choice?.isActive && <Check size={14} aria-hidden="true" />}
            {breakdown.by === 'country' && <Flag code={key ?? ''} />}
            <UntrustedText text={label} isCut />
          </RowLabel>
          {address !== undefined && breakdown.filter?.startsWith('referrer') && (
            // For the mouse; the menu has it for everybody.
            <a
              className="breakdown-open"
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              title={labels.openSite}
              tabIndex={-1}
            >
              <ExternalLink size={14} aria-hidden="true" />
              <span className="visually-hidden">{labels.openSite}</span>
            </a>
          )}
        </div>
      </th>
      <td className="number">{formatNumber(count)}</td>
      {before !== null && (
        <td className="number breakdown-change">
          <Change now={count} before={before} isIncreaseGood={null} />
        </td>
      )}
      <td className="number soft breakdown-share">{formatShare(share, true)}</td>
      {views !== null && <td className="number soft breakdown-views">{formatNumber(views)}</td>}
      <td className="breakdown-more-cell">
        {items.length > 0 && <RowMenuButton handle={menu} label={shared.moreAbout(label)} items={items} />}
      </td>
    </tr>
  );
}

interface RowChoice {
  readonly isActive: boolean;
  /** The page with the filter toggled. */
  readonly href: string;
  readonly toggle: () => void;
  readonly exclude: () => void;
}

/** Returns what choosing a row as a filter does; null for rows without a filter. */
function useRowChoice(filter: Filter | null, onPicked: (() => void) | undefined): RowChoice | null {
  const { view, change, toHref } = useView();
  if (!filter) return null;
  const isActive = hasFilter(view, filter);
  const toggled = isActive ? withoutFilter(view, filter) : withFilter(view, filter);
  return {
    isActive,
    href: toHref(toggled),
    toggle: () => {
      change(toggled);
      if (!isActive) onPicked?.();
    },
    exclude: () => change(withFilter(view, { ...filter, isExcluded: true })),
  };
}

const toMenuItems = ({ isActive, toggle, exclude }: RowChoice): MenuItem[] => [
  { label: isActive ? labels.removeFilter : labels.filterByThis, onSelect: toggle },
  { label: labels.excludeThis, onSelect: exclude },
];

const openLabel = ({ by }: Breakdown): string => (by === 'referrer_host' ? labels.openSite : shared.openPage);

/** The label of a row: a link that filters, a button that drills down, or plain text. */
function RowLabel({
  className,
  choice,
  onDrillDown,
  children,
}: {
  readonly className: string;
  readonly choice: RowChoice | null;
  readonly onDrillDown: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  if (onDrillDown) {
    return (
      <button type="button" className={className} onClick={onDrillDown}>
        {children}
      </button>
    );
  }
  if (!choice) return <span className={className}>{children}</span>;
  return (
    <Link
      href={choice.href}
      className={className}
      aria-current={choice.isActive ? 'true' : undefined}
      onClick={event => {
        event.preventDefault();
        choice.toggle();
      }}
      onClickCapture={event => {
        // The link leaves clicks with a modifier to the browser.
        if (!event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        choice.exclude();
      }}
    >
      {children}
    </Link>
  );
}
