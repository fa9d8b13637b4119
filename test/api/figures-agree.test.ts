/** Each figure that stands on several pages of the dashboard is the same on all of them, in the demonstration's data. */
import { expect, test } from 'bun:test';
import { startDemo } from '../support/demo.ts';
import { share } from '../support/share.ts';

const demo = share(startDemo);

/** The site's own pages, of the last 30 days where nothing else is said. */
const SITE = '/sites/1';
const DAYS = 'start_date=2026-02-09&end_date=2026-03-10';
const OF_VISITS = `${DAYS}&attribution=visit&include_visitors=true`;
/** The days of the newest insight. */
const WEEK = 'start_date=2026-03-03&end_date=2026-03-09';
const OVERVIEW = `${SITE}/overview?${DAYS}&attribution=visit&compare=matching_period&include_engagement=true`;
const PAGES = `${SITE}/hits?${OF_VISITS}&group_by=path&per_page=1000`;
const REFERRER = 'core77.com';

// biome-ignore lint/suspicious/noExplicitAny: answers are read by the path of a figure
type Answer = any;
type Row = Readonly<Record<string, string | number | null>>;

const sum = (rows: readonly Row[], field: string): number =>
  rows.reduce((total, row) => total + Number(row[field]), 0);
const find = (rows: readonly Row[], field: string, value: string | number) =>
  rows.find(row => row[field] === value);
const findGoal = ({ goals }: Answer, name: string) => goals.find((each: Answer) => each.goal.name === name);
const newest = ({ insights }: Answer) => insights[0];
const findSignal = ({ insights }: Answer, type: string) =>
  insights.flatMap(({ signals }: Answer) => signals).find((signal: Answer) => signal.type === type)
    .payload_excerpt;

/** Figure, and the pages that it stands on: what each asks, and where the figure is in the answer. */
const FIGURES: Readonly<
  Record<string, readonly (readonly [page: string, path: string, read: (answer: Answer) => unknown])[]>
