/** Suggestions for the values of a filter, from the site's rows. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { findDimension } from '../dimensions.ts';
import type { ViewFilterName } from '../filter-names.ts';
import { filterQuery, visitQuery } from '../view.ts';
import { formatFilterValue } from './filter-labels.ts';
import { useView } from './use-view.ts';

export interface Suggestion {
  /** Empty: rows without one. */
  readonly value: string;
  readonly count: number;
}

type Row = Readonly<Record<string, string | number | null>>;
interface Answer {
  readonly grouped_hits?: readonly Row[];
  readonly grouped_events?: readonly Row[];
  readonly summary: { readonly unique_visitors: number };
}

const MAX_SUGGESTIONS = 8;
/** More than there are countries. */
const MAX_COUNTRIES = 300;

/** Returns the visitors of a row of hits, or its views where no hit has a visitor; the number of an event. */
const getCount = (row: Row, hasVisitors: boolean): number =>
  Number(
    (hasVisitors ? row['unique_visitors'] : (row['hit_count'] ?? row['views'])) ?? row['event_count'] ?? 0,
  );

/** Returns values that match a text, most visitors first, as in the lists. Countries are searched by their names. */
export function useSuggestions(siteId: number, name: ViewFilterName, text: string) {
  const { view, period } = useView();
  const { isFixedSet, isNullable } = findDimension(name);
  const report = name === 'event' ? 'events' : 'hits';
  const query = {
    ...period,
    ...visitQuery(report),
    ...(report === 'hits' && { order_by: 'visitors' }),
    // Several values of one dimension can be chosen: they must not hide each other.
    ...filterQuery({ ...view, filters: view.filters.filter(filter => filter.name !== name) }),
    group_by: name,
    per_page: isFixedSet ? MAX_COUNTRIES : MAX_SUGGESTIONS,
    ...(isFixedSet || text === '' ? {} : { search: text }),
  };
  const path = `/sites/${siteId}/${report}`;
  const { data, isError } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => call<Answer>('GET', path, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const rows = data?.grouped_hits ?? data?.grouped_events;
  const hasVisitors = report === 'hits' && (data?.summary.unique_visitors ?? 0) > 0;
  const suggestions = rows
    ?.map((row): Suggestion => ({ value: String(row[name] ?? ''), count: getCount(row, hasVisitors) }))
    .filter(({ value }) => value !== '' || isNullable)
    .filter(
      ({ value }) => !isFixedSet || formatFilterValue(name, value).toLowerCase().includes(text.toLowerCase()),
    )
    .slice(0, MAX_SUGGESTIONS);
  return { suggestions, isError };
}
