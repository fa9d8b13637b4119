/** Values of properties as others may see them. Source: decisions, section 9. */
import { toPropertyDimension } from '../core/hits/properties.ts';
import type { HitQuery, ReadOptions } from '../core/hits/query.ts';
import type { HitStore } from '../core/hits/store.ts';
import { MIN_NAMED_VISITORS } from '../core/limits.ts';

/** Maximum number of values that are read to find those that may be shown. */
const MAX_READ = 100;

/** The values of a property, those with the most rows first. */
export interface SharedProperty {
  readonly name: string;
  /** Whether the counts are of hits or of events: of those that more rows with the property are. */
  readonly kind: 'hits' | 'events';
  readonly values: readonly { readonly value: string; readonly count: number; readonly visitors: number }[];
}

/** Lists the values of a property that others may see, at most so many. */
export async function listSharedValues(
  hits: Pick<HitStore, 'ask'>,
  {
    name,
    limit,
    toQuery,
  }: {
    readonly name: string;
    readonly limit: number;
    readonly toQuery: (kind: 'hit' | 'event') => HitQuery;
  },
  options?: ReadOptions,
): Promise<SharedProperty> {
  const read = async (kind: 'hit' | 'event') => {
    const slice = { measures: ['visitors'], offset: 0, limit: MAX_READ } as const;
    const { rows } = await hits.ask(
      { shape: 'groups', ...toQuery(kind), dimension: toPropertyDimension(name), ...slice },
      options,
    );
    const values = rows.flatMap(({ key, hits: count, visitors = 0 }) =>
      key === null ? [] : [{ value: key, count, visitors }],
    );
    return { values, rows: values.reduce((sum, { count }) => sum + count, 0) };
  };
  const [ofHits, ofEvents] = [await read('hit'), await read('event')];
  const isOfEvents = ofEvents.rows > ofHits.rows;
  const { values } = isOfEvents ? ofEvents : ofHits;
  return {
    name,
    kind: isOfEvents ? 'events' : 'hits',
    values: values.filter(({ visitors }) => visitors >= MIN_NAMED_VISITORS).slice(0, limit),
  };
}
