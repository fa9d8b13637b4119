/**
 * Filters of reports: from a table of rules to parameters, to what the engine is asked, and to the echo. Each parameter
 * has a twin with `not_` before its name, and both may be repeated: any of the values, or none of them.
 */
import { type TOptional, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import type { Filter } from '../core/hit-store.ts';
import { nullable, repeated } from './schema.ts';

/** How one parameter leaves rows out. */
export interface FilterRule {
  readonly compares: 'exact' | 'part';
  /** True where rows may be without a value and compare exactly: an empty parameter asks for those. */
  readonly isNullable: boolean;
  /** Of one value. */
  readonly value: TSchema;
  /** What it is of; how it compares is said anyway. */
  readonly description?: string;
  /** The form in which values are stored. */
  readonly normalize?: (value: string) => string;
}

/** Rules by parameter, in the order of their echo. */
export type FilterRules<Name extends string> = Readonly<Partial<Record<Name, FilterRule>>>;

type ConditionOf<Whole> = Whole extends unknown ? Omit<Whole, 'dimension'> : never;

/** The engine's filter, on what a report's rows can be filtered by. */
export type RowFilter<Name extends string> = { readonly dimension: Name } & ConditionOf<Filter>;

type Values = readonly (string | null)[];
type Echo = string | string[] | null;

/** Compares exactly what every row has. */
export const exact = (description?: string, value: TSchema = Type.String()): FilterRule => ({
  compares: 'exact',
  isNullable: false,
  value,
  ...(description === undefined ? {} : { description }),
});

/** Compares exactly what rows may be without. */
export const exactOrNone = (description?: string): FilterRule => ({
  ...exact(description),
  isNullable: true,
});

/** Finds a part, whatever its case. */
export const partOf = (description?: string): FilterRule => ({ ...exact(description), compares: 'part' });

/** Countries are stored in capitals. */
export const COUNTRY: FilterRule = {
  ...exact(undefined, Type.String({ pattern: '^[A-Za-z]{2}$', allowed: 'a two-letter country code' })),
  normalize: country => country.toUpperCase(),
};

const excluding = (name: string): string => `not_${name}`;

const sentenceOf = ({ compares, isNullable, description }: FilterRule, verb: string): string =>
  [
    ...(description === undefined ? [] : [description]),
    compares === 'exact' ? 'exact' : 'part of it, case ignored',
    `repeated: ${verb}`,
    ...(isNullable ? ['empty: rows without one'] : []),
  ].join('; ');

/** The parameters of the rules, for a query's schema. */
export function filterQuery<Name extends string>(
  rules: FilterRules<Name>,
): Record<string, TOptional<TUnsafe<(string | null)[]>>> {
  const parameters = entriesOf(rules).flatMap(([name, rule]) => {
    const made = (description: string) =>
      Type.Optional(repeated(rule.value, { description, emptyIsNull: rule.isNullable }));
    return [
      [name, made(sentenceOf(rule, 'any of them'))],
      [excluding(name), made(`leaves out; ${sentenceOf(rule, 'all of them')}`)],
    ] as const;
  });
  return Object.fromEntries(parameters);
}

/** What the engine is asked to leave out. */
export const filtersOf = <Name extends string>(rules: FilterRules<Name>, query: object): RowFilter<Name>[] =>
  entriesOf(rules).flatMap(([name, rule]) => {
    const wanted = valuesOf(name, rule, query);
    const unwanted = valuesOf(excluding(name), rule, query);
    return [
      ...(wanted ? [{ dimension: name, ...including(rule, wanted) }] : []),
      ...(unwanted ? [{ dimension: name, ...leavingOut(rule, unwanted) }] : []),
    ];
  });

function including({ compares }: FilterRule, values: Values): ConditionOf<Filter> {
  if (compares === 'part') return { containsAnyOf: values };
  return values.length === 1 ? { is: values[0] ?? null } : { isAnyOf: values };
}

function leavingOut({ compares }: FilterRule, values: Values): ConditionOf<Filter> {
  if (compares === 'part') return { containsNone: values };
  return values.length === 1 ? { isNot: values[0] ?? null } : { isNoneOf: values };
}

/** The echo of every parameter: null when unset, a text for one value, a list for several. */
export const presentFilters = <Name extends string>(
  rules: FilterRules<Name>,
  query: object,
): Record<string, Echo> =>
  Object.fromEntries([
    ...entriesOf(rules).map(([name, rule]) => [name, echoOf(valuesOf(name, rule, query))]),
    ...entriesOf(rules).map(([name, rule]) => [
      excluding(name),
      echoOf(valuesOf(excluding(name), rule, query)),
    ]),
  ]);

function echoOf(values: Values | undefined): Echo {
  if (!values) return null;
  const [first = '', ...others] = values.map(value => value ?? '');
  return others.length === 0 ? first : [first, ...others];
}

const FilterEcho = nullable(Type.Union([Type.String(), Type.Array(Type.String())]), {
  description: 'null when unset, a list when repeated',
});

/** Schema of the echo. */
export const filterEcho = <Name extends string>(rules: FilterRules<Name>): Record<string, TSchema> =>
  Object.fromEntries(
    entriesOf(rules).flatMap(([name]) => [name, excluding(name)].map(key => [key, FilterEcho])),
  );

/** Values of a parameter, as its schema let them in. */
function valuesOf(parameter: string, { normalize }: FilterRule, query: object): Values | undefined {
  const values = (query as Readonly<Record<string, Values | undefined>>)[parameter];
  return normalize ? values?.map(value => (value === null ? null : normalize(value))) : values;
}

const entriesOf = <Name extends string>(rules: FilterRules<Name>) =>
  Object.entries(rules) as [Name, FilterRule][];
