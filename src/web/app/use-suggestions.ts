/** Suggestions for the values of a filter, from the site's rows. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { DIMENSIONS, type FilterName } from '../dimensions.ts';
import { filterQuery } from '../view.ts';
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
}

const MAX_SUGGESTIONS = 8;
/** More than there are countries. */
const MAX_COUNTRIES = 300;

const getCount = (row: Row): number =>
  Number(row['hit_count'] ?? row['views'] ?? row['visitor_count'] ?? row['event_count'] ?? 0);

/** Returns values that match a text, most frequent first. Countries are searched by their names. */
export function useSuggestions(siteId: number, name: FilterName, text: string) {
  const { view, period } = useView();
  const { isFixedSet, isNullable } = DIMENSIONS[name];
  const query = {
    ...period,
    // Several values of one dimension can be chosen: they must not hide each other.
    ...filterQuery({ ...view, filters: view.filters.filter(filter => filter.name !== name) }),
    group_by: name,
    per_page: isFixedSet ? MAX_COUNTRIES : MAX_SUGGESTIONS,
    ...(isFixedSet || text === '' ? {} : { search: text }),
  };
  const path = `/sites/${siteId}/${name === 'event' ? 'events' : 'hits'}`;
  const { data, isError } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => call<Answer>('GET', path, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const rows = data?.grouped_hits ?? data?.grouped_events;
  const suggestions = rows
    ?.map((row): Suggestion => ({ value: String(row[name] ?? ''), count: getCount(row) }))
    .filter(({ value }) => value !== '' || isNullable)
    .filter(
      ({ value }) => !isFixedSet || formatFilterValue(name, value).toLowerCase().includes(text.toLowerCase()),
    )
    .slice(0, MAX_SUGGESTIONS);
  return { suggestions, isError };
}
