import { CHANGE_DIMENSIONS, type ChangeDimension, type ChangeList } from '../../core/hits/change-lists.ts';
import type { Filter, GroupOrder, HitQuery, ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { ComparedPeriod } from '../../reports/compared-period.ts';
import { parseFilters } from '../../reports/filters.ts';
import { HIT_FILTERS } from '../../reports/hit-filters.ts';
import { findImported, importedDaysOf } from '../../reports/imported.ts';
import type { Period } from '../../reports/period.ts';
import type { FiguresQuery } from './figures-query.ts';

/** A page, referrer, source or country with its count in both periods. */
export interface Change {
  /** Null for hits without a referrer or source. */
  readonly key: string | null;
  readonly count: number;
  readonly countBefore: number;
}

/** Only the most frequent rows of either period are compared. */
const MAX_GROUPS = 100;
const MAX_CHANGES = 5;

/**
 * Creates the function that returns the largest changes between two periods, at most five of each list; of equal ones
 * the more frequent first.
 */
export const createFindChanges =
  (hits: Pick<HitStore, 'ask' | 'importedSpans'>) =>
  async (
    query: FiguresQuery,
    {
      period,
      compared,
      metric,
    }: {
      readonly period: Period;
      readonly compared: Pick<ComparedPeriod, 'period' | 'span'>;
      readonly metric: GroupOrder;
    },
    options: ReadOptions,
  ): Promise<Readonly<Record<ChangeList, readonly Change[]>>> => {
    const { filters, ...rows } = query;
    const now: HitQuery = { ...rows, kind: 'hit', filters: parseFilters(HIT_FILTERS, filters) };
    const earlier = { ...now, span: compared.span };
    const findChanges = async (dimension: ChangeDimension): Promise<Change[]> => {
      const [days, daysBefore] = await Promise.all([
        findImported(hits, { query: now, period, span: period.span, grouping: dimension }),
        findImported(hits, { query: earlier, ...compared, grouping: dimension }),
      ]);
      // Days without the dimension would look like a fall, or a rise, of everything that has it.
      if (days?.included === false || daysBefore?.included === false) return [];
      return findListChanges({
        hits,
        dimension,
        metric,
        now: { ...now, ...importedDaysOf(days) },
        earlier: { ...earlier, ...importedDaysOf(daysBefore) },
        options,
      });
    };
    const lists = Object.entries(CHANGE_DIMENSIONS).map(async ([list, dimension]) => [
      list,
      await findChanges(dimension),
    ]);
    return Object.fromEntries(await Promise.all(lists));
  };

interface ChangeQuery {
  readonly hits: Pick<HitStore, 'ask'>;
  readonly dimension: ChangeDimension;
  readonly metric: GroupOrder;
  readonly now: HitQuery;
  readonly earlier: HitQuery;
  readonly options: ReadOptions;
}

async function findListChanges({
  hits,
  dimension,
  metric,
  now,
  earlier,
  options,
}: ChangeQuery): Promise<Change[]> {
  const group = async (query: HitQuery, limit = MAX_GROUPS) => {
    const page = { dimension, measures: [metric], orderBy: metric, offset: 0, limit };
    const { rows, total } = await hits.ask({ shape: 'groups', ...query, ...page }, options);
    const counts: Counts = new Map(rows.map(row => [row.key, row[metric] ?? 0]));
    return { counts, isAll: total <= rows.length };
  };
  const [current, previous] = await Promise.all([group(now), group(earlier)]);
  const keys = new Set([...current.counts.keys(), ...previous.counts.keys()]);

  /** Returns whether both counts of a row are known: one outside the most frequent of a period has a smaller count, or none. */
  const isCertain = (key: string | null): boolean =>
    (current.isAll || current.counts.has(key)) && (previous.isAll || previous.counts.has(key));
  const toChange = (key: string | null): Change => ({
    key,
    count: current.counts.get(key) ?? 0,
    countBefore: previous.counts.get(key) ?? 0,
  });
  const certain = largestChanges([...keys].filter(isCertain).map(toChange));
  const least = certain[MAX_CHANGES - 1];
  // A key cannot have changed by more than its count, so most need no further query.
  const uncertain = [...keys]
    .filter(key => !isCertain(key))
    .map(toChange)
    .filter(change => !least || changeSize(change) >= changeSize(least));
  if (uncertain.length === 0) return certain;

  const only: Filter = { dimension, isAnyOf: uncertain.map(({ key }) => key) };
  const countOnly = async (query: HitQuery) =>
    (await group({ ...query, filters: [...query.filters, only] }, uncertain.length)).counts;
  const [exactCurrent, exactPrevious] = await Promise.all([countOnly(now), countOnly(earlier)]);
  const exact = uncertain.map(({ key }) => ({
    key,
    count: exactCurrent.get(key) ?? 0,
    countBefore: exactPrevious.get(key) ?? 0,
  }));
  return largestChanges([...certain, ...exact]);
}

const largestChanges = (changes: readonly Change[]): Change[] =>
  changes
    .filter(change => changeSize(change) > 0)
    .sort((a, b) => changeSize(b) - changeSize(a) || b.count - a.count || compareKeys(a.key, b.key))
    .slice(0, MAX_CHANGES);

type Counts = ReadonlyMap<string | null, number>;

const changeSize = ({ count, countBefore }: Change): number => Math.abs(count - countBefore);

const compareKeys = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : 1);
