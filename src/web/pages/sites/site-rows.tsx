/** The rows of sites, the pinned ones first. */

import { useMemo } from 'react';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sites.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type ListedSite, matchesSearch } from './site-numbers.ts';
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
  words,
  onClear,
  ...rest
}: RowsProps & {
  readonly sorted: SortedSites;
  /** Search text; empty for all. */
  readonly words: string;
  readonly onClear: () => void;
}) {
  const isSearch = words.trim() !== '';
  const { pinned, others } = useMemo<SortedSites>(() => {
    if (!isSearch) return sorted;
    const found = (sites: readonly ListedSite[]) => sites.filter(site => matchesSearch(site, words.trim()));
    return { pinned: found(sorted.pinned), others: found(sorted.others) };
  }, [sorted, words, isSearch]);
  const count = pinned.length + others.length;
  return (
    <div className="site-rows">
      <p className="visually-hidden" role="status">
        {isSearch ? labels.siteCountOf(count, sorted.pinned.length + sorted.others.length) : ''}
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
        </div>
      )}
      {pinned.length > 0 && (
        <Rows {...rest} name={labels.pinnedSites} sites={pinned} isPinned isFixed={isSearch} />
      )}
      {others.length > 0 && (
        <Rows
          {...rest}
          name={pinned.length > 0 ? labels.otherSites : shared.sites}
          sites={others}
          isPinned={false}
          isFixed={isSearch}
        />
      )}
    </div>
  );
}

function Rows({
  name,
  sites,
  isPinned,
  isFixed,
  shown,
  onMove,
  onPin,
}: RowsProps & {
  readonly name: string;
  readonly sites: readonly ListedSite[];
  readonly isPinned: boolean;
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
          isPinned={isPinned}
          shown={shown}
          drag={canMove ? drag : null}
          onMove={to => to >= 0 && to < sites.length && onMove(site, to)}
          onPin={pinned => onPin(site, pinned)}
        />
      ))}
    </ul>
  );
}
