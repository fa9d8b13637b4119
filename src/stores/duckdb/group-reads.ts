/** `group`: from sums, from what is kept, or from rows. */

import type { GroupRow, Groups } from '../../core/hits/answers.ts';
import type { Dimension, GroupOptions, HitQuery, ReadOptions } from '../../core/hits/query.ts';
import { type FigureGroups, NO_FIGURES } from '../../core/hits/visitor-delta.ts';
import { pageOf, withMinVisitors } from '../min-visitors.ts';
import { planSums } from './aggregates/plan.ts';
import type { SumsState } from './aggregates/state.ts';
import { findImportedGroups } from './imported-days/add.ts';
import { findSummedChannels } from './queries/channel-groups.ts';
import { answerGroups } from './queries/group.ts';
import type { createChannelReads } from './queries/known-channels.ts';
import type { createTextSampling } from './queries/text-sampling.ts';
import { isOfChannels } from './queries/value-sums.ts';
import type { Read } from './sql/sql.ts';
import { type KeptAnswers, MAX_KEPT_GROUPS } from './visits/kept-answers.ts';
import { filtersVisits, isOfVisit } from './visits/matching.ts';
import { queryGroupsByVisit } from './visits/queries.ts';

/** What groups are read with. */
interface GroupSources {
  readonly readWith: (options?: ReadOptions) => Read;
  readonly inTransaction: <T>(work: (read: Read) => Promise<T>, options?: ReadOptions) => Promise<T>;
  readonly readHits: ReturnType<typeof createChannelReads>;
  readonly known: ReturnType<typeof createTextSampling>;
  readonly spans: Parameters<typeof findImportedGroups>[0];
  readonly state: () => SumsState;
  readonly kept: KeptAnswers;
}

type Group = (query: HitQuery, dimension: Dimension, options: GroupOptions) => Promise<Groups>;

const toFigures = (rows: readonly GroupRow[]): FigureGroups =>
  new Map(
    rows.map(({ key, hits, uniqueHits, visitors = 0, visits = 0 }) => [
      key,
      { ...NO_FIGURES, hits, uniqueHits, visitors, visits },
    ]),
  );

const toRows = (groups: FigureGroups): GroupRow[] =>
  Array.from(groups, ([key, { hits, uniqueHits, visitors, visits }]) => ({
    ...{ key, hits, uniqueHits, visitors, visits },
  })).filter(({ hits }) => hits > 0);

/** Creates the reads of groups. */
export const createGroupReads = ({
  readWith,
  inTransaction,
  readHits,
  known,
  spans,
  state,
  kept,
}: GroupSources): Group => {
  /** Reads groups by visit, or with their visitors. */
  const groupByVisit = async (
    asked: HitQuery,
    dimension: Dimension,
    options: GroupOptions,
  ): Promise<Groups> => {
    const imported = await findImportedGroups(spans, asked, dimension);
    const query = await known(asked, options, { dimension });
    const request = { query, dimension, imported, state: state() };
    const all = { countsVisitors: true, offset: 0, limit: MAX_KEPT_GROUPS + 1 };
    return withMinVisitors(options, async page => {
      const isKept = page.countsVisitors && page.search === undefined && !imported;
      const found = isKept
        ? await kept.find({ query, dimension }, page, async read =>
            toFigures((await queryGroupsByVisit(read, request, all)).rows),
          )
        : undefined;
      return found
        ? pageOf(toRows(found), page)
        : inTransaction(read => queryGroupsByVisit(read, request, page), page);
    });
  };
  return async (asked, dimension, options) => {
    const speaksOfVisitors = options.countsVisitors === true || options.minVisitors !== undefined;
    if (filtersVisits(asked) || isOfVisit(asked, dimension) || speaksOfVisitors)
      return groupByVisit(asked, dimension, options);
    const imported = await findImportedGroups(spans, asked, dimension);
    const groups = { dimension, imported, state: state() };
    const isSummed = !imported && isOfChannels(planSums({ query: asked, dimension }, groups.state));
    const channels = isSummed ? await findSummedChannels(readWith(options), asked) : undefined;
    if (channels) return pageOf(channels, options);
    const query = await known(asked, options, { dimension, readsSums: !imported });
    return readHits(query, options, (reads, query) => answerGroups(reads, { ...options, ...groups, query }));
  };
};