> = {
  visitors: [
    ['tile of the overview', OVERVIEW, ({ figures }) => figures.visitors],
    [
      'list of sites',
      `/sites?${DAYS}&include=series,comparison,status&compare=matching_period`,
      ({ sites }) => find(sites, 'id', 1)?.['period_visitors'],
    ],
    ['lists of the overview', PAGES, ({ summary }) => summary.unique_visitors],
    ['journeys', `${SITE}/user_journeys?${DAYS}`, ({ summary }) => summary.total_visitors],
    ['goals', `${SITE}/goals/report?${DAYS}`, answer => answer.unique_visitors],
    ['funnels', `${SITE}/funnels/1/report?${DAYS}`, ({ visitors }) => visitors],
    ['public page', '/public/UID?period=30d', ({ figures }) => figures.visitors],
  ],
  'visitors before': [
    ['tile of the overview', OVERVIEW, ({ comparison }) => comparison.figures.visitors],
    [
      'list of sites',
      `/sites?${DAYS}&include=series,comparison,status&compare=matching_period`,
      ({ sites }) => find(sites, 'id', 1)?.['previous_period_visitors'],
    ],
    [
      'lists of the overview',
      `${PAGES}&compare=matching_period`,
      ({ comparison }) => comparison.summary.unique_visitors,
    ],
  ],
  visits: [
    ['tile of the overview', OVERVIEW, ({ figures }) => figures.visits],
    [
      'chart',
      `${SITE}/hits?${OF_VISITS}&group_by=date&interval=day`,
      ({ grouped_hits }) => sum(grouped_hits, 'visits'),
    ],
    [
      'entry pages',
      `${SITE}/hits?${OF_VISITS}&group_by=entry_page&per_page=1000`,
      ({ grouped_hits }) => sum(grouped_hits, 'visits'),
    ],
    [
      'exit pages',
      `${SITE}/hits?${OF_VISITS}&group_by=exit_page&per_page=1000`,
      ({ grouped_hits }) => sum(grouped_hits, 'visits'),
    ],
    [
      'channels',
      `${SITE}/hits?${OF_VISITS}&group_by=channel`,
      ({ grouped_hits }) => sum(grouped_hits, 'visits'),
    ],
    ['public page', '/public/UID?period=30d', ({ figures }) => figures.visits],
  ],
  pageviews: [
    ['tile of the overview', OVERVIEW, ({ figures }) => figures.hits],
    [
      'list of sites',
      `/sites?${DAYS}&include=series,comparison,status&compare=matching_period`,
      ({ sites }) => find(sites, 'id', 1)?.['period_hits'],
    ],
    [
      'chart',
      `${SITE}/hits?${OF_VISITS}&group_by=date&interval=day`,
      ({ grouped_hits }) => sum(grouped_hits, 'hit_count'),
    ],
    ['pages', PAGES, ({ grouped_hits }) => sum(grouped_hits, 'views')],
    ['hours', `${SITE}/hours?${DAYS}&attribution=visit`, ({ hours }) => sum(hours, 'hit_count')],
    ['public page', '/public/UID?period=30d', ({ figures }) => figures.hits],
  ],
  'pageviews of a page': [
    [
      'pages',
      `${SITE}/hits?period=all&attribution=visit&include_visitors=true&group_by=path`,
      ({ grouped_hits }) => find(grouped_hits, 'path', '/')?.['views'],
    ],
    [
      'leaderboard',
      `${SITE}/leaderboard`,
      ({ leaderboard }) => find(leaderboard, 'path', '/')?.['total_hits'],
    ],
  ],
  'visitors of a page without tracking code': [
    ['pages', PAGES, ({ grouped_hits }) => find(grouped_hits, 'path', '/contact')?.['unique_visitors']],
    [
      'coverage',
      `${SITE}/coverage?${DAYS}`,
      ({ coverage }) => find(coverage.pages.without_snippet, 'path', '/contact')?.['visitors'],
    ],
  ],
  'visitors from a referrer': [
    [
      'referrers',
      `${SITE}/hits?${WEEK}&attribution=visit&include_visitors=true&group_by=referrer_host`,
      ({ grouped_hits }) => find(grouped_hits, 'referrer_host', REFERRER)?.['unique_visitors'],
    ],
    [
      'what changed',
      `${SITE}/overview?${WEEK}&attribution=visit&compare=matching_period&include_changes=true&metric=visitors`,
      ({ changes }) => find(changes.referrers, 'referrer_host', REFERRER)?.['visitors'],
    ],
    [
      'insights',
      `${SITE}/insights?per_page=1`,
      answer => findSignal(answer, 'referrer_surge').current_visitors,
    ],
    [
      'text of the insight',
      `${SITE}/insights?per_page=1&include_sentences=true`,
      answer =>
        find(
          newest(answer).sentences.traffic_patterns.find(({ kind }: Answer) => kind === 'referrers')
            .referrers,
          'referrer',
          REFERRER,
        )?.['visitors'],
    ],
  ],
  'what is usual for a day': [
    [
      'explanation of the chart',
      `${SITE}/overview?start_date=2026-03-07&end_date=2026-03-07&include_usual=true`,
      ({ usual }) => usual.hits,
    ],
    [
      'insights, and the mark of the chart',
      `${SITE}/insights?per_page=50`,
      answer => findSignal(answer, 'traffic_spike').previous_hits,
    ],
  ],
  events: [
    ['tile of the overview', OVERVIEW, ({ figures }) => figures.events],
    ['events', `${SITE}/events?${OF_VISITS}&group_by=event`, ({ summary }) => summary.total_events],
  ],
  kudos: [
    ['tile of the overview', OVERVIEW, ({ figures }) => figures.kudos],
    ['list of kudos', `${SITE}/kudos?${DAYS}&group_by=path`, ({ summary }) => summary.total_kudos],
    ['public page', '/public/UID?period=30d', ({ figures }) => figures.kudos],
  ],
  'visits of AI crawlers': [
    ['tile of the overview', OVERVIEW, ({ figures }) => figures.agent_visits],
    [
      'list of providers',
      `${SITE}/agent_visits?${DAYS}&group_by=provider`,
      ({ summary }) => summary.total_visits,
    ],
  ],
  'conversions of a goal': [
    ['goals', `${SITE}/goals/report?${DAYS}`, answer => findGoal(answer, 'Order completed').conversions],
    [
      'chart',
      `${SITE}/hits?${OF_VISITS}&group_by=date&interval=day&goal=1`,
      ({ summary }) => summary.conversions,
    ],
    [
      'column of a list',
      `${SITE}/hits?${OF_VISITS}&group_by=channel&goal=1`,
      ({ grouped_hits }) => sum(grouped_hits, 'conversions'),
    ],
    [
      'events',
      `${SITE}/events?${OF_VISITS}&group_by=event`,
      ({ grouped_events }) => find(grouped_events, 'event', 'checkout.complete')?.['event_count'],
    ],
  ],
  'who put something into the cart': [
    ['goals', `${SITE}/goals/report?${DAYS}`, answer => findGoal(answer, 'Added to cart').visitors],
    ['funnel', `${SITE}/funnels/1/report?${DAYS}`, ({ steps }) => steps.at(-1).visitors],
  ],
  'state of the site': [
    ['monitoring', `${SITE}/uptime`, ({ monitor }) => monitor.status],
    [
      'monitors',
      `${SITE}/monitors`,
      ({ monitors }) => monitors.find(({ is_home }: Answer) => is_home).status,
    ],
    [
      'list of sites',
      `/sites?include=status`,
      ({ sites }) => sites.find(({ id }: Answer) => id === 1).status.uptime,
    ],
    ['status page', '/status/SLUG/status.json', ({ monitors }) => monitors[0].state],
  ],
};

/** Asks as a page does; the public ones by the addresses that the owner was given. */
async function ask(path: string): Promise<Answer> {
  const { browser } = demo();
  if (path.startsWith('/status/')) {
    const [{ url }] = (await browser.api('GET', '/status_pages')).body.status_pages;
    return (await browser.ask('GET', path.replace('/status/SLUG', new URL(url).pathname))).body;
  }
  const uid = path.includes('UID') ? (await browser.api('GET', SITE)).body.uid : '';
  const { status, body } = await browser.api('GET', path.replace('UID', uid));
  expect([path, status]).toEqual([path, 200]);
  return body;
}

test.each(Object.entries(FIGURES))('%s: the same on every page', async (_, pages) => {
  const found: [string, unknown][] = [];
  for (const [page, path, read] of pages) found.push([page, read(await ask(path))]);
  const [, first] = found[0] ?? [];
  expect(first).toBeDefined();
  expect(found).toEqual(pages.map(([page]) => [page, first]));
});
