/** `group`: from sums, from what is kept, or from rows. */
import type { Groups } from '../../core/hits/answers.ts';
import type { Dimension, GroupOptions, HitQuery, ReadOptions } from '../../core/hits/query.ts';
import { pageOf } from '../min-visitors.ts';
import { findImportedGroups } from './imported-days/add.ts';
import { findSummedChannels } from './queries/channel-groups.ts';
import { answerGroups, querySummedGroups } from './queries/group.ts';
import type { createChannelReads } from './queries/known-channels.ts';
import type { createTextSampling } from './queries/properties.ts';
import type { Read } from './sql/sql.ts';
import type { KeptGroups } from './visits/kept-groups.ts';
import { filtersVisits, isOfVisit } from './visits/matching.ts';
import { queryGroupsByVisit } from './visits/queries.ts';

/** What groups are read with. */
interface GroupSources {
  readonly readWith: (options?: ReadOptions) => Read;
  readonly inTransaction: <T>(work: (read: Read) => Promise<T>, options?: ReadOptions) => Promise<T>;
  readonly readHits: ReturnType<typeof createChannelReads>;
  readonly known: ReturnType<typeof createTextSampling>;
  readonly spans: Parameters<typeof findImportedGroups>[0];
  readonly usesRollUps: () => boolean;
  readonly kept: KeptGroups;
}

type Group = (query: HitQuery, dimension: Dimension, options: GroupOptions) => Promise<Groups>;

/** Creates the reads of groups. */
export const createGroupReads = ({
  readWith,
  inTransaction,
  readHits,
  known,
  spans,
  usesRollUps,
  kept,
}: GroupSources): Group => {
  /** Reads groups by visit, or with their visitors. */
  const groupByVisit = async (
    asked: HitQuery,
    dimension: Dimension,
    options: GroupOptions,
  ): Promise<Groups> => {
    const imported = await findImportedGroups(spans, asked, dimension);
    const found = imported ? undefined : await kept.findGroups(asked, dimension, options);
    if (found) return found;
    const query = await known(asked, options, { dimension });
    const request = { query, dimension, imported, usesRollUps: usesRollUps() };
    const count = (read: Read, all = options) => queryGroupsByVisit(read, request, all);
    const counted = imported ? undefined : await kept.keepGroups(asked, dimension, { options, count });
    return counted ?? inTransaction(read => count(read), options);
  };
  return async (asked, dimension, options) => {
    const speaksOfVisitors = options.countsVisitors === true || options.minVisitors !== undefined;
    if (filtersVisits(asked) || isOfVisit(asked, dimension) || speaksOfVisitors)
      return groupByVisit(asked, dimension, options);
    const imported = await findImportedGroups(spans, asked, dimension);
    const groups = { dimension, imported, usesRollUps: usesRollUps() };
    const isOfChannels = dimension === 'channel' && !imported && groups.usesRollUps;
    const channels = isOfChannels ? await findSummedChannels(readWith(options), asked) : undefined;
    if (channels) return pageOf(channels, options);
    const summed = await querySummedGroups(readWith(options), { ...options, ...groups, query: asked });
    if (summed) return summed;
    const query = await known(asked, options, { dimension });
    return readHits(query, options, (reads, query) => answerGroups(reads, { ...options, ...groups, query }));
  };
};
