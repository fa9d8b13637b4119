/**
 * Filters of reports: from a table of rules derive the query parameters, the filters of the store and the echo. Each
 * parameter has a negated one, with `not_` before its name; both may be repeated: any of the values, or none of them.
 */
import { type TOptional, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { nameSource } from '../core/channels/name-sources.ts';
import { PLACE_DIMENSIONS } from '../core/hits/places.ts';
import type { Filter } from '../core/hits/query.ts';
import { MIN_NAMED_VISITORS } from '../core/limits.ts';
import { type FilterValues, findViewSegments, listSegments } from '../core/view.ts';
import { nullable, repeated } from '../http/schema.ts';
import { normalizePath } from '../lib/normalize-path.ts';
import { ANY_PROPERTY, listPropertyParameters, propertyQuery } from './property-filters.ts';
import { checkSegments, segmentEcho, segmentQuery } from './segments.ts';

/** How a parameter filters rows. */
export interface FilterRule {
  readonly compares: 'exact' | 'part';
  /** True where rows may have no value: an empty parameter matches those. */
  readonly isNullable: boolean;
  /** Schema of one value. */
  readonly value: TSchema;
  /** Description of the field; how it compares is added. */
  readonly description?: string;
  /** Converts a value to the form in which it is stored. */
  readonly normalize?: (value: string) => string;
  /** Returns another value that means the same in rows. */
  readonly alsoMeans?: (value: string) => string;
}

/** Rules by parameter, in the order of their echo. */
export type FilterRules<Name extends string> = Readonly<Partial<Record<Name, FilterRule>>>;

type Condition<Whole> = Whole extends unknown ? Omit<Whole, 'dimension'> : never;

/** A filter of the store, on a dimension of the report. */
export type RowFilter<Name extends string> = { readonly dimension: Name } & Condition<Filter>;

type Values = readonly (string | null)[];
/** A parsed parameter: its values, or those of each property by its name. */
type FilterParameter = (string | null)[] | Record<string, (string | null)[]>;
type Echo = string | string[] | null;

/** Returns a rule that compares exactly. */
export const exact = (description?: string, value: TSchema = Type.String()): FilterRule => ({
  compares: 'exact',
  isNullable: false,
  value,
  ...(description === undefined ? {} : { description }),
});

/** Returns a rule that compares exactly, for fields that may be null. */
export const exactOrNull = (description?: string): FilterRule => ({
  ...exact(description),
  isNullable: true,
});

/** Returns a rule that matches substrings, ignoring case. */
export const contains = (description?: string): FilterRule => ({ ...exact(description), compares: 'part' });

/** Either spelling of a path finds its page. */
export const PATH: FilterRule = { ...exact(), normalize: normalizePath };

/** Any name of a source finds it, and so does what was stored before it had one name. */
export const SOURCE: FilterRule = { ...exactOrNull(), alsoMeans: nameSource };

/** Of every property. */
export const PROPERTY: FilterRule = exactOrNull();

/** Countries are stored in capitals. */
export const COUNTRY: FilterRule = {
  ...exact(undefined, Type.String({ pattern: '^[A-Za-z]{2}$', allowed: 'a two-letter country code' })),
  normalize: country => country.toUpperCase(),
};

const negate = (name: string): string => `not_${name}`;

const describeRule = ({ compares, isNullable, description }: FilterRule): string =>
  [
    ...(description === undefined ? [] : [description]),
    compares === 'exact' ? 'exact' : 'part of it, case ignored',
    'repeated: any of them',
    ...(isNullable ? ['empty: rows without one'] : []),
  ].join('; ');

/** Returns the query parameters of a report's filters: those of the rules, and `segment`. */
export const filterQuery = <Name extends string>(rules: FilterRules<Name>) => ({
  ...ruleQuery(rules),
  ...segmentQuery,
});

/** Returns the query parameters of the rules. */
export function ruleQuery<Name extends string>(
  rules: FilterRules<Name>,
): Record<string, TOptional<TUnsafe<FilterParameter>>> {
  const parameters = ruleEntries(rules).flatMap(([name, rule]) => {
    const parameter = (description: string) =>
      Type.Optional(repeated(rule.value, { description, emptyIsNull: rule.isNullable }));
    return [
      [name, parameter(describeRule(rule))],
      [negate(name), parameter(`the reverse of \`${name}\``)],
    ] as const;
  });
  return { ...Object.fromEntries(parameters), ...(ANY_PROPERTY in rules && propertyQuery) };
}

/**
 * Parses the query into filters of the store: its own, and those of its segments. Throws 400 for a segment with a filter
 * that the rules do not have.
 */
export function parseFilters<Name extends string>(
  rules: FilterRules<Name>,
  query: object,
): RowFilter<Name>[] {
  checkSegments(Object.keys(ruleQuery(rules)), query);
  return parseSupportedFilters(rules, query);
}

/** The same for rows beside those that a report is about: filters that they do not have leave none of them out. */
export function parseSupportedFilters<Name extends string>(
  rules: FilterRules<Name>,
  query: object,
): RowFilter<Name>[] {
  const filters = [query, ...listSegments(query).map(segment => segment.filters)].flatMap(given =>
    parseOwnFilters(rules, given),
  );
  const ofView = findViewSegments(query);
  if (ofView === null) return withoutTwins(filters);
  // Segments of the view hold as they are, too: what they leave out is not to be seen, however few visitors it has.
  const fixed = ofView.flatMap(segment => parseOwnFilters(rules, segment.filters));
  return withoutTwins([...filters.map(limitToNamed), ...fixed]);
}

const limitToNamed = <Name extends string>(filter: RowFilter<Name>): RowFilter<Name> =>
  PLACE_DIMENSIONS.has(filter.dimension) ? { ...filter, minVisitors: MIN_NAMED_VISITORS } : filter;

const withoutTwins = <Each extends RowFilter<string>>(filters: readonly Each[]): Each[] => {
  // The same filter twice is one: imported days can be filtered by one alone.
  return [...new Map(filters.map(filter => [JSON.stringify(filter), filter])).values()];
};

const parseOwnFilters = <Name extends string>(rules: FilterRules<Name>, query: object): RowFilter<Name>[] => [
  ...ruleEntries(rules).flatMap(([name, rule]) => {
    const included = getValues(name, rule, query);
    const excluded = getValues(negate(name), rule, query);
    return [
      ...(included ? [{ dimension: name, ...includeCondition(rule, included) }] : []),
      ...(excluded ? [{ dimension: name, ...excludeCondition(rule, excluded) }] : []),
    ];
  }),
  ...listProperties(rules, query).map(({ parameter, dimension, isNegated }) => {
    const values = getValues(parameter, PROPERTY, query) ?? [];
    const condition = isNegated ? excludeCondition(PROPERTY, values) : includeCondition(PROPERTY, values);
    return { dimension: dimension as string as Name, ...condition };
  }),
];

/** Returns the properties that a query filters by, where the rules allow it. */
const listProperties = (rules: object, query: object) =>
  ANY_PROPERTY in rules ? listPropertyParameters(query) : [];

function includeCondition({ compares }: FilterRule, values: Values): Condition<Filter> {
  if (compares === 'part') return { containsAnyOf: values };
  return values.length === 1 ? { is: values[0] ?? null } : { isAnyOf: values };
}

function excludeCondition({ compares }: FilterRule, values: Values): Condition<Filter> {
  if (compares === 'part') return { containsNone: values };
  return values.length === 1 ? { isNot: values[0] ?? null } : { isNoneOf: values };
}

/** Presents the echo of every parameter: null when unset, a string for one value, an array for several. */
export const presentFilters = <Name extends string>(
  rules: FilterRules<Name>,
  query: object,
): Record<string, Echo | number> =>
  Object.fromEntries([
    ...ruleEntries(rules).map(([name, rule]) => [name, toEcho(getValues(name, rule, query))]),
    ...ruleEntries(rules).map(([name, rule]) => [negate(name), toEcho(getValues(negate(name), rule, query))]),
    ...listProperties(rules, query).map(({ parameter }) => [
      parameter,
      toEcho(getValues(parameter, PROPERTY, query)),
    ]),
    ['segment', (query as { readonly segment?: number }).segment ?? null],
  ]);

function toEcho(values: Values | undefined): Echo {
  if (!values) return null;
  const [first = '', ...others] = values.map(value => value ?? '');
  return others.length === 0 ? first : [first, ...others];
}

const FilterEcho = nullable(Type.Union([Type.String(), Type.Array(Type.String())]), {
  description: 'null when unset, a list when repeated',
});

/** Returns the schema of the echo. */
export const filterEcho = <Name extends string>(rules: FilterRules<Name>): Record<string, TSchema> => ({
  ...Object.fromEntries(
    ruleEntries(rules).flatMap(([name]) => [name, negate(name)].map(key => [key, FilterEcho])),
  ),
  ...segmentEcho,
});

/** Returns the normalized values of each parameter of the rules that a query has, by its name. */
export const listFilterValues = <Name extends string>(
  rules: FilterRules<Name>,
  query: object,
): FilterValues =>
  Object.fromEntries([
    ...ruleEntries(rules).flatMap(([name, rule]) =>
      [name, negate(name)].flatMap(parameter => {
        const values = getValues(parameter, rule, query);
        return values ? [[parameter, values] as const] : [];
      }),
    ),
    ...listProperties(rules, query).map(
      ({ parameter }) => [parameter, getValues(parameter, PROPERTY, query) ?? []] as const,
    ),
  ]);

/** Returns the normalized values of a parameter. */
function getValues(
  parameter: string,
  { normalize = value => value, alsoMeans = normalize }: FilterRule,
  query: object,
): Values | undefined {
  const values = (query as Readonly<Record<string, Values | undefined>>)[parameter];
  return (
    values && [
      ...new Set(
        values.flatMap(value => (value === null ? [null] : [normalize(value), alsoMeans(normalize(value))])),
      ),
    ]
  );
}

/** Returns the rules of parameters with names of their own. */
const ruleEntries = <Name extends string>(rules: FilterRules<Name>) =>
  Object.entries(rules).filter(([name]) => name !== ANY_PROPERTY) as [Name, FilterRule][];
