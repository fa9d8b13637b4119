/**
 * Answers `journeys`: totals over the visitors of a span, and the journeys of a slice of them. With many hits, daily sums give the
 * totals and the newest hits give the slice; if they cannot, one statement aggregates each visitor to a few numbers, and
 * others read the texts of paths. Then the hits of the slice's visitors are read.
 */
import { UNKNOWN_COUNTRY } from '../../../core/country-code.ts';
import { toMidnight } from '../../../core/days.ts';
import type { Journey, Journeys, PathVisitors } from '../../../core/hits/answers.ts';
import type { HitQuery, JourneyHits, JourneyQuery, Slice } from '../../../core/hits/query.ts';
import { SLOT_MS, selectSlots } from '../aggregates/select.ts';
import type { SumsState } from '../aggregates/state.ts';
import { join, type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { findJourneyTotals } from './journey-totals.ts';
import { createMoments, type Moments } from './moments.ts';
import { AFTER_WATERMARK } from './parts.ts';

/** Visitors are sorted by time only within 2^22 milliseconds, about 70 minutes, around the slice. */
const BUCKET_BITS = 22;

/** Hash of a path; 63 bits make collisions unlikely. */
const PATH_HASH = raw('(hash(path) >> 1)::bigint');

/** Returns the condition for the hits of visitors. */
export const whereHits = ({ siteId, span }: Pick<HitQuery, 'siteId' | 'span'>): Sql =>
  sql`site_id = ${siteId} and ${within('created_at', span)} and visitor_hash is not null`;

/** Selects every visitor of the span with its first and last moment, and the paths of both. */
const selectVisitors = (query: JourneyQuery, hits: Sql, { moment }: Moments): Sql => sql`
  select visitor_hash, min(moment) as first, max(moment) as last,
    arg_min(path_hash, moment) as entry, arg_max(path_hash, moment) as exit
  from (select visitor_hash, ${moment} as moment, ${PATH_HASH} as path_hash from ${hits} where ${whereHits(query)})
  group by visitor_hash`;

/** Returns the condition for the visitors that are listed. */
const isListed = ({ omitsSingle = false }: JourneyQuery): Sql => raw(omitsSingle ? 'first <> last' : 'true');

/** Selects the most common paths of first (or last) hits, each with the latest of those hits. */
const mostCommon = (path: 'entry' | 'exit', moment: 'first' | 'last', { maxPaths }: JourneyQuery): Sql => sql`
  select ${raw(path)} as path, count(*) as visitors, max(${raw(moment)}) as latest from visitors
  group by ${raw(path)} order by visitors desc, latest desc limit ${maxPaths}`;

/** Selects the visitors of a slice of `listed`. Counts per bucket of time locate it, so that few visitors have to be sorted. */
const selectSlice = ({ offset, limit }: Slice, { bucketOf }: Moments): Sql => sql`
  buckets as (select ${bucketOf('last', BUCKET_BITS)} as bucket, count(*) as visitors from listed group by 1),
  summed as (select bucket, visitors, (sum(visitors) over (order by bucket desc))::bigint as until from buckets),
  place as (select min(bucket) as low, max(bucket) as high, min(until - visitors) as skipped
    from summed where until > ${offset} and until - visitors - ${limit} < ${offset}),
  slice as (select visitor_hash, first, last from listed
    where ${bucketOf('last', BUCKET_BITS)} between (select low from place) and (select high from place)
    order by last desc, visitor_hash
    limit ${limit} offset (select coalesce(${offset} - max(skipped), 0)::bigint from place))`;

/** Hash of a path, visitors, and the millisecond of a hit that has the path. */
type CommonPath = readonly bigint[];

interface Overview {
  readonly visitors: number;
  readonly single: number;
  /** Lists are null when they are empty. */
  readonly entries: readonly CommonPath[] | null;
  readonly exits: readonly CommonPath[] | null;
  readonly hashes: readonly bigint[] | null;
  readonly since_ms: number | null;
}

const selectOverview = (query: JourneyQuery, hits: Sql, slice: Slice): Sql => {
  const moments = createMoments(query.span);
  const all = (from: 'entries' | 'exits'): Sql => sql`
    (select list([path::ubigint, visitors::ubigint, (${moments.millisecondOf('latest')})::ubigint]
      order by visitors desc, latest desc) from ${raw(from)})`;
  return sql`
  with visitors as materialized (${selectVisitors(query, hits, moments)}),
  listed as (select * from visitors where ${isListed(query)}),
  entries as (${mostCommon('entry', 'first', query)}),
  exits as (${mostCommon('exit', 'last', query)}),
  ${selectSlice(slice, moments)}
  select count(*) as visitors, count(*) filter (where first = last) as single,
    ${all('entries')} as entries, ${all('exits')} as exits,
    (select list(visitor_hash order by last desc, visitor_hash) from slice) as hashes,
    (select ${moments.millisecondOf('min(first)')} from slice) as since_ms
  from visitors`;
};

/** Reads the texts of paths by their hashes, from the hits of a few instants. */
const readPaths = async (
  read: Read,
  query: JourneyQuery,
  instants: readonly Date[],
): Promise<Map<bigint, string>> => {
  if (instants.length === 0) return new Map();
  const isThen = join(
    instants.map(instant => sql`${instant}`),
    ', ',
  );
  const rows = await read<{ hash: bigint; path: string | null }>(
    sql`select ${PATH_HASH}::ubigint as hash, any_value(path) as path from hits
      where ${whereHits(query)} and created_at in (${isThen}) group by 1`,
  );
  return new Map(rows.map(row => [row.hash, row.path ?? '']));
};

interface JourneyRow {
  readonly visitor_hash: bigint;
  readonly hits: number;
  readonly last_hit: Date;
  readonly paths: readonly string[];
  readonly instants: readonly Date[];
  readonly exit_path: string | null;
  readonly referrer: string | null;
  readonly country: string | null;
  readonly browser_name: string | null;
}

/** The visitors of a slice. */
interface Found {
  readonly hashes: readonly bigint[];
  /** Their first hit, or an earlier instant. */
  readonly since: Date;
}

/** Orders hits by time, then by id. */
const MOMENT = raw('epoch_ms(created_at)::hugeint * 9007199254740992 + id');

/** Returns the condition for the hits of some visitors from an instant on. */
const ofVisitors = (query: JourneyQuery, { hashes, since }: Found): Sql =>
  sql`${whereHits(query)} and created_at >= ${since} and visitor_hash in (${join(
    hashes.map(hash => sql`${hash}`),
    ', ',
  )})`;

/** Selects the journeys of some hits. The lists are limited while they are built, however long a journey is. */
const selectJourneys = (query: JourneyQuery, from: Sql, hits: Sql): Sql => sql`
  select visitor_hash, count(*) as hits, max(created_at) as last_hit,
    arg_min(path, ${MOMENT}, ${query.maxPages}) as paths, min(created_at, ${query.maxPages}) as instants,
    arg_max(path, ${MOMENT}) as exit_path, arg_min_null(referrer, ${MOMENT}) as referrer,
    arg_min_null(country, ${MOMENT}) as country, arg_min_null(browser_name, ${MOMENT}) as browser_name
  from ${from} where ${hits} group by visitor_hash`;

const toJourney = (row: JourneyRow): Journey => {
  const pages = row.paths.map((path, index) => ({ path, at: row.instants[index] ?? row.last_hit }));
  const [first] = pages;
  return {
    visitorHash: row.visitor_hash,
    hits: row.hits,
    firstHit: first?.at ?? row.last_hit,
    lastHit: row.last_hit,
    entryPath: first?.path ?? '',
    exitPath: row.exit_path ?? '',
    referrer: row.referrer,
    country: row.country ?? UNKNOWN_COUNTRY,
    browserName: row.browser_name,
    pages,
  };
};

/** Totals over the visitors of a span, and the visitors of a slice. */
interface FoundVisitors extends Omit<Journeys, 'rows'>, Found {}

/** The table of hits that journeys are made of, and how it is read. */
export interface JourneySource {
  readonly hits: Sql;
  readonly readHits: Read;
}

/** Finds the visitors of a slice among many hits. */
const findVisitors = async (
  read: Read,
  { query, slice }: Pick<JourneysRequest, 'query' | 'slice'>,
  { hits, readHits }: JourneySource,
): Promise<FoundVisitors> => {
  const [overview] = await readHits<Overview>(selectOverview(query, hits, slice));
  const { entries, exits, hashes, since_ms } = overview ?? {};
  const found = [...(entries ?? []), ...(exits ?? [])];
  const paths = await readPaths(
    read,
    query,
    found.map(([, , millisecond]) => new Date(Number(millisecond))),
  );
  const toPathVisitors = (commonest: readonly CommonPath[] | null | undefined): PathVisitors[] =>
    (commonest ?? []).map(([hash = 0n, visitors]) => ({
      path: paths.get(hash) ?? '',
      visitors: Number(visitors),
    }));
  return {
    visitors: overview?.visitors ?? 0,
    singleHitVisitors: overview?.single ?? 0,
    entryPaths: toPathVisitors(entries),
    exitPaths: toPathVisitors(exits),
    hashes: hashes ?? [],
    since: new Date(since_ms ?? 0),
  };
};

/** Hits that are read for each visitor of a slice at first, and the factor by which that grows. */
const HITS_PER_VISITOR = 8;

/** Finds the start of the last part of a span that has a number of hits. */
export const findStart = async (read: Read, { siteId, span }: JourneyHits, hits: number): Promise<Date> => {
  const slots = { start: new Date(+span.start - SLOT_MS), end: span.end };
  const [found] = await read<{ slot: Date | null }>(sql`
    select max(slot) as slot from (
      select slot, sum(sum(hits)) over (order by slot desc) as hits from (
        select slot, hits from (${selectSlots(sql`site_id = ${siteId}`, slots)})
        union all select time_bucket(interval '15 minutes', created_at), 1 from hits
          where site_id = ${siteId} and ${within('created_at', span)} and ${AFTER_WATERMARK})
      group by slot)
    where hits >= ${hits}`);
  return new Date(Math.max(+span.start, +(found?.slot ?? span.start)));
};

/** Returns the start of an instant's day within a span. No visit, and no visitor of scope `day`, has hits of two days. */
export const startOfItsDay = ({ span, zone }: Pick<JourneyHits, 'span' | 'zone'>, instant: Date): Date =>
  new Date(Math.max(+span.start, +toMidnight(instant, zone)));

/** Returns the condition for visitors of several days with a hit before an instant. */
const orHasEarlier = (query: JourneyQuery, start: Date): Sql => sql`
  or (has_days and visitor_hash in (select visitor_hash from hits where ${whereHits(query)} and created_at < ${start}
    and visitor_hash in (select visitor_hash from visitors where has_days and first = last)))`;

/** Finds the visitors of a slice among those at the end of a span, going back as far as needed. */
const findSlice = async (read: Read, query: JourneyQuery, slice: Slice): Promise<bigint[]> => {
  const moments = createMoments(query.span);
  const needed = slice.offset + slice.limit;
  for (let hits = needed * HITS_PER_VISITOR; ; hits *= HITS_PER_VISITOR) {
    const newest = await findStart(read, query, hits);
    // Whether a visitor has another hit is known where the part begins with its day.
    const start = query.omitsSingle ? startOfItsDay(query, newest) : newest;
    const [found] = await read<Pick<Overview, 'visitors' | 'hashes'>>(sql`
      with visitors as materialized (
        select visitor_hash, min(moment) as first, max(moment) as last,
          bool_or(visitor_is_stable is not false) as has_days
        from (select visitor_hash, visitor_is_stable, ${moments.moment} as moment from hits
          where ${whereHits(query)} and created_at >= ${start})
        group by visitor_hash),
      listed as (select * from visitors where ${isListed(query)} ${query.omitsSingle ? orHasEarlier(query, start) : raw('')}),
      ${selectSlice(slice, moments)}
      select count(*) as visitors, (select list(visitor_hash order by last desc, visitor_hash) from slice) as hashes
      from listed`);
    if (+start === +query.span.start || (found && found.visitors >= needed))
      return [...(found?.hashes ?? [])];
  }
};

/** Finds the visitors of a slice among many hits whose totals are in daily sums. */
const findSummedVisitors = async (
  read: Read,
  { query, slice, state }: JourneysRequest,
): Promise<FoundVisitors | undefined> => {
  const totals = await findJourneyTotals(read, query, state);
  if (!totals) return undefined;
  const count = totals.visitors - (query.omitsSingle ? totals.singleHitVisitors : 0);
  const isPast = slice.limit === 0 || slice.offset >= count;
  return { ...totals, hashes: isPast ? [] : await findSlice(read, query, slice), since: query.span.start };
};

/** A row of `selectParts`. */
interface PartRow {
  readonly part: 'entry' | 'exit' | 'slice' | 'total';
  readonly path: string | null;
  readonly visitors: number;
  readonly single: number;
  readonly visitor_hash: bigint;
  readonly since_ms: number;
}

/** Selects totals, common paths and the visitors of a slice in one statement, by the texts of paths. */
const selectParts = (query: JourneyQuery, { offset, limit }: Slice): Sql => {
  const { moment, millisecondOf } = createMoments(query.span);
  const common = (path: 'entry' | 'exit', at: 'first' | 'last'): Sql => sql`
    select ${path} as part, path, visitors, 0 as single, latest as moment, null::ubigint as visitor_hash, null::bigint as since_ms
    from (${mostCommon(path, at, query)})`;
  return sql`
    with visitors as materialized (
      select visitor_hash, min(moment) as first, max(moment) as last,
        arg_min_null(path, moment) as entry, arg_max_null(path, moment) as exit
      from (select visitor_hash, path, ${moment} as moment from hits where ${whereHits(query)})
      group by visitor_hash)
    ${common('entry', 'first')} union all ${common('exit', 'last')}
    union all select 'slice', null, 0, 0, last, visitor_hash, ${millisecondOf('first')}
      from (select * from visitors where ${isListed(query)} order by last desc, visitor_hash limit ${limit} offset ${offset})
    union all select 'total', null, count(*), count(*) filter (where first = last), null, null, null from visitors
    order by part, visitors desc, moment desc, visitor_hash`;
};

/** Finds the visitors of a slice among few hits, where one statement with fewer operators is faster. */
const findFewVisitors = async (read: Read, query: JourneyQuery, slice: Slice): Promise<FoundVisitors> => {
  const rows = await read<PartRow>(selectParts(query, slice));
  const listPart = (part: PartRow['part']): PartRow[] => rows.filter(row => row.part === part);
  const toPathVisitors = ({ path, visitors }: PartRow): PathVisitors => ({ path: path ?? '', visitors });
  const [total] = listPart('total');
  const visitors = listPart('slice');
  return {
    visitors: total?.visitors ?? 0,
    singleHitVisitors: total?.single ?? 0,
    entryPaths: listPart('entry').map(toPathVisitors),
    exitPaths: listPart('exit').map(toPathVisitors),
    hashes: visitors.map(row => row.visitor_hash),
    since: new Date(Math.min(...visitors.map(row => row.since_ms))),
  };
};

/** A query of `journeys`. */
export interface JourneysRequest {
  readonly query: JourneyQuery;
  readonly slice: Slice;
  readonly state: SumsState;
}

/** Returns totals over the journeys of a span, and a slice of them. Its statements have to run in one transaction. */
export const queryJourneys = async (read: Read, request: JourneysRequest): Promise<Journeys> => {
  const { query, slice, state } = request;
  const { hashes, since, ...totals } = state.isUsed
    ? ((await findSummedVisitors(read, request)) ??
      (await findVisitors(read, request, { hits: raw('hits'), readHits: read })))
    : await findFewVisitors(read, query, slice);
  if (hashes.length === 0) return { ...totals, rows: [] };
  const found = ofVisitors(query, { hashes, since });
  const hits = state.isUsed ? await findById(read, found) : found;
  const rows = await read<JourneyRow>(selectJourneys(query, raw('hits'), hits));
  return { ...totals, rows: inOrder(hashes, rows) };
};

const inOrder = (hashes: readonly bigint[], rows: readonly JourneyRow[]): Journey[] => {
  const journeys = new Map(rows.map(row => [row.visitor_hash, toJourney(row)]));
  return hashes.flatMap(hash => journeys.get(hash) ?? []);
};

/** Returns totals and a slice of the journeys that consist of the hits of a source. */
export const queryJourneysOf = async (
  read: Read,
  { query, slice }: JourneysRequest,
  source: JourneySource,
): Promise<Journeys> => {
  const { hashes, since, ...totals } = await findVisitors(read, { query, slice }, source);
  if (hashes.length === 0) return { ...totals, rows: [] };
  const found = ofVisitors(query, { hashes, since });
  const rows = await source.readHits<JourneyRow>(selectJourneys(query, source.hits, found));
  return { ...totals, rows: inOrder(hashes, rows) };
};

/** Maximum number of hits that are listed by their ids. */
const MAX_LISTED_HITS = 2_000;

/** Returns a condition by id for hits that match another one: the scan for it then reads no column but those it compares. */
const findById = async (read: Read, hits: Sql): Promise<Sql> => {
  const found = await read<{ id: number }>(
    sql`select id from hits where ${hits} limit ${MAX_LISTED_HITS + 1}`,
  );
  return found.length > MAX_LISTED_HITS ? hits : sql`id in (${raw(found.map(({ id }) => id).join(', '))})`;
};
