/** The events page: events, their values and series. */

import { useState } from 'react';
import { formatSnippet } from '../../../core/snippet.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { usePublicAddress } from '../../app/use-public-address.ts';
import { useView } from '../../app/use-view.ts';
import { ViewBar } from '../../app/view-bar.tsx';
import { ShowAllTimeButton } from '../../app/widen-view.tsx';
import { scriptPath } from '../../base-path.ts';
import { BarList } from '../../charts/bar-list.tsx';
import { BarRevenue } from '../../charts/bar-revenue.tsx';
import * as labels from '../../labels/events.ts';
import * as others from '../../labels/other-pages.ts';
import * as shared from '../../labels/shared.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { DEFAULT_CHOICES, toElements, toFlags } from '../site-settings/embed.ts';
import { chosenEvent, withEvent } from './chosen-event.ts';
import { EventDetail } from './event-detail.tsx';
import { type EventGroups, useEventGroups } from './use-events.ts';

const PER_PAGE = 20;
const WITH_EVENTS = { ...DEFAULT_CHOICES, events: true };

export function EventsPage() {
  return (
    <SiteLayout title={shared.events}>
      {site => (
        <>
          <ViewBar siteId={site.id} />
          <Explorer key={site.id} site={site} />
        </>
      )}
    </SiteLayout>
  );
}

function Explorer({ site }: { readonly site: Site }) {
  const { view } = useView();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const answer = useEventGroups(site.id, 'event', { page, perPage: PER_PAGE, search });
  const { data, error, refetch } = answer;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const isUnfiltered = view.filters.length === 0 && search === '';
  if (data && data.pagination.total_count === 0 && isUnfiltered) return <NoEvents site={site} />;
  return (
    <div className="columns events">
      <Panel title={shared.events}>
        <input
          className="input"
          type="search"
          value={search}
          maxLength={200}
          aria-label={labels.searchEvents}
          placeholder={labels.searchEvents}
          onChange={event => {
            setSearch(event.target.value);
            setPage(1);
          }}
        />
        {data ? <EventNames data={data} /> : <SkeletonRows count={8} />}
        {data && <Pager pagination={data.pagination} onPage={setPage} label={labels.eventsPager} />}
      </Panel>
      <EventDetail key={chosenEvent(view) ?? ''} siteId={site.id} />
    </div>
  );
}

/** The list of events; choosing the current one again selects all. */
function EventNames({ data }: { readonly data: EventGroups }) {
  const { view, change } = useView();
  const chosen = chosenEvent(view);
  const names = data.grouped_events.map(row => String(row['event'] ?? ''));
  const all = {
    key: 'all',
    label: labels.allEvents,
    count: data.summary.total_events,
    action: { onSelect: () => change(withEvent(view, null)) },
    isChosen: chosen === null,
  };
  const bars = data.grouped_events.map((row, index) => {
    const name = names[index] ?? '';
    return {
      key: `event ${name}`,
      label: <UntrustedText text={name} isCut />,
      count: Number(row['event_count']),
      action: { onSelect: () => change(withEvent(view, name === chosen ? null : name)) },
      isChosen: name === chosen,
      aside: <BarRevenue revenue={row.revenue} />,
    };
  });
  if (bars.length === 0) return <p className="soft">{labels.noMatch}</p>;
  return (
    <BarList
      bars={[all, ...bars]}
      max={Math.max(1, ...bars.map(({ count }) => count))}
      label={labels.eventsByNumber}
      rowName={shared.event}
      count={{ name: shared.events }}
    />
  );
}

/** The tracking code that listens for clicks, and an element that it counts. */
function NoEvents({ site }: { readonly site: Site }) {
  const origin = usePublicAddress();
  return (
    <EmptyState title={labels.emptyTitle}>
      <div className="stack">
        <p>{labels.emptyHint}</p>
        <CopyBox
          text={formatSnippet({ origin, uid: site.uid, scriptPath }, toFlags(WITH_EVENTS))}
          what={others.trackingCodeName}
        />
        <p>{labels.elementHint}</p>
        <CopyBox text={toElements(WITH_EVENTS)} what={labels.exampleName} />
        <p>
          <ServerLink href="/docs/events-and-kudos">{labels.moreOnEvents}</ServerLink>
        </p>
        <div className="actions">
          <ShowAllTimeButton />
        </div>
      </div>
    </EmptyState>
  );
}
