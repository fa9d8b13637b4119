/** What a site's numbers can be broken down by: panels, each with one list or several. */
import type { FilterName } from '../../view.ts';

export interface BreakdownFacts {
  /** What rows are grouped by, in the API's word. */
  readonly by: string;
  /** The list's name, and that of one of its rows. */
  readonly name: string;
  readonly one: string;
  /** Below `/sites/:id/`. */
  readonly endpoint: 'hits' | 'events' | 'kudos' | 'agent_visits';
  /** The list in an answer, the count in its rows, and the whole of it in the summary. */
  readonly list: string;
  readonly count: string;
  readonly total: string;
  readonly countName: string;
  /** Whether rows tell unique hits too. */
  readonly hasUniques: boolean;
  /** What a click on a row filters by. */
  readonly filter: FilterName | null;
  /** Without a filter for it: the list of the same panel that a click goes on to, of this row only. */
  readonly goesOnTo?: string;
  /** Names are not the API's words: they are searched on the page. There are few enough of them. */
  readonly isNamed?: boolean;
}

export interface PanelFacts {
  readonly id: string;
  readonly name: string;
  /** Rows for which there is room from the beginning. */
  readonly room: number;
  readonly lists: readonly [BreakdownFacts, ...BreakdownFacts[]];
}

type Named = Pick<BreakdownFacts, 'by' | 'name' | 'one'> & Partial<BreakdownFacts>;

const ofHits = (
  by: FilterName,
  name: string,
  one: string,
  more: Partial<BreakdownFacts> = {},
): BreakdownFacts => ({
  by,
  name,
  one,
  endpoint: 'hits',
  list: 'grouped_hits',
  count: 'hit_count',
  total: 'total_hits',
  countName: 'Hits',
  hasUniques: true,
  filter: by,
  ...more,
});

/** Pages on which visits begin or end: they count visitors. */
const ENDS = {
  count: 'visitor_count',
  total: 'unique_visitors',
  countName: 'Visitors',
  hasUniques: false,
} as const;

const ofAgents = (facts: Named): BreakdownFacts => ({
  endpoint: 'agent_visits',
  list: 'grouped_agent_visits',
  count: 'visit_count',
  total: 'total_visits',
  countName: 'Visits',
  hasUniques: false,
  filter: null,
  ...facts,
});

export const PAGES: PanelFacts = {
  id: 'pages',
  name: 'Pages',
  room: 8,
  lists: [
    ofHits('path', 'Pages', 'Page', { count: 'views' }),
    ofHits('entry_page', 'Entry pages', 'Entry page', ENDS),
    ofHits('exit_page', 'Exit pages', 'Exit page', ENDS),
  ],
};

export const REFERRERS: PanelFacts = {
  id: 'referrers',
  name: 'Referrers',
  room: 8,
  lists: [
    ofHits('referrer_host', 'Referrers', 'Referrer'),
    ofHits('referrer', 'Addresses', 'Address'),
    ofHits('source', 'Sources', 'Source'),
    ofHits('campaign', 'Campaigns', 'Campaign'),
    ofHits('medium', 'Mediums', 'Medium'),
  ],
};

export const COUNTRIES: PanelFacts = {
  id: 'countries',
  name: 'Countries',
  room: 8,
  lists: [ofHits('country', 'Countries', 'Country', { isNamed: true })],
};

export const DEVICES: PanelFacts = {
  id: 'devices',
  name: 'Devices',
  room: 5,
  lists: [
    ofHits('browser_name', 'Browsers', 'Browser'),
    ofHits('platform_name', 'Platforms', 'Platform'),
    ofHits('device', 'Devices', 'Device', { isNamed: true }),
  ],
};

export const EVENTS: PanelFacts = {
  id: 'events',
  name: 'Events',
  room: 5,
  lists: [
    {
      by: 'event',
      name: 'Events',
      one: 'Event',
      endpoint: 'events',
      list: 'grouped_events',
      count: 'event_count',
      total: 'total_events',
      countName: 'Events',
      hasUniques: false,
      filter: 'event',
    },
  ],
};

export const AGENTS: PanelFacts = {
  id: 'agents',
  name: 'AI agents',
  room: 5,
  lists: [
    ofAgents({ by: 'provider', name: 'AI providers', one: 'Provider', goesOnTo: 'agent_name' }),
    ofAgents({ by: 'category', name: 'Purposes', one: 'Purpose', goesOnTo: 'agent_name', isNamed: true }),
    ofAgents({ by: 'agent_name', name: 'Agents', one: 'Agent', goesOnTo: 'path' }),
    ofAgents({ by: 'path', name: 'Pages read', one: 'Page', filter: 'path' }),
  ],
};

export const KUDOS: PanelFacts = {
  id: 'kudos',
  name: 'Kudos',
  room: 5,
  lists: [
    {
      by: 'path',
      name: 'Kudos',
      one: 'Page',
      endpoint: 'kudos',
      list: 'grouped_kudos',
      count: 'kudo_count',
      total: 'total_kudos',
      countName: 'Kudos',
      hasUniques: false,
      filter: 'path',
    },
  ],
};
