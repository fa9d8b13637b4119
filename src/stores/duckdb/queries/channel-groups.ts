/** Groups of hits by their own channel: stored channels are counted without what they follow from, which takes a quarter of the time. */
import { type Arrival, findChannel } from '../../../core/channels/find-channel.ts';
import type { GroupRow } from '../../../core/hits/answers.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import { findStored, LACKS_CHANNEL, nameStored, toChannel } from '../../sql/channels.ts';
import { isOf } from '../aggregates/sums.ts';
import type { SumKey } from '../aggregates/table.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { tableOf, toWhere, uniqueCount } from './conditions.ts';
import { type DayParts, rawParts, splitDays, unionAll } from './parts.ts';
import { mayReferToItself, selectOwnReferrers } from './value-sums.ts';

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

/** Sums of a stored channel, of all hits where that is null, or of hits that the sums lack. */
interface ChannelSums extends Omit<Arrival, 'siteHosts'>, Counts {
  readonly stored: number | null;
  readonly is_late: boolean;
}

const COUNTS = raw(
  'coalesce(sum(hits), 0)::bigint as hits, coalesce(sum(unique_hits), 0)::bigint as unique_hits',
);

/** Selects `ChannelSums`: in one statement, since most of the time goes into planning. None where the site refers to itself. */
const selectChannelSums = (query: HitQuery, parts: DayParts): Sql => {
  const of = (key: SumKey) => sql`from sums
    where site_id = ${query.siteId} and ${isOf('hits', key)} and ${within('day', parts.days)}`;
  const late = rawParts(parts).map(
    part =>
      sql`select referrer, source, url, is_unique from hits where site_id = ${query.siteId} and ${part}`,
  );
  const sums = unionAll([
    sql`select key::utinyint as stored, false as is_late, null as referrer, null as source, null as url, ${COUNTS}
      ${of('channel')} group by key`,
    sql`select null, false, null, null, null, ${COUNTS} ${of('is_mobile')}`,
    sql`(select null, true, referrer, source, url, count(*), count(*) filter (where is_unique)
      from (${unionAll(late)}) group by referrer, source, url limit ${MAX_ARRIVALS + 1})`,
  ]);
  return sql`select * from (${sums}) where not exists (${selectOwnReferrers(query)})`;
};

/** Groups that are added to. */
const createGroups = () => {
  const groups = new Map<string | null, Pick<GroupRow, 'hits' | 'uniqueHits'>>();
  return {
    add: (key: string | null, { hits, unique_hits: uniqueHits }: Counts, sign = 1): void => {
      const group = groups.get(key) ?? { hits: 0, uniqueHits: 0 };
      groups.set(key, { hits: group.hits + sign * hits, uniqueHits: group.uniqueHits + sign * uniqueHits });
    },
    list: (): GroupRow[] =>
      [...groups].map(([key, counts]) => ({ key, ...counts })).filter(({ hits }) => hits > 0),
  };
};

/**
 * Returns all hits' groups by channel: those of the few hits that the sums lack are found here, where all of them are added up. Undefined
 * for those with filters, and where the site refers to itself. Call it where sums by channel are planned.
 */
export const findSummedChannels = async (
  read: Read,
  query: HitQuery,
): Promise<readonly GroupRow[] | undefined> => {
  const parts = splitDays(query.span, query.zone);
  if (!parts || query.filters.length > 0) return undefined;
  const sums = await read<ChannelSums>(selectChannelSums(query, parts));
  const arrivals = sums.filter(row => row.is_late);
  if (sums.length === 0 || arrivals.length > MAX_ARRIVALS) return undefined;
  const groups = createGroups();
  for (const row of sums.filter(({ is_late: isLate }) => !isLate)) {
    groups.add(row.stored === null ? null : findStored(row.stored), row);
    if (row.stored !== null) groups.add(null, row, -1);
  }
  const { siteHosts } = query;
  for (const row of arrivals) groups.add(findChannel({ ...row, siteHosts }).channel, row);
  return groups.list();
};
