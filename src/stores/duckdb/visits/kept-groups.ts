/**
 * Groups with their visitors that take all rows to count, or that are many, are kept: what later rows change is worked out from the rows of
 * their visitors. Decision 043.
 */
import type { GroupRow } from '../../../core/hits/answers.ts';
import { PLACE_DIMENSIONS } from '../../../core/hits/places.ts';
import { findPropertyName } from '../../../core/hits/properties.ts';
import type {
  Dimension,
  GroupOptions,
  HitQuery,
  ReadOptions,
  TotalsOptions,
} from '../../../core/hits/query.ts';
import { toCondition } from '../../filter-condition.ts';
import { pageOf } from '../../min-visitors.ts';
import type { HitEngine } from '../engine-types.ts';
import type { Read } from '../sql/sql.ts';
import { countChanges, type GroupChange, type KeyedRow } from './few-visitors.ts';
import { type KeptAnswers, type KnownIds, MAX_ROWS_OF_QUERY, toKnownRows } from './kept-answers.ts';
import { isStale } from './late-visitors.ts';
import { isOfVisit } from './matching.ts';
import { findChanges, type KnownGroups, readUnknown } from './summed-groups.ts';

interface Groups {
  readonly rows: GroupRow[];
  readonly total: number;
}

/** What is kept: groups, or the visitors of all visits that the filters match together. */
interface KeptQuery extends Omit<KnownGroups, 'isKnown'> {
  readonly isOneGroup?: boolean;
}

/** Counts all groups. */
type CountGroups = (read: Read, options: GroupOptions) => Promise<Groups>;

/** Returns what is kept of groups; undefined where nothing is. */
const findKeptGroups = (
  query: HitQuery,
  dimension: Dimension,
  { search, countsVisitors }: GroupOptions,
): KeptQuery | undefined => {
  const isKept = findPropertyName(dimension) !== undefined || PLACE_DIMENSIONS.has(dimension);
  const isAsked = query.kind === 'hit' && query.filters.length === 0 && countsVisitors;
  return isKept && isAsked && search === undefined
    ? { query, dimension, isOfHits: !isOfVisit(query, dimension) }
    : undefined;
};

/** Returns what is kept of totals: the visitors of visits in some places. */
const findKeptVisitors = (query: HitQuery, { onlyVisitors }: TotalsOptions): KeptQuery | undefined => {
  const [filter, ...others] = query.filters;
  if (!filter || others.length > 0 || !onlyVisitors) return undefined;
  const { dimension } = filter;
  return query.kind === 'hit' && PLACE_DIMENSIONS.has(dimension) && isOfVisit(query, dimension)
    ? { query, dimension, isOfHits: false, isOneGroup: true }
    : undefined;
};

const toKey = ({ query, dimension, isOneGroup }: KeptQuery): string =>
  JSON.stringify([isOneGroup, query.siteId, query.span, query.attribution, dimension, query.filters]);

/** Sums up changes by their group: hits without a visitor are one of their own. */
const sumChanges = (changes: readonly GroupChange[]): Map<string | null, readonly number[]> => {
  const sums = new Map<string | null, readonly number[]>();
  for (const { key, numbers } of changes) {
    const sum = sums.get(key);
    sums.set(key, sum ? numbers.map((number, index) => number + (sum[index] ?? 0)) : numbers);
  }
  return sums;
};

const addChange = (
  { key, hits, uniqueHits, visitors = 0, visits = 0 }: GroupRow,
  [moreHits = 0, moreUniqueHits = 0, moreVisitors = 0, moreVisits = 0]: readonly number[],
): GroupRow => ({
  key,
  hits: hits + moreHits,
  uniqueHits: uniqueHits + moreUniqueHits,
  visitors: visitors + moreVisitors,
  visits: visits + moreVisits,
});

/** Adds changes to groups, which stay nearly in order. */
const addChanges = (rows: readonly GroupRow[], changes: readonly GroupChange[]): GroupRow[] => {
  const sums = sumChanges(changes);
  const changed = rows.map(row => {
    const sum = sums.get(row.key);
    sums.delete(row.key);
    return sum ? addChange(row, sum) : row;
  });
  const added = [...sums].map(([key, sum]) => addChange({ key, hits: 0, uniqueHits: 0 }, sum));
  return [...changed, ...added];
};

/** Groups that are kept, and visitors of some together. */
export interface KeptGroups {
  /** Returns a page of groups from what is kept; undefined where that does not answer. */
  findGroups(query: HitQuery, dimension: Dimension, options: GroupOptions): Promise<Groups | undefined>;
  /** Counts all groups, keeps them where they are few enough, and returns a page of them; undefined where they are not counted here. */
  keepGroups(
    query: HitQuery,
    dimension: Dimension,
    work: { readonly options: GroupOptions; readonly count: CountGroups },
  ): Promise<Groups | undefined>;
  /** Returns the number of visitors that totals are asked for alone; undefined where it is not kept. */
  countVisitors(
    query: HitQuery,
    options: TotalsOptions,
    count: (read: Read) => Promise<number>,
  ): Promise<number | undefined>;
}

