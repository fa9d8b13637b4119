/** What moved most between two periods: pages, referrers, sources and countries that changed in another way than the rest. */
import type { Static } from '@sinclair/typebox';
import { CHANGE_DIMENSIONS } from '../../../core/hits/change-lists.ts';
import type { OverviewAnswer } from '../../../features/overview/schema.ts';
import type { FilterName } from '../../filter-names.ts';
import type { ChangeMetric } from '../../view.ts';

type Changes = NonNullable<Static<typeof OverviewAnswer>['changes']>;

/** A value whose count changed. */
export interface Movement {
  readonly name: FilterName;
  /** Untrusted; empty for rows without a value. */
  readonly value: string;
  readonly count: number;
  readonly before: number;
}

const toMovements = (changes: Changes, metric: ChangeMetric): Movement[] =>
  Object.entries(CHANGE_DIMENSIONS).flatMap(([list, name]) =>
    changes[list as keyof Changes].map((change: Readonly<Record<string, unknown>>) => ({
      name,
      value: String(change[name] ?? ''),
      count: Number(change[metric]),
      before: Number(change[`previous_${metric}`]),
    })),
  );

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];

/** Counts below this say nothing about how much the rest grew. */
const MIN_TELLING = 10;
/** Least difference from what the growth of the rest explains: as a count, and as a share of what it explains. */
const MIN_DIFFERENCE = 5;
const MIN_SHARE = 0.2;

/** Returns how much the values that tell of it grew. */
const findGrowth = (all: readonly Movement[]): number =>
  median(all.filter(({ before }) => before >= MIN_TELLING).map(({ count, before }) => count / before)) ?? 1;

/**
 * Lists what moved most, largest first: how far a count is from its earlier one times the growth of the rest, so that on a
 * site that grew by a third a page that grew by a third is no news. A source that is a referrer by another name is left out.
 */
export function findMovements(
  changes: Changes,
  {
    metric,
    limit,
    growth: given,
  }: {
    readonly metric: ChangeMetric;
    readonly limit: number;
    /** That of the rest; worked out where it is left out. With 1 whole differences are listed. */
    readonly growth?: number;
  },
): Movement[] {
  const all = toMovements(changes, metric);
  const growth = given ?? findGrowth(all);
  const unexplained = ({ count, before }: Movement): number => Math.abs(count - before * growth);
  const isReferrer = (source: Movement): boolean =>
    source.name === 'source' &&
    (source.value === '' ||
      all.some(
        ({ name, count, before }) =>
          name === 'referrer_host' && count === source.count && before === source.before,
      ));
  return all
    .filter(each => !isReferrer(each))
    .filter(each => unexplained(each) >= Math.max(MIN_DIFFERENCE, MIN_SHARE * each.before * growth))
    .toSorted((a, b) => unexplained(b) - unexplained(a))
    .slice(0, limit);
}
