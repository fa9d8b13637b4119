/** Queries the events of a site. */
import type { Query } from '../../api-url.ts';
import { useApi } from '../../app/query-client.ts';
import { useView, type ViewState } from '../../app/use-view.ts';
import type { Revenue } from '../../format.ts';
import type { Pagination } from '../../ui/pager.tsx';
import { filterQuery, visitQuery } from '../../view.ts';
import { valueQuery, withEvent } from './chosen-event.ts';

export interface EventGroups {
  readonly grouped_events: readonly (Readonly<Record<string, unknown>> & {
    readonly revenue?: readonly Revenue[];
  })[];
  readonly pagination: Pagination;
  readonly summary: EventSums;
  readonly comparison?: {
    readonly start_date: string;
    readonly end_date: string;
    readonly summary: EventSums;
  };
}

interface EventSums {
  readonly total_events: number;
  readonly unique_visitors: number;
  readonly revenue?: readonly Revenue[];
}

export type EventGrouping = 'event' | 'value' | 'path' | 'country';

/** Queries groups of the selected events, most frequent first. `event`: groups of all events, whichever is selected. */
export function useEventGroups(
  siteId: number,
  by: EventGrouping,
  { page, perPage, search }: { readonly page: number; readonly perPage: number; readonly search?: string },
) {
  const viewState = useView();
  return useApi<EventGroups>(
    `/sites/${siteId}/events`,
    {
      ...visitQuery('events'),
      ...toQuery(viewState, by),
      group_by: by,
      page,
      per_page: perPage,
      ...(search ? { search } : {}),
    },
    { keepsPrevious: true },
  );
}

function toQuery({ view, period, compared }: ViewState, by: EventGrouping): Query {
  if (by === 'event')
    return { ...period, ...filterQuery({ ...view, filters: withEvent(view, null).filters }) };
  // Each list ignores its own selection.
  return by === 'value' ? compared : { ...compared, ...valueQuery(view) };
}
