/** Details of one event, or of all: count, series, values, pages, countries. */

import { useState } from 'react';
import { formatFilterValue } from '../../app/filter-labels.ts';
import { useView } from '../../app/use-view.ts';
import { type Bar, BarList } from '../../charts/bar-list.tsx';
import { BarRevenue } from '../../charts/bar-revenue.tsx';
import { formatCountry, formatRevenue } from '../../format.ts';
import * as labels from '../../labels/events.ts';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { Button } from '../../ui/button.tsx';
import { Change } from '../../ui/change.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { hasFilter, withFilter, withoutFilter } from '../../view.ts';
import { IntervalPicker, SeriesChart } from '../site/chart.tsx';
import { useSeries } from '../site/use-series.ts';
import { chosenEvent, valueQuery } from './chosen-event.ts';
import { type EventGrouping, useEventGroups } from './use-events.ts';

const PER_PAGE = 8;

const ROW_NAMES: Readonly<Record<Exclude<EventGrouping, 'event'>, string>> = {
  value: labels.value,
  path: shared.page,
  country: shared.country,
};

export function EventDetail({ siteId }: { readonly siteId: number }) {
  const { view } = useView();
  const event = chosenEvent(view);
  return (
    <div className="event-detail">
      <Trend siteId={siteId} />
      <div className="grid">
        {event !== null && <Groups siteId={siteId} by="value" title={labels.values} />}
        <Groups siteId={siteId} by="path" title={shared.pages} />
        <Groups siteId={siteId} by="country" title={shared.countries} />
      </div>
    </div>
  );
}

function Trend({ siteId }: { readonly siteId: number }) {
  const { view } = useView();
  const series = useSeries(siteId, 'events', valueQuery(view));
  return (
    <Panel
      title={<EventTitle />}
      aside={<IntervalPicker interval={series.interval} dayCount={series.dayCount} />}
    >
      <Totals siteId={siteId} />
      <SeriesChart siteId={siteId} query={series} metric="events" />
    </Panel>
  );
}

function EventTitle() {
  const { view, change } = useView();
  const event = chosenEvent(view);
  if (event === null) return labels.allEvents;
  return (
    <span className="event-name">
      <UntrustedText text={event} />
      {view.value !== null && (
        <>
          <span className="soft">{labels.is}</span>
          <span className="tag">
            {view.value === '' ? labels.withoutAValue : <UntrustedText text={view.value} isCut />}
          </span>
          <Button variant="quiet" isSmall onClick={() => change({ value: null })}>
            {labels.anyValue}
          </Button>
        </>
      )}
    </span>
  );
}

/** Totals with their comparison. */
function Totals({ siteId }: { readonly siteId: number }) {
  const { data } = useEventGroups(siteId, 'path', { page: 1, perPage: PER_PAGE });
  return (
    <p className="event-sums" role="status">
      {data ? (
        <>
          <b>{formatNumber(data.summary.total_events)}</b>
          {data.comparison && (
            <Change
              now={data.summary.total_events}
              before={data.comparison.summary.total_events}
              isIncreaseGood={null}
            />
          )}
          <span className="soft">{labels.byVisitors(data.summary.unique_visitors)}</span>
          {data.summary.revenue && <b className="event-revenue">{formatRevenue(data.summary.revenue)}</b>}
        </>
      ) : (
        <Skeleton width="10rem" height="1.9rem" />
      )}
    </p>
  );
}

function Groups({
  siteId,
  by,
  title,
}: {
  readonly siteId: number;
  readonly by: Exclude<EventGrouping, 'event'>;
  readonly title: string;
}) {
  const [page, setPage] = useState(1);
  const query = useEventGroups(siteId, by, { page, perPage: PER_PAGE });
  const choose = useToBar(by);
  return (
    <Panel title={title}>
      <QueryContent query={query} loading={PER_PAGE}>
        {({ grouped_events: rows, pagination }) => (
          <>
            {rows.length === 0 ? (
              <p className="soft">{labels.noneInDays}</p>
            ) : (
              <BarList
                label={labels.byEvents(title)}
                rowName={ROW_NAMES[by]}
                count={{ name: shared.events }}
                bars={rows.map(row => ({
                  ...choose(String(row[by] ?? ''), Number(row['event_count'])),
                  aside: <BarRevenue revenue={row.revenue} />,
                }))}
              />
            )}
            <Pager pagination={pagination} onPage={setPage} label={labels.pagerOf(title)} />
          </>
        )}
      </QueryContent>
    </Panel>
  );
}

/** Returns a function that converts rows to bars: a value is selected, everything else is a filter. */
function useToBar(by: Exclude<EventGrouping, 'event'>): (value: string, count: number) => Bar {
  const { view, change } = useView();
  if (by === 'value') {
    return (value, count) => ({
      key: `value ${value}`,
      label: value === '' ? labels.noValue : <UntrustedText text={value} isCut />,
      count,
      isChosen: view.value === value,
      action: { onSelect: () => change({ value: view.value === value ? null : value }) },
    });
  }
  return (value, count) => {
    const filter = { name: by, value, isExcluded: false };
    const isChosen = hasFilter(view, filter);
    const text = by === 'country' ? formatCountry(value) : value;
    return {
      key: `${by} ${value}`,
      ...(by === 'country' && { icon: <Flag code={value} /> }),
      label: text === '' ? formatFilterValue(by, '') : <UntrustedText text={text} isCut />,
      count,
      isChosen,
      // The API has no filter for rows without a page.
      ...(value === ''
        ? {}
        : {
            action: {
              onSelect: () => change(isChosen ? withoutFilter(view, filter) : withFilter(view, filter)),
            },
          }),
    };
  };
}
