import { Ellipsis, Pin } from 'lucide-react';
import { useCanWrite } from '../../app/user.ts';
import { ViewLink } from '../../app/view-link.tsx';
import { displayHost, displayLabel, hostOf } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sites.tsx';
import { Change } from '../../ui/change.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { HostIcon } from '../../ui/value-icon.tsx';
import { DragHandle } from './drag-handle.tsx';
import { type ListedSite, toNumbers } from './site-numbers.ts';
import { SiteStatus } from './site-status.tsx';
import { Trend } from './trend.tsx';
import type { Dragging } from './use-drag.ts';
import type { ShownDays } from './use-sites.ts';

export interface SiteRowProps {
  readonly site: ListedSite;
  readonly index: number;
  /** Number of sites among which it can be moved. */
  readonly count: number;
  readonly isPinned: boolean;
  readonly shown: ShownDays;
  /** Null while some are hidden or sorted by a figure: their order is not the user's. */
  readonly drag: Dragging | null;
  readonly onMove: (to: number) => void;
  readonly onPin: (isPinned: boolean) => void;
}

export function SiteRow(props: SiteRowProps) {
  const { site, index, isPinned, shown, drag, onMove } = props;
  const { hits, visitors, before, series } = toNumbers(site);
  const [name, host] = [displayLabel(site.label), displayHost(site.url)];
  return (
    <li className={drag?.isDragged(index) ? 'site-row dragged' : 'site-row'} style={drag?.itemStyle(index)}>
      {drag && (
        <DragHandle name={site.label} index={index} drag={drag} onStep={step => onMove(index + step)} />
      )}
      <div className="site-name">
        <HostIcon host={hostOf(site.url)} />
        <ViewLink path={`/sites/${site.id}`} className="site-link">
          <UntrustedText text={name} full={site.label} isCut />
        </ViewLink>
        {isPinned && <Pin size={13} role="img" aria-label={shared.pinned} className="site-pin" />}
        {host !== name && (
          <span className="site-host soft">
            <UntrustedText text={host} full={hostOf(site.url)} isCut />
          </span>
        )}
      </div>
      <div className="site-trend">
        {site.lifetime_hits === 0 && hits === 0 ? (
          <span className="soft">{labels.waitingForHit}</span>
        ) : (
          <Trend series={series} {...shown} />
        )}
      </div>
      <Figure count={visitors} before={before?.visitors} noun={shared.visitorNoun(visitors)} />
      <Figure count={hits} before={before?.hits} noun={shared.pageviewNoun(hits)} />
      <SiteStatus site={site} />
      <RowMenu {...props} />
    </li>
  );
}

function Figure({
  count,
  before,
  noun,
}: {
  readonly count: number;
  readonly before: number | undefined;
  readonly noun: string;
}) {
  return (
    <span className="site-figure">
      <span className="site-count">
        <b>{formatNumber(count)}</b> <span className="site-word">{noun}</span>
      </span>
      {before !== undefined && <Change now={count} before={before} />}
    </span>
  );
}

function RowMenu({ site, index, count, isPinned, drag, onMove, onPin }: SiteRowProps) {
  const canWrite = useCanWrite();
  const moves: (MenuItem | null)[] = drag
    ? [
        ...(index > 0 ? [{ label: shared.moveUp, onSelect: () => onMove(index - 1) }] : []),
        ...(index < count - 1 ? [{ label: shared.moveDown, onSelect: () => onMove(index + 1) }] : []),
      ]
    : [];
  return (
    <div className="site-menu">
      <Menu
        label={shared.moreAbout(site.label)}
        trigger={<Ellipsis size={18} aria-hidden="true" />}
        items={[
          { label: isPinned ? shared.unpin : shared.pinToTop, onSelect: () => onPin(!isPinned) },
          ...moves,
          null,
          { label: shared.live, href: `/sites/${site.id}/live` },
          { label: shared.monitoring, href: `/sites/${site.id}/monitoring` },
          ...(canWrite ? [{ label: shared.settings, href: `/sites/${site.id}/settings` }] : []),
        ]}
      />
    </div>
  );
}
