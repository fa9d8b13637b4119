/** The table of tools for assistants, each of which calls one endpoint. Source: api-v1, MCP tools. */

import { filterQuery } from '../../reports/filters.ts';
import { JOURNEY_FILTERS } from '../../reports/hit-filters.ts';
import type { Arguments } from './arguments.ts';

/** A row of the table. Everything else follows from the endpoint. */
export interface ToolRow {
  readonly name: string;
  /** Title for people. */
  readonly title: string;
  /** Description by which a model chooses: what it returns, when to use it, and what to use instead. */
  readonly description: string;
  /** The endpoint behind it. */
  readonly operationId: string;
  /** Name of the argument for the path's `:id`. Default: `site_id` below a site. */
  readonly pathId?: string;
  /** Parameters of the endpoint that the tool leaves out. */
  readonly leavesOut?: readonly string[];
  /** True if its filters are those of `list_hits`, which describes them. Default: false. */
  readonly sharesFilters?: boolean;
  /** Default parameters for these arguments. */
  readonly presets?: (given: Arguments) => Arguments;
  /** For tools that write: whether data is lost. Default: false. */
  readonly isDestructive?: boolean;
  /** For tools that write: whether repeating a call has no further effect. Default: false. */
  readonly isIdempotent?: boolean;
  /** True: it causes requests to addresses of the caller's choice. Default: false. */
  readonly reachesOut?: boolean;
  /** Advice for a 403 or 404 of the endpoint itself. */
  readonly advice?: string;
}

/** Models cannot use files in answers. */
const FILES = ['format'];

/** Parameters of custom comparisons: a second call gives the same answer, and every tool would repeat them. */
const CHOSEN_DAYS = ['compare_start_date', 'compare_end_date'];

/** Filters that few questions about a whole site have: the tools for hits and events have them. */
const FINE_FILTERS = ['term', 'content', 'browser_version', 'platform_version'].flatMap(name => [
  name,
  `not_${name}`,
]);

/** Filters of journeys: their descriptions would take more room than three tools, and the tools for hits have them. */
const JOURNEY_FILTER_NAMES = Object.keys(filterQuery(JOURNEY_FILTERS));

/** Filters of goals that most questions about them need. */
const GOAL_FILTERS = new Set(['channel', 'segment']);

/** Parameters that tools about steps do not have: a segment filters them. */
const NOT_OF_STEPS = [...JOURNEY_FILTER_NAMES.filter(name => name !== 'segment'), 'period', 'time_zone'];

