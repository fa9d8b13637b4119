/** Definitions of the breakdowns: panels with one or several lists. */

import { toPropertyDimension } from '../../../core/hits/properties.ts';
import type { SiteProperty } from '../../app/use-properties.ts';
import { METRIC_DEFINITIONS } from '../../charts/metrics.ts';
import { DIMENSIONS } from '../../dimensions.ts';
import { FILTERS, type FilterName, type ViewFilterName } from '../../filter-names.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import type { IconKind } from '../../ui/value-icon.tsx';

/** A count that rows have. */
export interface RowCount {
  /** Heading of its column. */
  readonly name: string;
  /** Tooltip of the heading, where the name alone leaves questions. */
  readonly meaning?: string;
  /** Fields of the answer: the count in a row, the total in the summary. */
  readonly field: string;
  readonly totalField: string;
  readonly format: (count: number) => string;
}

export interface Breakdown {
  /** Dimension of the rows, by its API name. */
  readonly by: string;
  /** Label of the list, and of one of its rows. */
  readonly name: string;
  readonly rowName: string;
  /** Below `/sites/:id/`. */
  readonly endpoint: 'hits' | 'events' | 'kudos' | 'agent_visits';
  /** Field of the answer with the rows. */
  readonly listField: string;
  /** What rows are ordered and drawn by. */
  readonly count: RowCount;
  /** Lists of hits: the order by `count`, and the views, which take its place where no hit has a visitor. */
  readonly order?: 'visitors' | 'visits';
  readonly views?: RowCount;
  /** What its values show before them. */
  readonly icon?: IconKind | undefined;
  /** Filter that a click on a row adds. */
  readonly filter: ViewFilterName | null;
  /** Without a filter: the list of the same panel that a click drills down to. */
  readonly drillDownTo?: string;
  /** Names differ from the API's values: they are searched in the browser. There are few enough of them. */
  readonly isSearchedLocally?: boolean;
}

export interface BreakdownPanelDefinition {
  readonly id: string;
  readonly name: string;
  /** Rows that space is reserved for. */
  readonly minRows: number;
  readonly lists: readonly [Breakdown, ...Breakdown[]];
  /** Whether its name stands before the tabs: those of dimensions say what they are of, the owner's names do not. */
  readonly hasHeading?: boolean;
}

type NamedBreakdown = Pick<Breakdown, 'by' | 'name' | 'rowName'> & Partial<Breakdown>;

const VISITORS: RowCount = {
  name: shared.visitors,
  meaning: labels.visitorsHint,
  field: 'unique_visitors',
  totalField: 'unique_visitors',
  format: shared.visitorCount,
};
const VISITS: RowCount = {
  name: shared.visits,
  meaning: labels.visitsHint,
  field: 'visits',
  totalField: 'visits',
  format: shared.visitCount,
};
const VIEWS: RowCount = {
  name: shared.views,
  meaning: labels.pageviewsOfVisitsHint,
  field: 'hit_count',
  totalField: 'total_hits',
  format: shared.pageviewCount,
};

const BY_VISITORS = { count: VISITORS, order: 'visitors', views: VIEWS } as const;
/** A visit has one entry page and one exit page; its visitor may have several. */
const BY_VISITS = { count: VISITS, order: 'visits', views: VIEWS } as const;

/** What rows count where it differs from those of other dimensions. */
const COUNTS: Readonly<Partial<Record<FilterName, Pick<Breakdown, 'count' | 'order' | 'views'>>>> = {
  path: { ...BY_VISITORS, views: { ...VIEWS, meaning: labels.pageviewsHint, field: 'views' } },
  entry_page: BY_VISITS,
  exit_page: BY_VISITS,
};

const hitsBreakdown = (by: FilterName): Breakdown => {
  const dimension = DIMENSIONS[by];
  return {
    by,
    name: dimension.labels.plural,
    rowName: dimension.labels.row ?? dimension.labels.name,
    endpoint: 'hits',
    listField: 'grouped_hits',
    ...BY_VISITORS,
    filter: by,
    icon: dimension.icon,
    ...(dimension.isFixedSet && { isSearchedLocally: true }),
    ...COUNTS[by],
  };
};

