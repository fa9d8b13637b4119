/**
 * Stores the channel of each hit and event in rebuilds: rules are patterns, which take ten times as long as a stored number. Rows
 * that came since are of the channel that the rules decide for when they are read, and so is everything after the rules changed,
 * until the next rebuild has worked it out again.
 */
import { RULES_VERSION } from '../../../core/channels/rules.ts';
import type { OfSite } from '../../../core/hits/query.ts';
import { isOfSite, LACKS_CHANNEL, toStoredChannel } from '../../sql/channels.ts';
import type { Rebuild } from '../engine-types.ts';
import { exists, type Read, type Run, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import { updateInSlices } from './day-slices.ts';
import { STALE_SITES } from './stale.ts';
import { isOf } from './sums.ts';
import { resumeKey } from './widths.ts';

/** What the channel of a row follows from. */
const ARRIVAL = ['referrer', 'source', 'url'] as const;

/** Stores the channels of some rows of a table that lack one, worked out once for each arrival. Returns the number of rows. */
export const storeChannels = async (run: Run, table: Sql, rows: Sql): Promise<number> => {
  const missing = sql`${LACKS_CHANNEL} and ${rows}`;
  await run(sql`create temp table arrivals as
    select ${raw(ARRIVAL.join(', '))}, ${toStoredChannel(name => (name === 'channel' ? raw('null::utinyint') : raw(name)))} as decided
    from (select distinct ${raw(ARRIVAL.join(', '))} from ${table} where ${missing})`);
  const isSame = ARRIVAL.map(name => `stored.${name} is not distinct from arrivals.${name}`).join(' and ');
  const updated =
    await run(sql`update ${table} as stored set channel = arrivals.decided from temp.main.arrivals
    where ${missing} and ${raw(isSame)}`);
  await run(sql`drop table temp.main.arrivals`);
  return updated;
};

/** Updates the channels of a copy up to its last row. Call it before sums are; those by other rules become stale. */
export const updateChannels = async (copy: Rebuild, rowsPerSlice?: number): Promise<void> => {
  const run = toRun(copy);
  for (const table of [raw('hits'), raw('events')])
    await updateInSlices(copy, { table, rows: LACKS_CHANNEL, rowsPerSlice }, slice =>
      storeChannels(run, table, slice),
    );
  const [state] = await toRead(copy)<{ readonly channel_rules: number }>(
    sql`select channel_rules from sum_state`,
  );
  if (state?.channel_rules !== RULES_VERSION) await resumeKey(run, 'channel');
  await run(sql`insert into stale_sums select distinct site_id, null::date from sums
    where ${isOf('visits', 'channel')} and site_id not in ${STALE_SITES}
      and (select channel_rules from sum_state) <> ${RULES_VERSION}`);
  await run(sql`update sum_state set channel_rules = ${RULES_VERSION}`);
};

/** Returns whether visits of a site were linked from the site itself, whose host is not known where sums by channel are made. */
export const isLinkedFromItself = (
  read: Read,
  { siteId, ...site }: OfSite & { readonly siteId: number },
): Promise<boolean> =>
  exists(
    read,
    sql`from sums where site_id = ${siteId} and ${isOf('visits', 'referrer_host')} and ${isOfSite(raw('key'), site)}`,
  );
