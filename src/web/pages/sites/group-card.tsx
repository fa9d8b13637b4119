import { Ellipsis, Pin } from 'lucide-react';
import { ViewLink } from '../../app/view-link.tsx';
import * as labels from '../../labels/groups.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { Change } from '../../ui/change.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { DragHandle } from './drag-handle.tsx';
import { colourStyle, GroupIcon } from './group-icon.tsx';
import { type ListedSite, sumNumbers, toNumbers } from './site-numbers.ts';
import { Trend } from './trend.tsx';
import type { Dragging } from './use-drag.ts';
import type { Group } from './use-groups.ts';
import type { ShownDays } from './use-sites.ts';

/** Sites shown on the card; the others are on the group's page. */
const MAX_LINES = 4;

export interface GroupCardProps {
  readonly group: Group;
  /** Its sites with their numbers. */
  readonly sites: readonly ListedSite[];
  readonly index: number;
  readonly shown: ShownDays;
  /** Null: not sortable. */
  readonly drag: Dragging | null;
  readonly onStep: (step: -1 | 1) => void;
  /** Menu items; empty for users who may not change it. */
  readonly items: readonly (MenuItem | null)[];
}

export function GroupCard(props: GroupCardProps) {
  const { group, sites, index, shown, drag, onStep, items } = props;
  const { hits, visitors, before, series } = sumNumbers(sites);
  const isDragged = drag?.isDragged(index);
  return (
    <li
      className={isDragged ? 'group-card dragged' : 'group-card'}
      style={{ ...colourStyle(group.accent_color), ...drag?.itemStyle(index) }}
    >
      <div className="group-head">
        <GroupIcon icon={group.icon} />
        <h3>
          <ViewLink path={`/groups/${group.id}`} className="site-link">
            <UntrustedText text={group.name} isCut />
          </ViewLink>
        </h3>
        {group.pinned && <Pin size={13} role="img" aria-label={shared.pinned} className="site-pin" />}
        <span className="grow" />
        {drag && <DragHandle name={group.name} index={index} drag={drag} onStep={onStep} />}
        {items.length > 0 && (
          <div className="site-menu">
            <Menu
              label={shared.moreAbout(group.name)}
              trigger={<Ellipsis size={18} aria-hidden="true" />}
              items={items}
            />
          </div>
        )}
      </div>
      {group.description !== '' && (
        <p className="group-description soft">
          <UntrustedText text={group.description} />
        </p>
      )}
      <p className="group-figures">
        <span>
          <b>{formatNumber(visitors)}</b> {shared.visitorNoun(visitors)}{' '}
          {before && <Change now={visitors} before={before.visitors} />}
        </span>
        <span>
          <b>{formatNumber(hits)}</b> {shared.pageviewNoun(hits)}{' '}
          {before && <Change now={hits} before={before.hits} />}
        </span>
      </p>
      {sites.length === 0 ? (
        <p className="soft">{labels.noSites}</p>
      ) : group.default_chart_view === 'combined' ? (
        <div className="group-trend">
          <Trend series={series} {...shown} />
          <p className="soft">{labels.together(labels.siteCount(sites.length))}</p>
        </div>
      ) : (
        <Lines sites={sites} shown={shown} />
      )}
    </li>
  );
}

function Lines({ sites, shown }: Pick<GroupCardProps, 'sites' | 'shown'>) {
  const rest = sites.length - MAX_LINES;
  return (
    <ul className="group-lines">
      {sites.slice(0, MAX_LINES).map(site => (
        <li key={site.id}>
          <span className="group-line-name">
            <UntrustedText text={site.label} isCut />
          </span>
          <Trend series={toNumbers(site).series} {...shown} />
          <span className="group-line-count">
            {formatNumber(site.period_visitors ?? 0)}
            <span className="visually-hidden"> {shared.visitorNoun(site.period_visitors ?? 0)}</span>
          </span>
        </li>
      ))}
      {rest > 0 && <li className="soft">{labels.and(labels.otherCount(rest))}</li>}
    </ul>
  );
}
