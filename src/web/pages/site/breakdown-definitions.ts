/** Definitions of the breakdowns: panels with one or several lists. */

import { DIMENSIONS, FILTERS, type FilterName } from '../../dimensions.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';

export interface Breakdown {
  /** Dimension of the rows, by its API name. */
  readonly by: string;
  /** Label of the list, and of one of its rows. */
  readonly name: string;
  readonly rowName: string;
  /** Below `/sites/:id/`. */
  readonly endpoint: 'hits' | 'events' | 'kudos' | 'agent_visits';
  /** Fields of the answer: the list, the count in its rows, the total in the summary. */
  readonly listField: string;
  readonly countField: string;
  readonly totalField: string;
  readonly countName: string;
  /** Whether rows have unique hits too. */
  readonly hasUniques: boolean;
  /** Filter that a click on a row adds. */
  readonly filter: FilterName | null;
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
}

type NamedBreakdown = Pick<Breakdown, 'by' | 'name' | 'rowName'> & Partial<Breakdown>;

/** Entry and exit pages count visitors. */
const VISITOR_COUNTS = {
  countField: 'visitor_count',
  totalField: 'unique_visitors',
  countName: shared.visitors,
  hasUniques: false,
} as const satisfies Partial<Breakdown>;

/** Fields of the answer where they differ from those of other dimensions. */
const FIELDS: Readonly<Partial<Record<FilterName, Partial<Breakdown>>>> = {
  path: { countField: 'views' },
  entry_page: VISITOR_COUNTS,
  exit_page: VISITOR_COUNTS,
};

const hitsBreakdown = (by: FilterName): Breakdown => {
  const dimension = DIMENSIONS[by];
  return {
    by,
    name: dimension.labels.plural,
    rowName: dimension.labels.row ?? dimension.labels.name,
    endpoint: 'hits',
    listField: 'grouped_hits',
    countField: 'hit_count',
    totalField: 'total_hits',
    countName: shared.hits,
    hasUniques: true,
    filter: by,
    ...(dimension.isFixedSet && { isSearchedLocally: true }),
    ...FIELDS[by],
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
  countField: 'visit_count',
  totalField: 'total_visits',
  countName: shared.visits,
  hasUniques: false,
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
      countField: 'event_count',
      totalField: 'total_events',
      countName: shared.events,
      hasUniques: false,
      filter: 'event',
    },
  ],
};

export const AGENTS: BreakdownPanelDefinition = {
  id: 'agents',
  name: shared.aiAgents,
  minRows: 5,
  lists: [
    agentsBreakdown({
      by: 'provider',
      name: labels.aiProviders,
      rowName: labels.provider,
      drillDownTo: 'agent_name',
    }),
    agentsBreakdown({
      by: 'category',
      name: labels.purposes,
      rowName: labels.purpose,
      drillDownTo: 'agent_name',
      isSearchedLocally: true,
    }),
    agentsBreakdown({ by: 'agent_name', name: shared.agents, rowName: labels.agent, drillDownTo: 'path' }),
    agentsBreakdown({ by: 'path', name: labels.pagesRead, rowName: shared.page, filter: 'path' }),
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
      countField: 'kudo_count',
      totalField: 'total_kudos',
      countName: shared.kudos,
      hasUniques: false,
      filter: 'path',
    },
  ],
};
