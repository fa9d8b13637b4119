/** Filters of a view as conditions of a body, and conditions in words. */
import { findPropertyName } from '../../../core/hits/properties.ts';
import { filterLabel, filterPrefix, formatFilterValue, toAlternatives } from '../../app/filter-labels.ts';
import { DIMENSIONS, findDimension } from '../../dimensions.ts';
import { FILTERS, type ViewFilterName } from '../../filter-names.ts';
import { joinList, uncapitalize } from '../../labels/language.ts';
import * as shell from '../../labels/shell.tsx';
import type { Filter } from '../../view.ts';
import type { SiteSettings } from './use-site-settings.ts';

type Values = readonly (string | null)[];
type Condition = readonly [operator: string, dimension: ViewFilterName, values: Values];

/** The operators of a filter with whole values, and of one with parts of them: each with its reverse. */
const OPERATORS = { whole: ['is', 'is_not'], part: ['contains', 'not_contains'] } as const;

/** Converts the filters of a view: any value of each, and none of those that are excluded. Undefined where there are none. */
export function toConditions(filters: readonly Filter[]): readonly unknown[] | undefined {
  const groups = Map.groupBy(filters, ({ name, isExcluded }) => `${isExcluded} ${name}`);
  const conditions = [...groups.values()].flatMap((own): Condition[] => {
    const [first] = own;
    if (!first) return [];
    const [is, isNot] = OPERATORS[findDimension(first.name).isPartial ? 'part' : 'whole'];
    return [[first.isExcluded ? isNot : is, first.name, own.map(({ value }) => value || null)]];
  });
  return conditions.length > 1 ? ['and', conditions] : conditions[0];
}

/** Returns the names of filters that cannot be conditions; null where all can. */
export function describeRefused(filters: readonly Filter[]): string | null {
  const names = FILTERS.filter(
    name => DIMENSIONS[name].isOfVisits && filters.some(filter => filter.name === name),
  );
  return names.length > 0 ? joinList(names.map(name => uncapitalize(filterLabel(name)))) : null;
}

/** Whether a condition is one that the filters of a view may be made into; others come over the API. */
const isCondition = (given: unknown): given is Condition =>
  Array.isArray(given) &&
  [...OPERATORS.whole, ...OPERATORS.part].some(operator => operator === given[0]) &&
  (FILTERS.some(name => name === given[1]) || findPropertyName(given[1]) !== undefined);

/** Returns the filters that conditions of this form were made of; undefined for another form. */
function toFilters(given: unknown): Filter[] | undefined {
  const all = Array.isArray(given) && given[0] === 'and' && Array.isArray(given[1]) ? given[1] : [given];
  if (!all.every(isCondition)) return undefined;
  return all.flatMap(([operator, name, values]) =>
    values.map(value => ({ name, value: value ?? '', isExcluded: operator.includes('not') })),
  );
}

/** Describes conditions; those that a view cannot have as they were sent. Values are untrusted: render it with `UntrustedText`. */
export function describeConditions(given: readonly unknown[] | null): string {
  if (given === null) return '';
  const filters = toFilters(given);
  if (!filters) return JSON.stringify(given);
  return toAlternatives(filters)
    .map(({ filter, isAnother }, index) => {
      const value = formatFilterValue(filter.name, filter.value);
      const before = isAnother ? ' ' : index > 0 ? ' · ' : '';
      const words = isAnother ? (filter.isExcluded ? shell.nor : shell.or) : filterPrefix(filter);
      return `${before}${words} ${value}`;
    })
    .join('');
}

interface Exclusions {
  readonly ignore_rules: Pick<SiteSettings['ignore_rules'], 'paths' | 'countries' | 'referrers'>;
  readonly exclude_networks: SiteSettings['exclude_networks'];
}

/** Values that a condition has at most. */
const MAX_VALUES = 50;

const escapePattern = (text: string): string => text.replaceAll('*', '\\*');
const withoutScheme = (address: string): string => address.replace(/^[a-z]+:\/\//i, '');

/**
 * Converts exclusions to the condition for pageviews that they would have left out, as far as these tell: neither addresses nor
 * user agents are stored. Undefined where there are none.
 */
export function toIgnoredConditions({
  ignore_rules: { paths, countries, referrers },
  exclude_networks: networks,
}: Exclusions): readonly unknown[] | undefined {
  const hosts = referrers
    .filter(rule => !rule.includes('/'))
    .map(host => host.replace(/^www\./i, '').toLowerCase());
  const prefixes = referrers.filter(rule => rule.includes('/'));
  const lists: readonly (readonly [string, string, readonly string[]])[] = [
    ['is', 'path', paths.filter(path => !path.includes('*'))],
    // Their star stands for slashes, too.
    ['matches', 'path', paths.filter(path => path.includes('*')).map(path => path.replaceAll(/\*+/g, '**'))],
    ['is', 'country', countries],
    ['is', 'network', networks],
    ['is', 'referrer_host', hosts],
    ['matches', 'referrer_host', hosts.map(host => `*.${escapePattern(host)}`)],
    ['matches', 'referrer', prefixes.map(start => `*://${escapePattern(withoutScheme(start))}*`)],
  ];
  const conditions = lists.flatMap(([operator, dimension, values]) =>
    Array.from({ length: Math.ceil(values.length / MAX_VALUES) }, (_, index) => [
      operator,
      dimension,
      values.slice(index * MAX_VALUES, (index + 1) * MAX_VALUES),
    ]),
  );
  return conditions.length > 1 ? ['or', conditions] : conditions[0];
}
