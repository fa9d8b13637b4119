/** Groups of hits by their own channel: stored channels are counted without what they follow from, which takes a quarter of the time. */
import { type Arrival, findChannel } from '../../../core/channels/find-channel.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { LACKS_CHANNEL, nameStored, toChannel } from './channels.ts';
import { tableOf, toWhere, uniqueCount } from './conditions.ts';
import { rawParts, splitSpan, unionAll } from './parts.ts';
import { findDaySums } from './sums-by-day.ts';
import { mayReferToItself } from './value-sums.ts';

/** Returns a select of the groups; undefined where each hit has to be looked at. Its statements have to run in one transaction. */
export const findChannelGroups = async (read: Read, query: HitQuery): Promise<Sql | undefined> => {
  if (query.kind !== 'hit' || (await mayReferToItself(read, query))) return undefined;
  const groups = (key: Sql, rows: Sql): Sql => sql`
    select ${key} as key, count(*) as hits, ${uniqueCount(query.kind)} as unique_hits
    from ${tableOf(query.kind)} where ${toWhere(query)} and ${rows} group by all`;
  const stored = groups(raw('channel'), sql`not ${LACKS_CHANNEL}`);
  const others = groups(toChannel(raw, query), LACKS_CHANNEL);
  return sql`select key, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
    from (${unionAll([sql`select ${nameStored(raw('key'))} as key, hits, unique_hits from (${stored})`, others])}) group by key`;
};

/** Different arrivals of hits that sums lack, up to which their channels are found here: planning the rules as a statement costs more. */
const MAX_ARRIVALS = 500;

interface Counts {
  readonly hits: number;
  readonly unique_hits: number;
}

/** Selects the channels of arrivals with their hits. */
const selectArrivals = (
  arrivals: readonly (Omit<Arrival, 'siteHost'> & Counts)[],
  { siteHost }: HitQuery,
): Sql => {
  const groups = Map.groupBy(arrivals, arrival => findChannel({ ...arrival, siteHost }).channel);
  const sum = (name: keyof Counts): number[] =>
    [...groups.values()].map(rows => rows.reduce((total, row) => total + row[name], 0));
  return sql`select unnest(${[...groups.keys()]}::varchar[]) as key, unnest(${sum('hits')}::bigint[]) as hits,
    unnest(${sum('unique_hits')}::bigint[]) as unique_hits`;
};

/**
 * Returns a select of all hits' groups by channel from sums and the few hits that those lack; undefined for other queries. Its
 * statements have to run in one transaction.
 */
export const findSummedChannels = async (read: Read, query: HitQuery): Promise<Sql | undefined> => {
  const sums = query.filters.length === 0 ? findDaySums(query, 'channel') : undefined;
  const parts = splitSpan(query.span, DAY_MS);
  if (!sums || !parts) return undefined;
  const late = rawParts(parts).map(
    part =>
      sql`select referrer, source, url, is_unique from hits where site_id = ${query.siteId} and ${part}`,
  );
  const arrivals = await read<Omit<Arrival, 'siteHost'> & Counts>(sql`
    select referrer, source, url, count(*) as hits, count(*) filter (where is_unique) as unique_hits
    from (${unionAll(late)}) group by all limit ${MAX_ARRIVALS + 1}`);
  if (arrivals.length > MAX_ARRIVALS) return undefined;
  const selects = [
    sql`select key, hits, unique_hits from (${sums.select(parts.wholeUnits)})`,
    ...(arrivals.length > 0 ? [selectArrivals(arrivals, query)] : []),
  ];
  return sql`select key, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
    from (${unionAll(selects)}) group by key having sum(hits) > 0`;
};
