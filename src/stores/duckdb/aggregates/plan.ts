/** Plans reads: which sums answer a question about a site's hits, from the question and the state of the sums alone. */
import { isFilter } from '../../../core/hits/conditions.ts';
import type { Dimension, HitQuery } from '../../../core/hits/query.ts';
import { findBaseColumn, isDerived } from '../../sql/dimensions.ts';
import { findJourneyEnd } from '../queries/visitor-filters.ts';
import { isWideKey } from './keys.ts';
import { type SumsState, toWidth } from './state.ts';
import { type AggregateName, isColumnKey, isSummedBy, type SumKey } from './table.ts';
import { findWidthKey, isListedWhenSummed } from './widths.ts';

/** A question about hits, as far as sums are concerned. */
export interface Planned {
  readonly query: HitQuery;
  /** What is grouped by; undefined: all hits together. */
  readonly dimension?: Dimension | undefined;
  /** Whether visitors and visits are counted, or values are those of visits: else hits by their own values. */
  readonly countsVisitors?: boolean;
}

/** How a question is answered. */
export type Plan =
  /** From the rows. */
  | { readonly from: 'rows' }
  /** From hits by quarter of an hour, and later rows. */
  | { readonly from: 'slots' }
  /** From hits by day and a column or value, and later rows. */
  | { readonly from: 'hits'; readonly key: SumKey }
  /** From visits by day and value, and what visitors with later rows change. */
  | {
      readonly from: 'visits';
      readonly of: readonly AggregateName[];
      /** Whether hits are grouped by their own values, not by those of their visits. */
      readonly isOfHits: boolean;
    }
  /** From days of visitors, and what visitors with later rows change. */
  | { readonly from: 'visitorDays' };

const ROWS: Plan = { from: 'rows' };

/** Returns whether a site has sums of hits by a dimension that it may have too many values of. */
const hasSumsBy = (state: SumsState, siteId: number, dimension: Dimension): boolean => {
  const key = findWidthKey(dimension);
  if (key === undefined) return true;
  if (dimension === 'channel' && !state.isByRules) return false;
  const isWide = state.widths.get(toWidth(siteId, key));
  return isListedWhenSummed(key) ? isWide === false : isWide === undefined;
};

/** Plans hits by their own values: filters and grouping have to look at the same column or value. */
const planHits = ({ query, dimension }: Planned, state: SumsState): Plan => {
  const names = new Set(query.filters.flatMap(filter => filter.dimension ?? []));
  if (dimension !== undefined) names.add(dimension);
  const [name, ...others] = names;
  if (name === undefined) return { from: 'slots' };
  if (others.length === 0 && findWidthKey(name) !== undefined)
    return hasSumsBy(state, query.siteId, name)
      ? { from: 'hits', key: isSummedBy('hits', name) ? name : 'property' }
      : ROWS;
  const [base, ...otherBases] = new Set([...names].map(findBaseColumn));
  return base !== undefined && otherBases.length === 0 && isColumnKey(base)
    ? { from: 'hits', key: base }
    : ROWS;
};

/** Returns whether the values of a dimension tell whether a filter on another one matches. */
const isKnownBy = (dimension: Dimension, other: Dimension): boolean =>
  other === dimension || (!isDerived(dimension) && findBaseColumn(other) === dimension);

/** Finds the aggregates that have the values of a dimension that a query means. */
const findAggregates = (
  { attribution }: HitQuery,
  dimension: Dimension,
): { readonly of: readonly AggregateName[]; readonly isOfHits: boolean } | undefined => {
  if (dimension === 'path') return { of: ['visits'], isOfHits: true };
  if (attribution !== 'visit')
    return isSummedBy('own', dimension) ? { of: ['visits', 'own'], isOfHits: true } : undefined;
  if (!isSummedBy('visits', dimension)) return undefined;
  return { of: isSummedBy('hosts', dimension) ? ['visits', 'hosts'] : ['visits'], isOfHits: false };
};

/** Plans visitors and visits. */
const planVisitors = ({ query, dimension }: Planned, state: SumsState): Plan => {
  if (state.staleSites.has(query.siteId)) return ROWS;
  if (dimension === undefined) return query.filters.length === 0 ? { from: 'visitorDays' } : ROWS;
  const found = findAggregates(query, dimension);
  const isKnown = query.filters.every(filter => isFilter(filter) && isKnownBy(dimension, filter.dimension));
  const isThere =
    dimension === 'channel' || dimension === 'source'
      ? state.isByRules
      : !isWideKey(dimension) || hasSumsBy(state, query.siteId, dimension);
  return found && isKnown && isThere ? { from: 'visits', ...found } : ROWS;
};

/** Plans a question. */
export const planSums = (planned: Planned, state: SumsState): Plan => {
  const { query, dimension, countsVisitors = false } = planned;
  if (!state.isUsed || query.kind !== 'hit' || !query.filters.every(isFilter)) return ROWS;
  if (countsVisitors) return planVisitors(planned, state);
  if (dimension === undefined || !findJourneyEnd(query.kind, dimension)) return planHits(planned, state);
  return query.filters.length === 0 && !state.staleSites.has(query.siteId) ? { from: 'visitorDays' } : ROWS;
};
