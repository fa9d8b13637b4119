/** The leaderboard and the journeys of visitors over HTTP, each request in turns with plain SQL of the same meaning. */

import type { BenchContext } from './context.ts';
import { copyFixture, type Fixture } from './fixture.ts';
import { readMemory } from './machine.ts';
import { openReference, type ReferenceEngine } from './reference.ts';
import {
  type ComparedReport,
  checkReport,
  compareReport,
  type Target,
  timeReport,
} from './report-comparison.ts';
import { listRanges, type Range, toWhereClause, UNIQUE_DAY } from './report-queries.ts';
import { callApi, type Server, setZone, startServer } from './server.ts';
import { formatNumber, type Row, type Section } from './table.ts';
import { hitBody } from './visits.ts';

const AT_MOST: Target = { ratio: 1.5, moreMs: 3 };
const PAGE = 50;
/** Stands in every path but the front page. Each request writes it with other capitals, so that the cache does not have it. */
const FILTER = 'subject';

interface JourneyBench {
  readonly bench: BenchContext;
  readonly fixture: Fixture;
  readonly server: Server;
  readonly engine: ReferenceEngine;
}

export async function measureJourneys(bench: BenchContext, original: Fixture): Promise<Section> {
  const fixture = copyFixture(bench, original);
  const server = await startServer(bench, {
    data: fixture.data,
    settings: { FOOTFALL_MEMORY_LIMIT: bench.memoryLimit },
  });
  const engine = await openReference(bench, fixture.referenceFile);
  const journeyBench = { bench, fixture, server, engine };
  await setZone(server, fixture, bench.zone);
  const rows = await measureLeaderboard(journeyBench);
  const reports: ComparedReport[] = [];
  for (const range of listRanges(bench)) reports.push(...(await listReports(journeyBench, range)));
  for (const report of reports) await checkReport(report);
  for (const report of reports) {
    bench.log(`timing ${report.name}`);
    rows.push((await timeReport(bench, report)).row);
  }
  const { peakMiB } = readMemory(server.pid);
  await engine.close();
  await server.stop();
  return {
    title: `Leaderboard and journeys over ${formatNumber(bench.hits)} hits of one site, milliseconds of ${bench.requests} requests`,
    reference: 'bare SQL of the same meaning',
    rows: [
      ...rows,
      {
        what: `peak memory, MiB, of it ${bench.memoryLimit} for the engine`,
        ours: formatNumber(peakMiB),
      },
    ],
    notes: [
      'A page of journeys holds the summary of all visitors and the commonest entries and exits, and so does the SQL.',
    ],
  };
}

/** Capitalizes the letters of a text by the bits of a number. */
const withCapitals = (text: string, number: number): string =>
  [...text].map((char, index) => ((number >> index) & 1 ? char.toUpperCase() : char)).join('');

async function measureLeaderboard({ bench, fixture, server, engine }: JourneyBench): Promise<Row[]> {
  const call = (query: string) =>
    callApi(server, fixture.key, { path: `/sites/${fixture.siteId}/leaderboard?${query}` });
  let requestCount = 0;
  const report = (filter: string | null) => ({
    queryReference: () => engine.query([leaderboardSql(filter), 'select count(*) from hits']),
    summaryIn: (text: string) => {
      const { leaderboard, pagination } = JSON.parse(text) as Leaderboard;
      return [pagination.total_count, leaderboard[0]?.total_hits ?? 0, leaderboard[0]?.unique_hits ?? 0];
    },
    aim: AT_MOST,
  });
  const uncached = await compareReport(bench, {
    ...report(FILTER),
    name: 'leaderboard of a filter, not cached',
    sendRequest: () => call(`path=${withCapitals(FILTER, requestCount++)}`),
  });
  const cached = await compareReport(bench, {
    ...report(null),
    name: 'leaderboard, cached',
    sendRequest: () => call(''),
  });
  return [uncached.row, cached.row];
}

interface Leaderboard {
  readonly leaderboard: readonly { readonly total_hits: number; readonly unique_hits: number }[];
  readonly pagination: { readonly total_count: number };
}

const leaderboardSql = (filter: string | null): string => `
  select count(*) over () as total, sum(views) as views, count(*) as unique_views from (
    select path, visitor_hash, ${UNIQUE_DAY} as day, count(*) as views from hits
    ${filter === null ? '' : `where contains(lower(path), '${filter}')`} group by all)
  group by path order by views desc, path limit 100`;

async function listReports(
  { fixture, server, engine }: JourneyBench,
  range: Range,
): Promise<ComparedReport[]> {
  const call = (page: number) =>
    callApi(server, fixture.key, {
      path: `/sites/${fixture.siteId}/user_journeys?${range.dates}&page=${page}`,
    });
  const { pagination } = JSON.parse((await call(1)).text) as JourneyList;
  return [1, Math.max(2, Math.floor(pagination.total_pages / 3))].map(
    (page): ComparedReport => ({
      name: `journeys, ${range.name}, ${page === 1 ? 'first page' : 'page a third down'}`,
      sendRequest: () => call(page),
      invalidate: () =>
        callApi(server, fixture.key, { path: `/sites/${fixture.siteId}/hits`, body: hitBody(page) }),
      queryReference: () => engine.query([journeysSql(toWhereClause(range), (page - 1) * PAGE)]),
      summaryIn: text => {
        const { summary } = JSON.parse(text) as JourneyList;
        return [summary.total_visitors, summary.single_page_visitors];
      },
      aim: AT_MOST,
    }),
  );
}

interface JourneyList {
  readonly pagination: { readonly total_pages: number };
  readonly summary: { readonly total_visitors: number; readonly single_page_visitors: number };
}

/** Everything in one statement, so that visitors are distinguished once; lists of the page's visitors only. */
const journeysSql = (where: string, offset: number): string => `
  with visitors as materialized (
    select visitor_hash, count(*) as pages, max(created_at) as last_hit,
      arg_min(path, created_at) as entry, arg_max(path, created_at) as exit
    from hits ${where} group by visitor_hash),
  page as (select visitor_hash from visitors order by last_hit desc limit ${PAGE} offset ${offset}),
  journeys as (
    select visitor_hash, list(path order by created_at) as paths, list(created_at order by created_at) as instants,
      arg_min(referrer, created_at) as referrer, arg_min(country, created_at) as country,
      arg_min(browser_name, created_at) as browser
    from hits ${where} and visitor_hash in (select visitor_hash from page) group by visitor_hash),
  entries as (select entry, count(*) as visitors from visitors group by entry order by visitors desc limit 10),
  exits as (select exit, count(*) as visitors from visitors group by exit order by visitors desc limit 10),
  summary as (select count(*) as visitors, count(*) filter (where pages = 1) as singles from visitors)
  select visitors, singles from summary
    where (select count(entry) + sum(visitors) from entries) > 0 and (select count(exit) + sum(visitors) from exits) > 0
      and (select sum(len(paths) + len(instants)) + count(referrer) + count(country) + count(browser) from journeys) > 0`;