const READING: readonly ToolRow[] = [
  {
    name: 'list_accounts',
    title: 'List accounts',
    operationId: 'listAccounts',
    description:
      'Lists the personal account and the team accounts that this API key can act on, with role and plan. Needed only to work in a team account: pass its id as account_id to the other tools.',
  },
  {
    name: 'list_sites',
    title: 'List sites',
    operationId: 'listSites',
    leavesOut: ['compare', ...CHOSEN_DAYS],
    description:
      'Lists the measured sites with their ids and lifetime counts. Call it first: other tools need the site_id. With start_date and end_date each site also has its hits of that period, which compares sites at a glance; include=comparison,status adds the period before and whether each site is up.',
  },
  {
    name: 'get_summary',
    title: 'Sum up a site',
    operationId: 'getOverview',
    sharesFilters: true,
    // Nothing precedes all time: compared with that, everything would seem to be new.
    presets: ({ period, compare }) =>
      period === 'all' && compare === undefined ? {} : { compare: 'matching_period', include_changes: true },
    leavesOut: ['include_changes', 'include_usual', 'metric', ...FINE_FILTERS],
    description:
      'Answers "how is my site doing?" and "what changed?": hits, visitors, events, kudos and AI agent visits of a period (default: from 30 days ago to today) beside those of the period before, and the pages, sources and countries that changed most; include_engagement=true adds visits, bounce rate and duration, include_page_engagement=true how pages were read. Takes most filters of list_hits, as described there. Start here, then look closer with list_hits.',
  },
  {
    name: 'list_hits',
    title: 'List or group hits',
    operationId: 'listHits',
    leavesOut: [...FILES, ...CHOSEN_DAYS],
    description:
      'Page views of a site. To count, always set group_by: path for pages, channel, referrer_host, source, campaign, country, device and so on, or date with interval for a series; one row for each value, largest first; not_x leaves out what x keeps, a list means any of its values, an empty text rows without one. For where people come from add attribution=visit: each view then has the source, referrer and campaign that its visit began with; order_by=visits or visitors counts and sorts by those. Without group_by it lists single views, newest first: keep per_page small. The summary of every answer holds total hits and unique visitors of the whole filtered period, so per_page=1 suffices for totals.',
  },
  {
    name: 'list_events',
    title: 'List or group events',
    operationId: 'listEvents',
    sharesFilters: true,
    leavesOut: [...FILES, ...CHOSEN_DAYS],
    description:
      'Custom events that visitors sent, such as signup.completed. group_by=event counts each, group_by=date makes a series; filter by event and value. With attribution=visit they are filtered and grouped by what began the visit too: source, referrer_host, campaign, entry_page. Filters are those of list_hits, as described there; so are page views.',
  },
  {
    name: 'list_agent_visits',
    title: 'List or group AI agent visits',
    operationId: 'listAgentVisits',
    // Most segments filter by what agents do not have.
    leavesOut: [...FILES, ...CHOSEN_DAYS, 'not_status_code', 'segment', 'attribution'],
    description:
      'Requests of AI assistants and crawlers (GPTBot, ClaudeBot and others) to a site, which are never counted as hits. The summary distinguishes answer fetches, search indexing and training; group_by=agent_name, provider, path or status_code counts them.',
  },
  {
    name: 'list_journeys',
    title: 'List visitor journeys',
    operationId: 'listUserJourneys',
    leavesOut: [...JOURNEY_FILTER_NAMES, 'min_pages'],
    description:
      'What single visitors did, page by page, newest first, with bounce rate and the commonest entry and exit pages in sum. Visitors are anonymous hashes.',
  },
  {
    name: 'list_paths',
    title: 'List paths through the site',
    operationId: 'listPaths',
    leavesOut: [...FILES, ...NOT_OF_STEPS, 'pages_per_step', 'via'],
    description:
      'Which pages visits went through, step by step, after or before a page or event: what people do next, or how they get there.',
  },
  {
    name: 'get_returning_visitors',
    title: 'Show returning visitors',
    operationId: 'getReturningVisitors',
    leavesOut: ['week_start'],
    description:
      'New and returning visitors by week, and how many of each week came back later. Of visitors whom the site identifies: of anonymous ones nobody can tell, and all are zero.',
  },
  {
    name: 'list_funnels',
    title: 'List funnels',
    operationId: 'listFunnels',
    description: 'Rows of steps that the owner set up, such as cart, checkout, order.',
  },
  {
    name: 'get_funnel_report',
    title: 'Show a funnel',
    operationId: 'getFunnelReport',
    leavesOut: [...FILES, ...CHOSEN_DAYS, 'compare', ...NOT_OF_STEPS],
    description:
      'How many visitors came to each step of a funnel, how fast, and which pages the others went to: where people are lost.',
  },
  {
    name: 'get_leaderboard',
    title: 'Show pages of all time',
    operationId: 'listLeaderboard',
    description:
      'The pages of a site by their hits of all time, with their share. For a period use list_hits with group_by=path.',
  },
  {
    name: 'list_segments',
    title: 'List segments',
    operationId: 'listSegments',
    description:
      'Named sets of filters that the owner keeps, such as "Paying customers"; their ids are the segment of list_hits, list_events and get_summary. Look here when the user names a group of visitors.',
  },
  {
    name: 'get_goals',
    title: 'Show goals',
    operationId: 'listConversions',
    leavesOut: [...FILES, ...CHOSEN_DAYS, ...JOURNEY_FILTER_NAMES.filter(name => !GOAL_FILTERS.has(name))],
    description:
      'What visitors are meant to do, such as orders and sign-ups: conversions, visitors, rate in percent and revenue of a period. For channels, pages or days that convert pass its id as goal to list_hits with group_by and attribution=visit.',
  },
  {
    name: 'list_insights',
    title: 'List insights',
    operationId: 'listInsights',
    // The newest first: pages lead back through the weeks. The texts say what the sentences do.
    leavesOut: ['start_date', 'end_date', 'include_sentences'],
    description:
      'Daily written reports on what changed on a site and why it may have, each with the measured signals it rests on. For the reason behind a change, together with list_signals.',
  },
  {
    name: 'list_signals',
    title: 'List context signals',
    operationId: 'listSignals',
    description:
      'What the owner noted about a site: launches, campaigns, outages, with their times. Look here before guessing why traffic changed.',
    advice: 'Insights can be switched on in the site’s settings in the dashboard.',
  },
  {
    name: 'compare_signal',
    title: 'Compare before and after a signal',
    operationId: 'compareSignal',
    description:
      'What changed with a deploy, launch or other note of list_signals (signal_id): the days after it beside the same hours whole weeks earlier: hits, pages that fell, missing pages, new broken links, uptime and goals.',
    advice: 'Call list_signals for the signals there are.',
  },
  {
    name: 'list_campaign_links',
    title: 'List campaign links',
    operationId: 'listCampaignLinks',
    description:
      'Tagged links that the owner saved, with the names to filter list_hits by: source, medium, campaign, term, content. With order_by=visits also how many visits each brought in a period. Look here for the names in use before making a link.',
  },
  {
    name: 'get_content',
    title: 'Show broken links and mixed content',
    operationId: 'getContent',
    description:
      'Broken links and mixed content that the crawler found on a site, with the pages they are on, and when it looked. Issues are ignored or rechecked in the dashboard only.',
    advice: 'Content monitoring is switched on by update_site_features with content_monitoring=true.',
  },
  {
    name: 'get_coverage',
    title: 'Show coverage',
    operationId: 'getCoverage',
    leavesOut: ['start_date', 'end_date', 'time_zone', 'limit'],
    description:
      'Pages that are not counted and why, visited pages that no link leads to, broken links by visitors, and missing pages with their likeliest new addresses, of the last 31 days.',
  },
  {
    name: 'get_uptime',
    title: 'Show uptime',
    operationId: 'getUptime',
    description:
      'Whether a site is up right now, its uptime of the last 30 days, its downtimes, and when its certificate and its domain expire.',
    advice: 'Uptime monitoring is switched on by update_site_features with uptime=true.',
  },
  {
    name: 'list_monitors',
    title: 'List monitors',
    operationId: 'listMonitors',
    description:
      'All that is watched of a site: its own address, other pages, ports, DNS records and jobs that report (heartbeats); each with whether it is down now, its last error and its uptime of 30 days. Downtimes are in get_monitor.',
  },
  {
    name: 'get_monitor',
    title: 'Show a monitor',
    operationId: 'getMonitor',
    description:
      'One monitor of list_monitors (monitor_id) with its downtimes, latest first: when, why, and how many hits were missed where that is known.',
    advice: 'Call list_monitors for the monitors there are.',
  },
  {
    name: 'list_maintenance_windows',
    title: 'List maintenance windows',
    operationId: 'listMaintenanceWindows',
    description:
      'Planned maintenance of a site, with its past and next times: what fails in them is no downtime and is not mailed.',
  },
  {
    name: 'list_alerts',
    title: 'List alerts',
    operationId: 'listAlerts',
    description:
      'Alerts that the owner set up on a site: traffic that rises, drops or stops, goals, downtimes, broken links; with their thresholds and whether each is firing now.',
  },
  {
    name: 'list_alert_firings',
    title: 'List firings of an alert',
    operationId: 'listAlertFirings',
    description:
      'When an alert of list_alerts (alert_id) fired and ended, newest first, with what was counted, what was expected, and the cause.',
    advice: 'Call list_alerts for the alerts there are.',
  },
  {
    name: 'list_groups',
    title: 'List groups of sites',
    operationId: 'listGroups',
    description: 'Lists the groups into which the owner has put sites, with their site ids. Needs Ultra.',
  },
  {
    name: 'get_group',
    title: 'Show a group of sites',
    operationId: 'getGroup',
    pathId: 'group_id',
    description: 'Shows one group of sites by its id, from list_groups. Needs Ultra.',
    advice: 'Call list_groups for the groups there are.',
  },
  {
    name: 'list_spam_hits',
    title: 'List suppressed hits',
    operationId: 'listSpamHits',
    description:
      'Hits that a spam rule kept out of every count, each with the reason. Look here when real traffic seems to be missing.',
  },
];

