/** Groups of hits by their own channel: stored channels are counted without what they follow from, which takes a quarter of the time. */
import { type Arrival, findChannel } from '../../../core/channels/find-channel.ts';
import type { GroupRow } from '../../../core/hits/answers.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { LACKS_CHANNEL, nameStored, toChannel } from './channels.ts';
import { tableOf, toWhere, uniqueCount } from './conditions.ts';
import { rawParts, splitSpan, unionAll } from './parts.ts';
import { findDaySums } from './sums-by-day.ts';
import { lacksValueSums, mayReferToItself } from './value-sums.ts';

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

/** Hits that came in the same way, or those that sums have of a channel. */
type Counted = Omit<Arrival, 'siteHost'> &
  Counts & { readonly key: string | null; readonly is_late: boolean };

/**
 * Returns all hits' groups by channel: those of the few hits that the sums lack are found here, where all of them are added up. Undefined for
 * other queries, and where the site has no such sums. Needs a transaction.
 */
export const findSummedChannels = async (
  read: Read,
  query: HitQuery,
): Promise<readonly GroupRow[] | undefined> => {
  const sums = query.filters.length === 0 ? findDaySums(query, 'channel') : undefined;
  const parts = splitSpan(query.span, DAY_MS);
  if (!sums || !parts || (await lacksValueSums(read, query, 'channel'))) return undefined;
  const late = rawParts(parts).map(
    part =>
      sql`select referrer, source, url, is_unique from hits where site_id = ${query.siteId} and ${part}`,
  );
  const found = await read<Counted>(sql`
    select null as referrer, null as source, null as url, key, false as is_late, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
    from (${sums.select(parts.wholeUnits)}) group by key
    union all (
      select referrer, source, url, null, true, count(*), count(*) filter (where is_unique)
      from (${unionAll(late)}) group by all limit ${MAX_ARRIVALS + 1})`);
  if (found.filter(({ is_late }) => is_late).length > MAX_ARRIVALS) return undefined;
  const { siteHost } = query;
  const groups = Map.groupBy(found, ({ is_late, key, ...arrival }) =>
    is_late ? findChannel({ ...arrival, siteHost }).channel : key,
  );
  const sum = (rows: readonly Counts[], name: keyof Counts) =>
    rows.reduce((total, row) => total + row[name], 0);
  return [...groups]
    .map(([key, rows]) => ({ key, hits: sum(rows, 'hits'), uniqueHits: sum(rows, 'unique_hits') }))
    .filter(({ hits }) => hits > 0);
};
