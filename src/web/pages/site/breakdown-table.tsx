/** The table of a breakdown. A click on a row filters by it; Alt and a click excludes it. */

import { Check, ExternalLink, MoreHorizontal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useView, type ViewState } from '../../app/use-view.ts';
import { type Bar, type BarAction, BarList } from '../../charts/bar-list.tsx';
import { BarRevenue } from '../../charts/bar-revenue.tsx';
import { formatDuration } from '../../format.ts';
import * as channels from '../../labels/channels.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ValueIcon } from '../../ui/value-icon.tsx';
import { hasFilter, withFilter, withoutFilter } from '../../view.ts';
import type { Breakdown } from './breakdown-definitions.ts';
import {
  type BreakdownRow,
  type BreakdownRows,
  formatRowLabel,
  toRowFilter,
  toRowUrl,
} from './breakdown-rows.ts';

const ChannelWhy = lazy(async () => ({ default: (await import('./channel-why.tsx')).ChannelWhy }));

const TIME = { name: labels.timeOnPage, meaning: labels.timeOnPageHint };
/** Takes the place of the time. */
const GOAL = { name: shared.conversions, isKept: true } as const;

export interface BreakdownTableProps {
  readonly site: { readonly id: number; readonly url: string };
  readonly breakdown: Breakdown;
  readonly answer: Pick<BreakdownRows, 'rows' | 'count' | 'views' | 'hasTimes' | 'isCompared'>;
  /** Count of the longest bar. */
  readonly max: number;
  /** Current drill-downs, beside the name of the first column. */
  readonly aside?: ReactNode;
  /** Drills down to another list, of one row only. */
  readonly onDrillDown?: (key: string) => void;
  /** Called after a row was chosen as a filter. */
  readonly onPicked?: () => void;
}

export function BreakdownTable(props: BreakdownTableProps) {
  const { breakdown, answer, max, aside } = props;
  const viewState = useView();
  const [explained, setExplained] = useState<string | null>(null);
  const bars = answer.rows.map((row): Bar => {
    const { items, ...bar } = toBar(row, props, { ...viewState, onExplain: setExplained });
    return {
      ...bar,
      menu: items.length > 0 && (
        <Menu
          label={shared.moreAbout(formatRowLabel(breakdown, row.key))}
          trigger={<MoreHorizontal size={16} aria-hidden="true" />}
          items={items}
          className="button quiet small"
          isIcon
        />
      ),
    };
  });
  const table = (
    <BarList
      bars={bars}
      label={breakdown.name}
      rowName={
        <>
          {breakdown.rowName}
          {aside}
        </>
      }
      count={answer.count}
      views={answer.views}
      time={answer.rows[0]?.conversions ? GOAL : answer.hasTimes ? TIME : null}
      hasChange={answer.isCompared}
      hasShare
      hasMenu
      max={max}
    />
  );
  return (
    <>
      {table}
      {explained !== null && (
        <Suspense fallback={null}>
          <ChannelWhy channel={explained} onClose={() => setExplained(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Converts a row to its bar and the items of its menu. */
function toBar(
  { key, count, before, share, views, engagedSeconds, conversions, revenue }: BreakdownRow,
  { site, breakdown, onDrillDown, onPicked }: BreakdownTableProps,
  { view, change, toHref, onExplain }: ViewState & { readonly onExplain: (channel: string) => void },
): Bar & { readonly items: readonly MenuItem[] } {
  const filter = toRowFilter(breakdown, key);
  const isChosen = filter !== null && hasFilter(view, filter);
  const address = toRowUrl(breakdown, key, site.url);
  const items: MenuItem[] = [];
  let action: BarAction | undefined;
  if (filter) {
    const toggled = isChosen ? withoutFilter(view, filter) : withFilter(view, filter);
    const onSelect = () => {
      change(toggled);
      if (!isChosen) onPicked?.();
    };
    const onAltSelect = () => change(withFilter(view, { ...filter, isExcluded: true }));
    action = { href: toHref(toggled), onSelect, onAltSelect };
    items.push(
      { label: isChosen ? labels.removeFilter : labels.filterByThis, onSelect },
      { label: labels.excludeThis, onSelect: onAltSelect },
    );
  }
  if (key !== null && breakdown.drillDownTo && onDrillDown) action = { onSelect: () => onDrillDown(key) };
  if (breakdown.by === 'channel' && key !== null)
    items.push({ label: channels.why(formatRowLabel(breakdown, key)), onSelect: () => onExplain(key) });
  if (address !== undefined) items.push({ label: openLabel(breakdown), externalHref: address });
  if (breakdown.by === 'event' && filter) {
    const href = toHref(withFilter(view, filter), `/sites/${site.id}/events`);
    items.push({ label: labels.eventDetails, href });
  }
  return {
    key: key ?? '',
    count,
    before,
    share,
    views,
    time: conversions ?? (engagedSeconds === null ? null : formatDuration(engagedSeconds)),
    isNone: key === null,
    isChosen: filter ? isChosen : undefined,
    action,
    items,
    icon: breakdown.icon && <ValueIcon kind={breakdown.icon} value={key} />,
    label: (
      <>
        {isChosen && <Check size={14} aria-hidden="true" />}
        <UntrustedText text={formatRowLabel(breakdown, key)} isCut />
      </>
    ),
    aside: (
      <>
        {address !== undefined && breakdown.filter?.startsWith('referrer') && <OpenLink href={address} />}
        <BarRevenue revenue={revenue} />
      </>
    ),
  };
}

/** For the mouse; the menu has it for everybody. */
const OpenLink = ({ href }: { readonly href: string }) => (
  <a
    className="breakdown-open"
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    title={labels.openSite}
    tabIndex={-1}
  >
    <ExternalLink size={14} aria-hidden="true" />
    <span className="visually-hidden">{labels.openSite}</span>
  </a>
);

const openLabel = ({ by }: Breakdown): string => (by === 'referrer_host' ? labels.openSite : shared.openPage);