/** All rows of visitors with later rows, as they were read last: those of places are counted by place, and then together. */
interface ReadRows extends KnownIds {
  readonly of: string;
  /** The newest rows before they were read. */
  readonly newest: string;
  readonly rows: readonly KeyedRow[];
}

const toRowsKey = ({ query: { siteId, span, attribution }, dimension }: KeptQuery): string =>
  JSON.stringify([siteId, span, attribution, dimension]);

/** Returns rows that were read for groups as those of one group, of which others are known; undefined where filters take a statement. */
const toOneGroup = (
  { query }: KeptQuery,
  rows: readonly KeyedRow[],
  { hitId, eventId }: KnownIds,
): KeyedRow[] | undefined => {
  const conditions = query.filters.map(toCondition);
  if (conditions.some(({ isContains }) => isContains)) return undefined;
  const tests = conditions.map(({ values, matchesNull, isExcluding }) => {
    const known = new Set<string | null>([...values, ...(matchesNull ? [null] : [])]);
    return (key: string | null): boolean => known.has(key) !== isExcluding;
  });
  return rows.map(row => ({
    ...row,
    key: null,
    matches: tests.every(matches => matches(row.key)),
    is_late: row.id > (row.is_event ? eventId : hitId),
  }));
};

/** Creates the groups that are kept. */
export const createKeptGroups = (
  answers: KeptAnswers,
  usesRollUps: () => boolean,
  engine: Pick<HitEngine, 'alterations' | 'lastIds'>,
): KeptGroups => {
  let last: ReadRows | undefined;

  /** Finds the changes of all groups together. */
  const findTogether = async (
    read: Read,
    asked: KeptQuery,
    { newest, ...known }: KnownIds & { readonly newest: string },
  ): Promise<GroupChange[] | undefined> => {
    const isRead =
      last?.of === toRowsKey(asked) &&
      last.newest === newest &&
      last.hitId <= known.hitId &&
      last.eventId <= known.eventId;
    const shared = isRead && last ? toOneGroup(asked, last.rows, known) : undefined;
    const rows = shared ?? (await readUnknown(read, { ...asked, isKnown: toKnownRows(known) }));
    const { dimension, isOfHits, query } = asked;
    return (
      rows &&
      countChanges(
        rows.map(row => ({ ...row, key: null })),
        { dimension, span: query.span, isOfHits },
      )
    );
  };

  const find = (asked: KeptQuery, options: ReadOptions): Promise<GroupRow[] | undefined> => {
    const newest = JSON.stringify([engine.alterations(), engine.lastIds()]);
    return answers.find<GroupRow, GroupRow[]>(toKey(asked), options, async (read, kept, known) => {
      if (asked.isOneGroup) {
        const changes = await findTogether(read, asked, { ...known, newest });
        return changes && addChanges(kept, changes);
      }
      const groups = { ...asked, isKnown: toKnownRows(known) };
      const rows = await readUnknown(read, groups);
      if (rows && !asked.isOfHits) last = { ...known, of: toRowsKey(asked), newest, rows };
      return rows && addChanges(kept, await findChanges(read, groups, rows));
    });
  };

  /** Counts all groups and keeps them; undefined where they are too many. */
  const keep = (
    asked: KeptQuery,
    { orderBy = 'hits', ...options }: ReadOptions & Pick<GroupOptions, 'orderBy'>,
    count: CountGroups,
  ): Promise<readonly GroupRow[] | undefined> =>
    answers.keep(toKey(asked), options, async read => {
      // Which days their visitors have rows on is known of sites whose sums are up to date.
      if (await isStale(read, asked.query.siteId)) return undefined;
      const all = { countsVisitors: true, orderBy, offset: 0, limit: MAX_ROWS_OF_QUERY };
      const { rows, total } = await count(read, all);
      return total <= MAX_ROWS_OF_QUERY ? rows : undefined;
    });

  return {
    findGroups: async (query, dimension, options) => {
      const asked = usesRollUps() ? findKeptGroups(query, dimension, options) : undefined;
      const rows = asked && (await find(asked, options));
      const groups = rows?.filter(({ hits }) => hits > 0);
      return groups && pageOf(groups, options);
    },
    keepGroups: async (query, dimension, { options, count }) => {
      const asked = usesRollUps() ? findKeptGroups(query, dimension, options) : undefined;
      if (!asked) return undefined;
      let found: Groups | undefined;
      const rows = await keep(asked, options, async (read, all) => {
        found = await count(read, all);
        return found;
      });
      if (rows) return pageOf(rows, options);
      const { offset, limit } = options;
      // The first of too many are a page too.
      return found && offset + limit <= found.rows.length
        ? { rows: found.rows.slice(offset, offset + limit), total: found.total }
        : undefined;
    },
    countVisitors: async (query, options, count) => {
      const asked = usesRollUps() ? findKeptVisitors(query, options) : undefined;
      if (!asked) return undefined;
      const countAll: CountGroups = async read => ({
        rows: [{ key: null, hits: 0, uniqueHits: 0, visitors: await count(read) }],
        total: 1,
      });
      const [row] = (await find(asked, options)) ?? (await keep(asked, options, countAll)) ?? [];
      return row?.visitors;
    },
  };
};
