/** Finds out whether rows share few texts of properties, which are then read once each. Decision 034. */
import { listFilters } from '../../../core/hits/conditions.ts';
import { findPropertyName } from '../../../core/hits/properties.ts';
import { type Dimension, type HitQuery, hasVisits, type ReadOptions } from '../../../core/hits/query.ts';
import type { PropertyTexts } from '../../sql/properties.ts';
import { planSums } from '../aggregates/plan.ts';
import type { SumsState } from '../aggregates/state.ts';
import { TABLES } from '../engine-types.ts';
import { type Read, raw, sql, within } from '../sql/sql.ts';

/** Rows of which the texts are counted: more cost as much as what is saved. */
const SAMPLED_ROWS = 30_000;
/** Share of different texts up to which rows share them. */
const MAX_TEXT_SHARE = 0.1;

/** Returns whether a dimension is a property. */
export const isProperty = (dimension: Dimension): boolean => findPropertyName(dimension) !== undefined;

/** What is read of properties beside the filters of a query. */
interface PropertyReads {
  readonly dimension?: Dimension | undefined;
  readonly readsAll?: boolean;
  /** Whether sums by day answer where the site has them: few rows are read then. */
  readonly readsSums?: boolean;
}

/**
 * Creates the function that returns a query which knows whether its rows share texts, where it reads properties of many rows. The
 * first ones decide: the answer is the same in either way.
 */
export const createTextSampling =
  (store: {
    readonly readWith: (options?: ReadOptions) => Read;
    /** Whether there are many rows. */
    readonly state: () => SumsState;
    readonly maxTextShare?: number | undefined;
  }) =>
  async <Query extends HitQuery>(
    query: Query,
    options?: ReadOptions,
    reads: PropertyReads = {},
  ): Promise<Query> => {
    const { dimension, readsAll = false, readsSums = false } = reads;
    const dimensions = [
      ...listFilters(query.filters).map(filter => filter.dimension),
      ...(dimension ? [dimension] : []),
    ];
    const isRead = readsAll || dimensions.some(isProperty);
    if (!isRead || !hasVisits(query.kind) || !store.state().isUsed) return query;
    const plan = readsSums ? planSums({ query, dimension }, store.state()) : undefined;
    if (plan?.from === 'hits' && plan.key === 'property') return query;
    const read = store.readWith(options);
    const sample = sql`select properties from ${raw(TABLES[query.kind])}
      where site_id = ${query.siteId} and ${within('created_at', query.span)} and properties is not null limit ${SAMPLED_ROWS}`;
    const [counted] = await read<{ readonly rows: number; readonly texts: number }>(
      sql`select count(*) as rows, count(distinct properties) as texts from (${sample})`,
    );
    const { rows = 0, texts = 0 } = counted ?? {};
    const known: Query & PropertyTexts = {
      ...query,
      sharesTexts: texts <= rows * (store.maxTextShare ?? MAX_TEXT_SHARE),
    };
    return known;
  };
