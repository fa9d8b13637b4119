/** The leaderboard and the journeys of visitors over HTTP, each asking followed by one of the bare SQL of the same meaning. */
import { type Aim, askInTurns } from './asking.ts';
import { memoryOf } from './machine.ts';
import { type Range, rangesOf, whereOf } from './questions.ts';
import { openReference, type ReferenceEngine } from './reference.ts';
import { callApi, type Server, startServer } from './server.ts';
import { figure, type Row, type Section } from './table.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

const AT_MOST: Aim = { ratio: 1.5, moreMs: 3 };
const PAGE = 50;
/** In every path but the front page; asked for with other capitals each time, it is not found in the cache. */
const FILTER = 'subject';

interface Contest {
  readonly place: Workplace;
  readonly world: World;
  readonly server: Server;
  readonly engine: ReferenceEngine;
}

export async function measureJourneys(place: Workplace, world: World): Promise<Section> {
  const server = await startServer(place, {
    data: world.data,
    settings: { FOOTFALL_MEMORY_LIMIT: place.memoryLimit },
  });
  const engine = await openReference(place, world.referenceFile);
  const contest = { place, world, server, engine };
  const rows = await measureLeaderboard(contest);
  for (const range of rangesOf(new Date())) rows.push(...(await measureRange(contest, range)));
  const { peakMiB } = memoryOf(server.pid);
  await engine.close();
  await server.stop();
  return {
    title: `Leaderboard and journeys over ${figure(place.hits)} hits of one site, milliseconds of ${place.askings} askings`,
    reference: 'bare SQL of the same meaning',
    rows: [
      ...rows,
      {
        what: `most memory meanwhile, MiB, of it ${place.memoryLimit} for the engine`,
        ours: figure(peakMiB),
      },
    ],
    notes: [
      'A page of journeys holds the summary of all visitors and the commonest entries and exits, and so does the SQL.',
    ],
  };
}

/** The number in binary, one capital for each one. */
const withCapitals = (text: string, number: number): string =>
  [...text].map((sign, place) => ((number >> place) & 1 ? sign.toUpperCase() : sign)).join('');

async function measureLeaderboard({ place, world, server, engine }: Contest): Promise<Row[]> {
  const call = (query: string) =>
    callApi(server, world.key, { path: `/sites/${world.siteId}/leaderboard?${query}` });
  let asked = 0;
  const report = (filter: string | null) => ({
    refer: () => engine.ask([leaderboardSql(filter), 'select count(*) from hits']),
    summaryIn: (text: string) => {
      const { leaderboard, pagination } = JSON.parse(text) as Leaderboard;
      return [pagination.total_count, leaderboard[0]?.total_hits ?? 0, leaderboard[0]?.unique_hits ?? 0];
    },
    aim: AT_MOST,
  });
  const missed = await askInTurns(place, {
    ...report(FILTER),
    name: 'leaderboard of a filter, worked out',
    ask: () => call(`path=${withCapitals(FILTER, asked++)}`),
  });
  const kept = await askInTurns(place, { ...report(null), name: 'leaderboard, kept', ask: () => call('') });
  return [missed.row, kept.row];
}

interface Leaderboard {
  readonly leaderboard: readonly { readonly total_hits: number; readonly unique_hits: number }[];
  readonly pagination: { readonly total_count: number };
}

const leaderboardSql = (filter: string | null): string => `
  select count(*) over () as total, sum(views) as views, count(*) as unique_views from (
    select path, visitor_hash, created_at::date as day, count(*) as views from hits
    ${filter === null ? '' : `where contains(lower(path), '${filter}')`} group by all)
  group by path order by views desc, path limit 100`;

async function measureRange({ place, world, server, engine }: Contest, range: Range): Promise<Row[]> {
  const days = `start_date=${dayOf(range.start)}&end_date=${dayOf(range.end)}`;
  const call = (page: number) =>
    callApi(server, world.key, { path: `/sites/${world.siteId}/user_journeys?${days}&page=${page}` });
  const { pagination } = JSON.parse((await call(1)).text) as JourneyList;
  const rows: Row[] = [];
  for (const page of [1, Math.max(2, Math.floor(pagination.total_pages / 3))]) {
    place.tell(`asking for journeys, ${range.name}, page ${page}`);
    const { row } = await askInTurns(place, {
      name: `journeys, ${range.name}, page ${figure(page)} of ${figure(pagination.total_pages)}`,
      ask: () => call(page),
      refer: () => engine.ask([journeysSql(whereOf(range), (page - 1) * PAGE)]),
      summaryIn: text => {
        const { summary } = JSON.parse(text) as JourneyList;
        return [summary.total_visitors, summary.single_page_visitors];
      },
      aim: AT_MOST,
    });
    rows.push(row);
  }
  return rows;
}

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

interface JourneyList {
  readonly pagination: { readonly total_pages: number };
  readonly summary: { readonly total_visitors: number; readonly single_page_visitors: number };
}

/** Everything in one statement, so that visitors are told apart once; lists of the page's visitors only. */
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
