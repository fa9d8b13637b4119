/** What a site's numbers can be broken down by: panels, each with one list or several. */
import type { FilterName } from '../../view.ts';

export interface Breakdown {
  /** What rows are grouped by, in the API's word. */
  readonly by: string;
  /** The list's name, and that of one of its rows. */
  readonly name: string;
  readonly rowName: string;
  /** Below `/sites/:id/`. */
  readonly endpoint: 'hits' | 'events' | 'kudos' | 'agent_visits';
  /** The list in an answer, the count in its rows, and the whole of it in the summary. */
  readonly listField: string;
  readonly countField: string;
  readonly totalField: string;
  readonly countName: string;
  /** Whether rows tell unique hits too. */
  readonly hasUniques: boolean;
  /** What a click on a row filters by. */
  readonly filter: FilterName | null;
  /** Without a filter for it: the list of the same panel that a click goes on to, of this row only. */
  readonly drillDownTo?: string;
  /** Names are not the API's words: they are searched on the page. There are few enough of them. */
  readonly isSearchedLocally?: boolean;
}

export interface BreakdownPanelDefinition {
  readonly id: string;
  readonly name: string;
  /** Rows for which there is room from the beginning. */
  readonly minRows: number;
  readonly lists: readonly [Breakdown, ...Breakdown[]];
}

type NamedBreakdown = Pick<Breakdown, 'by' | 'name' | 'rowName'> & Partial<Breakdown>;

const hitsBreakdown = (
  by: FilterName,
  name: string,
  rowName: string,
  more: Partial<Breakdown> = {},
): Breakdown => ({
  by,
  name,
  rowName,
  endpoint: 'hits',
  listField: 'grouped_hits',
  countField: 'hit_count',
  totalField: 'total_hits',
  countName: 'Hits',
  hasUniques: true,
  filter: by,
  ...more,
});

/** Pages on which visits begin or end: they count visitors. */
const VISITOR_COUNTS = {
  count: 'visitor_count',
  total: 'unique_visitors',
  countName: 'Visitors',
  hasUniques: false,
} as const;

const agentsBreakdown = (breakdown: NamedBreakdown): Breakdown => ({
  endpoint: 'agent_visits',
  listField: 'grouped_agent_visits',
  countField: 'visit_count',
  totalField: 'total_visits',
  countName: 'Visits',
  hasUniques: false,
  filter: null,
  ...breakdown,
});

export const PAGES: BreakdownPanelDefinition = {
  id: 'pages',
  name: 'Pages',
  minRows: 8,
  lists: [
    hitsBreakdown('path', 'Pages', 'Page', { countField: 'views' }),
    hitsBreakdown('entry_page', 'Entry pages', 'Entry page', VISITOR_COUNTS),
    hitsBreakdown('exit_page', 'Exit pages', 'Exit page', VISITOR_COUNTS),
  ],
};

export const REFERRERS: BreakdownPanelDefinition = {
  id: 'referrers',
  name: 'Referrers',
  minRows: 8,
  lists: [
    hitsBreakdown('referrer_host', 'Referrers', 'Referrer'),
    hitsBreakdown('referrer', 'Addresses', 'Address'),
    hitsBreakdown('source', 'Sources', 'Source'),
    hitsBreakdown('campaign', 'Campaigns', 'Campaign'),
    hitsBreakdown('medium', 'Mediums', 'Medium'),
  ],
};

export const COUNTRIES: BreakdownPanelDefinition = {
  id: 'countries',
  name: 'Countries',
  minRows: 8,
  lists: [hitsBreakdown('country', 'Countries', 'Country', { isSearchedLocally: true })],
};

export const DEVICES: BreakdownPanelDefinition = {
  id: 'devices',
  name: 'Devices',
  minRows: 5,
  lists: [
    hitsBreakdown('browser_name', 'Browsers', 'Browser'),
    hitsBreakdown('platform_name', 'Platforms', 'Platform'),
    hitsBreakdown('device', 'Devices', 'Device', { isSearchedLocally: true }),
  ],
};

export const EVENTS: BreakdownPanelDefinition = {
  id: 'events',
  name: 'Events',
  minRows: 5,
  lists: [
    {
      by: 'event',
      name: 'Events',
      rowName: 'Event',
      endpoint: 'events',
      listField: 'grouped_events',
      countField: 'event_count',
      totalField: 'total_events',
      countName: 'Events',
      hasUniques: false,
      filter: 'event',
    },
  ],
};

export const AGENTS: BreakdownPanelDefinition = {
  id: 'agents',
  name: 'AI agents',
  minRows: 5,
  lists: [
    agentsBreakdown({ by: 'provider', name: 'AI providers', rowName: 'Provider', drillDownTo: 'agent_name' }),
    agentsBreakdown({
      by: 'category',
      name: 'Purposes',
      rowName: 'Purpose',
      drillDownTo: 'agent_name',
      isSearchedLocally: true,
    }),
    agentsBreakdown({ by: 'agent_name', name: 'Agents', rowName: 'Agent', drillDownTo: 'path' }),
    agentsBreakdown({ by: 'path', name: 'Pages read', rowName: 'Page', filter: 'path' }),
  ],
};

export const KUDOS: BreakdownPanelDefinition = {
  id: 'kudos',
  name: 'Kudos',
  minRows: 5,
  lists: [
    {
      by: 'path',
      name: 'Kudos',
      rowName: 'Page',
      endpoint: 'kudos',
      listField: 'grouped_kudos',
      countField: 'kudo_count',
      totalField: 'total_kudos',
      countName: 'Kudos',
      hasUniques: false,
      filter: 'path',
    },
  ],
};
