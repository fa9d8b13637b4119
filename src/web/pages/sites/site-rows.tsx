/** The rows of sites, the pinned ones first. */

import { useMemo } from 'react';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sites.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type ListState, listSites } from './list-state.ts';
import type { ListedSite } from './site-numbers.ts';
import { SiteRow } from './site-row.tsx';
import { useDrag } from './use-drag.ts';
import type { SortedSites } from './use-site-order.ts';
import type { ShownDays } from './use-sites.ts';

interface RowsProps {
  readonly shown: ShownDays;
  readonly onMove: (site: ListedSite, to: number) => void;
  readonly onPin: (site: ListedSite, isPinned: boolean) => void;
}

export function SiteRows({
  sorted,
  state,
  onClear,
  ...rest
}: RowsProps & {
  readonly sorted: SortedSites;
  readonly state: ListState;
  readonly onClear: () => void;
}) {
  const isFiltered = state.words.trim() !== '' || state.state !== 'all';
  const isFixed = isFiltered || state.sort !== 'own';
  const { pinned, others } = useMemo(() => listSites(sorted, state), [sorted, state]);
  const pinnedIds = new Set(sorted.pinned.map(({ id }) => id));
  const count = pinned.length + others.length;
  return (
    <div className="site-rows">
      <p className="visually-hidden" role="status">
        {isFiltered ? labels.siteCountOf(count, sorted.pinned.length + sorted.others.length) : ''}
      </p>
      {count === 0 && (
        <EmptyState title={labels.noMatch}>
          <p>{labels.noMatchHint}</p>
          <Button isSmall onClick={onClear}>
            {labels.showAllSites}
          </Button>
        </EmptyState>
      )}
      {count > 0 && (
        <div className="site-columns" aria-hidden="true">
          <span>{shared.visitors}</span>
          <span>{shared.pageviews}</span>
          <span>{labels.statusColumn}</span>
        </div>
      )}
      {pinned.length > 0 && (
        <Rows {...rest} name={labels.pinnedSites} sites={pinned} pinnedIds={pinnedIds} isFixed={isFixed} />
      )}
      {others.length > 0 && (
        <Rows
          {...rest}
          name={pinned.length > 0 ? labels.otherSites : shared.sites}
          sites={others}
          pinnedIds={pinnedIds}
          isFixed={isFixed}
        />
      )}
    </div>
  );
}

function Rows({
  name,
  sites,
  pinnedIds,
  isFixed,
  shown,
  onMove,
  onPin,
}: RowsProps & {
  readonly name: string;
  readonly sites: readonly ListedSite[];
  readonly pinnedIds: ReadonlySet<number>;
  /** Whether the rows cannot be sorted. */
  readonly isFixed: boolean;
}) {
  const drag = useDrag(sites.length, (from, to) => {
    const site = sites[from];
    if (site) onMove(site, to);
  });
  const canMove = !isFixed && sites.length > 1;
  return (
    <ul className={drag.isDragging ? 'site-list dragging' : 'site-list'} aria-label={name} ref={drag.list}>
      {sites.map((site, index) => (
        <SiteRow
          key={site.id}
          site={site}
          index={index}
          count={sites.length}
          isPinned={pinnedIds.has(site.id)}
          shown={shown}
          drag={canMove ? drag : null}
          onMove={to => to >= 0 && to < sites.length && onMove(site, to)}
          onPin={pinned => onPin(site, pinned)}
        />
      ))}
    </ul>
  );
}
