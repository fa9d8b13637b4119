/** The leaderboard: pages by all their hits. */

import type { Static } from '@sinclair/typebox';
import { useDeferredValue, useState } from 'react';
import type { Leaderboard } from '../../../features/leaderboard/schema.ts';
import { ImportedDays } from '../../app/imported.tsx';
import { useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useUserTimeZone } from '../../app/user.ts';
import { BarList } from '../../charts/bar-list.tsx';
import { formatTimeOfDay } from '../../format.ts';
import * as labels from '../../labels/leaderboard.tsx';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { DEFAULT_VIEW } from '../../view.ts';
import { overviewHref } from './links.ts';

type Board = Static<typeof Leaderboard>;

const PER_PAGE = 50;
const ALL_TIME = { ...DEFAULT_VIEW, period: 'all' } as const;

export function LeaderboardPage() {
  return (
    <SiteLayout title={shared.leaderboard}>
      {site => <LeaderboardContent key={site.id} site={site} />}
    </SiteLayout>
  );
}

function LeaderboardContent({ site }: { readonly site: Site }) {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const path = useDeferredValue(text.trim());
  const query = useApi<Board>(
    `/sites/${site.id}/leaderboard`,
    { page, per_page: PER_PAGE, ...(path === '' ? {} : { path }) },
    { keepsPrevious: true },
  );
  const search = (next: string) => {
    setText(next);
    setPage(1);
  };
  return (
    <Panel
      title={labels.pagesOfAllTime}
      aside={<SearchField label={labels.searchPages} value={text} maxLength={1024} onValue={search} />}
    >
      <Freshness board={query.data} />
      <ImportedDays imported={query.data?.imported} />
      <QueryContent query={query} loading={12}>
        {board =>
          board.leaderboard.length === 0 ? (
            <NoResults text={path} onClear={() => search('')} />
          ) : (
            <>
              <Rows site={site} board={board} isStale={query.isPlaceholderData} />
              <Pager pagination={board.pagination} onPage={setPage} />
            </>
          )
        }
      </QueryContent>
    </Panel>
  );
}

/** The age of the cached leaderboard. */
function Freshness({ board }: { readonly board: Board | undefined }) {
  const timeZone = useUserTimeZone();
  return (
    <p className="hint">
      {board
        ? labels.countedUpTo(
            formatTimeOfDay(board.cache_info.cached_at, timeZone),
            formatTimeOfDay(board.cache_info.expires_at, timeZone),
          )
        : ' '}
    </p>
  );
}

function Rows({
  site,
  board,
  isStale,
}: {
  readonly site: Site;
  readonly board: Board;
  readonly isStale: boolean;
}) {
  const { current_page: page, per_page: size } = board.pagination;
  const bars = board.leaderboard.map(({ path, total_hits, unique_hits, percentage }) => ({
    key: path,
    label: <UntrustedText text={path} isCut />,
    count: unique_hits,
    views: total_hits,
    share: percentage / 100,
    action: { href: overviewHref(site.id, { name: 'path', value: path }, ALL_TIME) },
  }));
  return (
    <div className={isStale ? 'stale' : undefined}>
      <BarList
        bars={bars}
        label={labels.pagesOfAllTime}
        rowName={shared.page}
        count={{ name: labels.uniqueViews, meaning: labels.uniqueHint }}
        views={{ name: shared.pageviews }}
        drawn="views"
        hasShare
        firstRank={(page - 1) * size + 1}
      />
    </div>
  );
}

const NoResults = ({ text, onClear }: { readonly text: string; readonly onClear: () => void }) =>
  text === '' ? (
    <EmptyState title={labels.emptyTitle}>{labels.emptyHint}</EmptyState>
  ) : (
    <EmptyState title={labels.noMatch}>
      <Button isSmall onClick={onClear}>
        {labels.showAllPages}
      </Button>
    </EmptyState>
  );
