/** Groups of hits by their own channel: stored channels are counted without what they follow from, which takes a quarter of the time. */
import type { HitQuery } from '../../../core/hits/query.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { LACKS_CHANNEL, nameStored, toChannel } from './channels.ts';
import { tableOf, toWhere, uniqueCount } from './conditions.ts';
import { unionAll } from './parts.ts';
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
