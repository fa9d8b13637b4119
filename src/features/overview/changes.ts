import type { GroupRow } from '../../core/hits/answers.ts';
import type { Filter, HitQuery, ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Span } from '../../core/span.ts';
import { parseFilters } from '../../reports/filters.ts';
import { HIT_FILTERS } from '../../reports/hit-filters.ts';
import type { FiguresQuery } from './service.ts';

/** Lists that are compared, by name. */
export const CHANGE_DIMENSIONS = { pages: 'path', sources: 'source', countries: 'country' } as const;
export type ChangeList = keyof typeof CHANGE_DIMENSIONS;

/** A page, source or country with its hits in both periods. */
export interface Change {
  /** Null for hits without a source. */
  readonly key: string | null;
  readonly hits: number;
  readonly hitsBefore: number;
}

/** Only the most frequent rows of either period are compared. */
const MAX_GROUPS = 100;
const MAX_CHANGES = 5;

/**
 * Returns the largest changes between two periods, at most five of each list; of equal ones the more frequent first.
 */
export const createChangesOf =
  (hits: Pick<HitStore, 'group'>) =>
  async (
    query: FiguresQuery,
    before: Span,
    options: ReadOptions,
  ): Promise<Readonly<Record<ChangeList, readonly Change[]>>> => {
    const { filters, ...rows } = query;
    const now = { ...rows, kind: 'hit', filters: parseFilters(HIT_FILTERS, filters) } as const;
    const changesBy = (dimension: (typeof CHANGE_DIMENSIONS)[ChangeList]) =>
      changesOf({ hits, dimension, now, earlier: { ...now, span: before }, options });
    const [pages, sources, countries] = await Promise.all([
      changesBy('path'),
      changesBy('source'),
      changesBy('country'),
    ]);
    return { pages, sources, countries };
  };

interface Asked {
  readonly hits: Pick<HitStore, 'group'>;
  readonly dimension: (typeof CHANGE_DIMENSIONS)[ChangeList];
  readonly now: HitQuery;
  readonly earlier: HitQuery;
  readonly options: ReadOptions;
}

async function changesOf({ hits, dimension, now, earlier, options }: Asked): Promise<Change[]> {
  const group = async (query: HitQuery, limit = MAX_GROUPS) => {
    const { rows, total } = await hits.group(query, dimension, { ...options, offset: 0, limit });
    return { counts: countsOf(rows), isAll: total <= rows.length };
  };
  const [mine, theirs] = await Promise.all([group(now), group(earlier)]);
  const keys = new Set([...mine.counts.keys(), ...theirs.counts.keys()]);

  /** A row that is not among the most frequent of a period has no hits in it, or fewer. */
  const isCertain = (key: string | null): boolean =>
    (mine.isAll || mine.counts.has(key)) && (theirs.isAll || theirs.counts.has(key));
  const changeOf = (key: string | null): Change => ({
    key,
    hits: mine.counts.get(key) ?? 0,
    hitsBefore: theirs.counts.get(key) ?? 0,
  });
  const certain = largest([...keys].filter(isCertain).map(changeOf));
  const least = certain[MAX_CHANGES - 1];
  // A key cannot have changed by more than its count, so most need no further query.
  const open = [...keys]
    .filter(key => !isCertain(key))
    .map(changeOf)
    .filter(change => !least || sizeOf(change) >= sizeOf(least));
  if (open.length === 0) return certain;

  const only: Filter = { dimension, isAnyOf: open.map(({ key }) => key) };
  const countOnly = async (query: HitQuery) =>
    (await group({ ...query, filters: [...query.filters, only] }, open.length)).counts;
  const [mineToo, theirsToo] = await Promise.all([countOnly(now), countOnly(earlier)]);
  const settled = open.map(({ key }) => ({
    key,
    hits: mineToo.get(key) ?? 0,
    hitsBefore: theirsToo.get(key) ?? 0,
  }));
  return largest([...certain, ...settled]);
}

const largest = (changes: readonly Change[]): Change[] =>
  changes
    .filter(change => sizeOf(change) > 0)
    .sort((a, b) => sizeOf(b) - sizeOf(a) || b.hits - a.hits || compareKeys(a.key, b.key))
    .slice(0, MAX_CHANGES);

type Counts = ReadonlyMap<string | null, number>;

const countsOf = (rows: readonly GroupRow[]): Counts => new Map(rows.map(({ key, hits }) => [key, hits]));

const sizeOf = ({ hits, hitsBefore }: Change): number => Math.abs(hits - hitsBefore);

const compareKeys = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : 1);
