/** The demonstration data in the format of each tool, imported: reports say what they say of the same data in Footfall's own format. */
import { beforeAll, expect, test } from 'bun:test';
import type { ForeignFormat } from '../../src/core/import-formats.ts';
import { generateDemoData } from '../../src/features/demo/foreign/visits.ts';
import { DEMO_WRITERS } from '../../src/features/demo/foreign/writers.ts';
import { generateDemoHistory } from '../../src/features/demo/history.ts';
import { aSite } from '../support/imports.ts';
import { shareServer } from '../support/shared-server.ts';

const PLAN = {
  seed: 11,
  siteUrl: 'https://notes.example',
  until: new Date('2026-03-04T23:59:59.999Z'),
  days: 5,
  visitorsADay: 25,
  anomalies: [],
};
const RANGE = 'start_date=2026-02-27&end_date=2026-03-05&limit=100';

const server = shareServer();
type ImportedSite = Awaited<ReturnType<typeof aSite>>;
/** What the reports on the same data in the own format answer. */
const expected = new Map<string, Record<string, unknown>>();
beforeAll(async () => {
  const own = await aSite({ url: PLAN.siteUrl }, server());
  const rows = [...generateDemoHistory(PLAN)].map(row => `${JSON.stringify(row)}\n`);
  expect(await own.upload('', rows.join(''))).toMatchObject({ status: 'completed', rows_bad: 0 });
  for (const [name, ask] of Object.entries(REPORTS)) expected.set(name, await ask(own));
});

type Row = Readonly<Record<string, string | number | null>>;

/** What each report counts, by its values. */
const REPORTS = {
  hits: ({ get }) => countBy(get, '/hits?group_by=date', row => row['hit_count']),
  visitors: ({ get }) =>
    countBy(get, '/hits?group_by=date&include_visitors=true', row => row['unique_visitors']),
  path: ({ get }) => countBy(get, '/hits?group_by=path'),
  referrer: ({ get }) => countBy(get, '/hits?group_by=referrer_host'),
  referrerOfVisits: ({ get }) => countBy(get, '/hits?group_by=referrer_host&attribution=visit'),
  campaign: ({ get }) => countBy(get, '/hits?group_by=campaign&attribution=visit'),
  browser: ({ get }) => countBy(get, '/hits?group_by=browser_name'),
  platform: ({ get }) => countBy(get, '/hits?group_by=platform_name'),
  device: ({ get }) => countBy(get, '/hits?group_by=device'),
  country: ({ get }) => countBy(get, '/hits?group_by=country'),
  /** Plausible leaves out what it does not know. */
  knownCountry: async ({ get }) => ({ ...(await countBy(get, '/hits?group_by=country')), XX: 0 }),
  entryPage: ({ get }) => countBy(get, '/hits?group_by=entry_page&attribution=visit'),
  events: ({ get }) => countBy(get, '/events?group_by=event', row => row['event_count']),
  /** Names without dots, in the tool's category. */
  plainEvents: async ({ get }) => {
    const counts = await countBy(get, '/events?group_by=event', row => row['event_count']);
    return Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [
        name.replace(/^(ga4|simple-analytics)\./, '').replace('_', '.'),
        count,
      ]),
    );
  },
  agents: ({ get }) =>
    countBy(get, '/agent_visits?group_by=agent_name', row => row['agent_visit_count'] ?? row['count']),
} satisfies Readonly<Record<string, (site: ImportedSite) => Promise<unknown>>>;

async function countBy(
  get: ImportedSite['get'],
  report: string,
  toCount: (row: Row) => unknown = row => row['views'] ?? row['hit_count'],
): Promise<Record<string, unknown>> {
  const by = /group_by=(\w+)/.exec(report)?.[1] ?? '';
  const body = await get(`${report}&${RANGE}`);
  const rows: Row[] = body.grouped_hits ?? body.grouped_events ?? body.grouped_agent_visits ?? [body];
  return Object.fromEntries(rows.map((row): [string, unknown] => [String(row[by]), toCount(row)]).sort());
}

type Report = keyof typeof REPORTS;
const DAYS: readonly Report[] = ['hits', 'visitors', 'path', 'browser', 'platform', 'device'];
const ROWS: readonly Report[] = [...DAYS, 'referrer', 'country'];

/** The reports that a format has what they need for. */
const CARRIED: Readonly<Record<ForeignFormat, readonly Report[]>> = {
  plausible: [...DAYS, 'referrerOfVisits', 'campaign', 'knownCountry', 'entryPage', 'events'],
  umami: [...ROWS, 'events'],
  goatcounter: [...ROWS.filter(report => report !== 'device'), 'events'],
  matomo: [...ROWS, 'events'],
  ga4: [...DAYS, 'country', 'plainEvents'],
  'simple-analytics': [...ROWS, 'plainEvents'],
  fathom: [...ROWS, 'events'],
  'access-log': [...DAYS, 'referrer', 'campaign', 'agents'],
};

test.each(Object.entries(CARRIED) as [ForeignFormat, readonly Report[]][])(
  'the demonstration data as %s has the figures that it has in the own format',
  async (format, reports) => {
    const site = await aSite({ url: PLAN.siteUrl }, server());
    const imported = await site.upload('', DEMO_WRITERS[format](generateDemoData(PLAN)));
    expect(imported).toMatchObject({ format, status: 'completed', rows_bad: 0 });
    for (const name of reports) {
      const own = expected.get(name) ?? {};
      expect(Object.keys(own).length).toBeGreaterThan(1);
      expect([name, await REPORTS[name](site)]).toEqual([name, own]);
    }
  },
);
