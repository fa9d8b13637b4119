/**
 * The channels of rows that have none stored, which are few: they are found in the program, so that a filter on channels plans no rules
 * into its statement, which takes several times as long as reading the rows.
 */
import { type Arrival, findChannel } from '../../../core/channels/find-channel.ts';
import type { HitQuery, ReadOptions } from '../../../core/hits/query.ts';
import { type KnownChannels, LACKS_CHANNEL } from '../../sql/channels.ts';
import { type Read, type Reads, sql, within, withinTransaction } from '../sql/sql.ts';
import { mayReferToItself } from './value-sums.ts';

/** Rows up to which their channels are found here. */
const MAX_ROWS = 500;

/** Returns a query that knows the channels; the same query where the rows are many, or any may be linked from the site itself. */
const withKnownChannels = async (read: Read, query: HitQuery): Promise<HitQuery> => {
  if (await mayReferToItself(read, query)) return query;
  const rows = await read<Omit<Arrival, 'siteHosts'> & { readonly id: number }>(sql`
    select id, referrer, source, url from hits
    where site_id = ${query.siteId} and ${within('created_at', query.span)} and ${LACKS_CHANNEL} limit ${MAX_ROWS + 1}`);
  if (rows.length > MAX_ROWS) return query;
  const { siteHosts } = query;
  const channels = Map.groupBy(rows, row => findChannel({ ...row, siteHosts }).channel);
  const known: HitQuery & KnownChannels = {
    ...query,
    knownChannels: [...channels].map(([channel, found]) => [channel, found.map(({ id }) => id)]),
  };
  return known;
};

/** Reads of single statements and of transactions. */
interface Store {
  readonly readsWith: (options?: ReadOptions) => Reads;
}

/** Creates the function that reads hits by their own values: in one transaction where a filter is on channels. */
export const createChannelReads =
  ({ readsWith }: Store) =>
  <T>(
    query: HitQuery,
    options: ReadOptions | undefined,
    work: (reads: Reads, query: HitQuery) => Promise<T>,
  ): Promise<T> => {
    const reads = readsWith(options);
    return query.kind === 'hit' && query.filters.some(({ dimension }) => dimension === 'channel')
      ? reads.inTransaction(async read => work(withinTransaction(read), await withKnownChannels(read, query)))
      : work(reads, query);
  };
