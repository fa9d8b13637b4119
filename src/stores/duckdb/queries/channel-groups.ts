/** Groups of hits by their own channel: stored channels are counted without what they follow from, which takes a quarter of the time. */
import { type Arrival, findChannel } from '../../../core/channels/find-channel.ts';
import type { Channel } from '../../../core/channels/rules.ts';
import type { GroupRow } from '../../../core/hits/answers.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { ALL, findSummedValue } from '../rollups/values.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { findStored, LACKS_CHANNEL, nameStored, toChannel } from './channels.ts';
import { tableOf, toWhere, uniqueCount } from './conditions.ts';
import { rawParts, splitSpan, unionAll } from './parts.ts';
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

/** Selects the hits that sums have by stored channel, and all of them under no channel. */
const selectStored = ({ siteId }: HitQuery, days: Span | null): Sql => {
  const of = (
    dimension: Sql,
  ) => sql`coalesce(sum(hits), 0)::bigint as hits, coalesce(sum(unique_hits), 0)::bigint as unique_hits
    from hit_groups where site_id = ${siteId} and dimension = ${dimension} and ${within('day', days)}`;
  return sql`select key::integer as stored, ${of(raw(String(findSummedValue('channel')?.dimension)))} group by key
    union all select null, ${of(ALL)}`;
};

/**
 * Returns all hits' groups by channel: those of the few hits that the sums lack are found here, where all of them are added up. Undefined for
 * other queries, and where the site has no such sums. Needs a transaction.
 */
export const findSummedChannels = async (
  read: Read,
  query: HitQuery,
): Promise<readonly GroupRow[] | undefined> => {
  const parts = splitSpan(query.span, DAY_MS);
  const isAll = query.kind === 'hit' && query.filters.length === 0;
  if (!parts || !isAll || (await lacksValueSums(read, query, 'channel'))) return undefined;
  const late = rawParts(parts).map(
    part =>
      sql`select referrer, source, url, is_unique from hits where site_id = ${query.siteId} and ${part}`,
  );
  const arrivals = await read<Omit<Arrival, 'siteHost'> & Counts>(sql`
    select referrer, source, url, count(*) as hits, count(*) filter (where is_unique) as unique_hits
    from (${unionAll(late)}) group by all limit ${MAX_ARRIVALS + 1}`);
  if (arrivals.length > MAX_ARRIVALS) return undefined;
  const groups = new Map<Channel | null, { hits: number; uniqueHits: number }>();
  const add = (channel: Channel | null, { hits, unique_hits: uniqueHits }: Counts, sign = 1) => {
    const group = groups.get(channel) ?? { hits: 0, uniqueHits: 0 };
    groups.set(channel, {
      hits: group.hits + sign * hits,
      uniqueHits: group.uniqueHits + sign * uniqueHits,
    });
  };
  const stored = await read<Counts & { readonly stored: number | null }>(
    selectStored(query, parts.wholeUnits),
  );
  for (const row of stored) {
    add(row.stored === null ? null : findStored(row.stored), row);
    if (row.stored !== null) add(null, row, -1);
  }
  const { siteHost } = query;
  for (const row of arrivals) add(findChannel({ ...row, siteHost }).channel, row);
  return [...groups].map(([key, counts]) => ({ key, ...counts })).filter(({ hits }) => hits > 0);
};