/** Returns the lists of hits of a panel. */
function hitsLists(panel: NonNullable<(typeof DIMENSIONS)[FilterName]['panel']>) {
  const [first, ...others] = FILTERS.filter(name => DIMENSIONS[name].panel === panel).map(hitsBreakdown);
  if (!first) throw new Error(`no dimension is in the panel ${panel}`);
  return [first, ...others] as const;
}

const agentsBreakdown = (breakdown: NamedBreakdown): Breakdown => ({
  endpoint: 'agent_visits',
  listField: 'grouped_agent_visits',
  count: { ...VISITS, meaning: labels.agentVisitsHint, field: 'visit_count', totalField: 'total_visits' },
  filter: null,
  ...breakdown,
});

export const PAGES: BreakdownPanelDefinition = {
  id: 'pages',
  name: shared.pages,
  minRows: 8,
  lists: hitsLists('pages'),
};

export const REFERRERS: BreakdownPanelDefinition = {
  id: 'referrers',
  name: shared.referrers,
  minRows: 8,
  lists: hitsLists('referrers'),
};

export const COUNTRIES: BreakdownPanelDefinition = {
  id: 'countries',
  name: shared.countries,
  minRows: 8,
  lists: hitsLists('countries'),
};

export const DEVICES: BreakdownPanelDefinition = {
  id: 'devices',
  name: shared.devices,
  minRows: 5,
  lists: hitsLists('devices'),
};

const EVENT_COUNT: RowCount = {
  name: shared.events,
  field: 'event_count',
  totalField: 'total_events',
  format: METRIC_DEFINITIONS.events.format,
};

/** Returns the list of a property's values: of hits, or of events where more of those have it. */
export function propertyBreakdown({ name, hits, events }: SiteProperty): Breakdown {
  const by = toPropertyDimension(name);
  const named = { by, name, rowName: name, filter: by };
  return hits >= events
    ? { ...named, endpoint: 'hits', listField: 'grouped_hits', ...BY_VISITORS }
    : { ...named, endpoint: 'events', listField: 'grouped_events', count: EVENT_COUNT };
}

export const EVENTS: BreakdownPanelDefinition = {
  id: 'events',
  name: shared.events,
  minRows: 5,
  lists: [
    {
      by: 'event',
      name: shared.events,
      rowName: shared.event,
      endpoint: 'events',
      listField: 'grouped_events',
      count: EVENT_COUNT,
      filter: 'event',
    },
  ],
};

export const AGENTS: BreakdownPanelDefinition = {
  id: 'agents',
  name: shared.aiCrawlers,
  minRows: 5,
  lists: [
    agentsBreakdown({
      by: 'provider',
      name: labels.aiProviders,
      rowName: labels.provider,
      drillDownTo: 'agent_name',
      icon: 'agent',
    }),
    agentsBreakdown({
      by: 'category',
      name: labels.purposes,
      rowName: labels.purpose,
      drillDownTo: 'agent_name',
      isSearchedLocally: true,
    }),
    agentsBreakdown({
      by: 'agent_name',
      name: labels.crawlers,
      rowName: labels.crawler,
      drillDownTo: 'path',
      icon: 'agent',
    }),
    agentsBreakdown({ by: 'path', name: labels.pagesCrawled, rowName: shared.page, filter: 'path' }),
  ],
};

export const KUDOS: BreakdownPanelDefinition = {
  id: 'kudos',
  name: shared.kudos,
  minRows: 5,
  lists: [
    {
      by: 'path',
      name: shared.kudos,
      rowName: shared.page,
      endpoint: 'kudos',
      listField: 'grouped_kudos',
      count: {
        name: shared.kudos,
        field: 'kudo_count',
        totalField: 'total_kudos',
        format: METRIC_DEFINITIONS.kudos.format,
      },
      filter: 'path',
    },
  ],
};