const WRITING: readonly ToolRow[] = [
  {
    name: 'create_site',
    title: 'Add a site',
    operationId: 'createSite',
    description:
      'Adds a site to measure and returns its id and uid, the public code that its tracking script carries. Needs a full-access key. Ask the user before calling it; call list_sites first, since the same address can be added twice.',
  },
  {
    name: 'create_campaign_link',
    title: 'Save a campaign link',
    operationId: 'createCampaignLink',
    description:
      'Saves a tagged link of a page; the answer’s link is the one to share. Needs a full-access key. Use names of list_campaign_links.',
  },
  {
    name: 'update_site_features',
    title: 'Switch monitoring on or off',
    operationId: 'patchSiteFeatures',
    isIdempotent: true,
    description:
      'Switches uptime monitoring, content monitoring (broken links) and its mails on or off for a site; what is left out stays as it is. Needs a full-access key.',
  },
  {
    name: 'create_webhook',
    title: 'Add a webhook',
    operationId: 'createWebhook',
    reachesOut: true,
    description:
      'Adds an address that events are sent to as they happen: monitor_down, new_insight and others, for one site or all. The answer holds the signing secret, shown this once: hand it to the user at once. Needs a full-access key; use only an address that the user gave.',
  },
  {
    name: 'delete_spam_hits',
    title: 'Delete suppressed hits',
    operationId: 'deleteSpamHits',
    isDestructive: true,
    isIdempotent: true,
    description:
      'Deletes suppressed hits of a site for good: those whose ids are given, or with all=true every one. This cannot be undone: show the user what goes (list_spam_hits) and ask first. Needs a full-access key.',
  },
];

/** Every tool, those that only read first. */
export const TOOLS: readonly ToolRow[] = [...READING, ...WRITING];
