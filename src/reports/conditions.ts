/** Conditions of questions as they are written in a body: nested lists. Source: decisions, section 15, Changes. */
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { invalidBody } from '../core/errors.ts';
import { parsePattern } from '../core/hits/patterns.ts';
import { findPropertyName } from '../core/hits/properties.ts';
import type { Condition, Dimension, Filter } from '../core/hits/query.ts';
import { describeAllowed } from '../http/schema.ts';
import { formatValue } from '../http/validate.ts';
import { type FilterRule, type FilterRules, PROPERTY } from './filters.ts';
import { ANY_PROPERTY } from './property-filters.ts';

const MAX_DEPTH = 5;
const MAX_CONDITIONS = 50;
const MAX_VALUES = 50;

/** What a condition does with its values: the filters that it becomes for one value, and for several. */
const OPERATORS = {
  is: ['is', 'isAnyOf'],
  is_not: ['isNot', 'isNoneOf'],
  contains: ['containsAnyOf'],
  not_contains: ['containsNone'],
  matches: ['matchesAnyOf'],
  not_matches: ['matchesNone'],
} as const;
type Operator = keyof typeof OPERATORS;
const isOperator = (word: unknown): word is Operator =>
  typeof word === 'string' && Object.hasOwn(OPERATORS, word);
const COMBINED = ['and', 'or', 'not'] as const;
const WORDS = [...Object.keys(OPERATORS), ...COMBINED].join(', ');

/** Dimensions of free text, parts and patterns of which can be compared. */
const TEXTS: ReadonlySet<string> = new Set<Dimension>([
  'path',
  'entry_page',
  'exit_page',
  'referrer',
  'referrer_host',
  'hostname',
  'source',
  'campaign',
  'medium',
  'term',
  'content',
  'city',
  'region',
  'event',
  'value',
  'agent_name',
]);

/** The field of a body that holds conditions. */
export const Conditions = Type.Array(Type.Unknown(), {
  maxItems: MAX_CONDITIONS + 1,
  description:
    '`["is" | "is_not" | "contains" | "not_contains" | "matches" | "not_matches", dimension, [value or null, …]]`, `["and" | "or", [condition, …]]` or `["not", condition]`: at most 5 deep, with 50 conditions of 50 values each. `is` compares exactly; the others ignore case. In a pattern, `*` stands for any characters, in paths but a slash, and `**` for any.',
});

/** Parses a condition on the dimensions of some rules. Throws 422 that names the place. */
export function parseCondition(given: unknown, rules: FilterRules<string>, field = 'filters'): Condition {
  let count = 0;
  const parse = (each: unknown, at: string, depth: number): Condition => {
    if (depth > MAX_DEPTH) throw invalidBody(`${at} is too deep: conditions are at most ${MAX_DEPTH} deep`);
    if (!Array.isArray(each))
      throw invalidBody(`${at} must be a list that begins with one of ${WORDS}, got ${formatValue(each)}`);
    const [word, ...others] = each as unknown[];
    if (word === 'not') return { not: parse(only(others, at, 'one condition'), `${at}.1`, depth + 1) };
    if (word === 'and' || word === 'or') {
      const parts = only(others, at, 'one list of conditions');
      if (!Array.isArray(parts) || parts.length === 0)
        throw invalidBody(`${at}.1 must be a list of at least one condition, got ${formatValue(parts)}`);
      const parsed = parts.map((part, index) => parse(part, `${at}.1.${index}`, depth + 1));
      return word === 'and' ? { and: parsed } : { or: parsed };
    }
    if (!isOperator(word)) throw invalidBody(`${at}.0 must be one of ${WORDS}, got ${formatValue(word)}`);
    count += 1;
    if (count > MAX_CONDITIONS) throw invalidBody(`${field} has more than ${MAX_CONDITIONS} conditions`);
    if (others.length !== 2)
      throw invalidBody(
        `${at} must have a dimension and a list of values after ${formatValue(word)}, got ${formatValue(each)}`,
      );
    return parseFilter(word, others as [unknown, unknown], { rules, at });
  };
  return parse(given, field, 1);
}

function only(others: readonly unknown[], at: string, what: string): unknown {
  if (others.length !== 1)
    throw invalidBody(`${at} must have ${what} after its first word, got ${others.length} items`);
  return others[0];
}

interface Place {
  readonly rules: FilterRules<string>;
  readonly at: string;
}

function findRule(dimension: unknown, { rules, at }: Place): FilterRule {
  const names = Object.keys(rules);
  const isProperty =
    typeof dimension === 'string' &&
    ANY_PROPERTY in rules &&
    findPropertyName(dimension as Dimension) !== undefined;
  const rule =
    typeof dimension === 'string' && dimension !== ANY_PROPERTY && Object.hasOwn(rules, dimension)
      ? rules[dimension]
      : undefined;
  const found = isProperty ? PROPERTY : rule;
  if (!found) throw invalidBody(`${at}.1 must be one of ${names.join(', ')}, got ${formatValue(dimension)}`);
  return found;
}

function parseFilter(word: Operator, [dimension, given]: [unknown, unknown], place: Place): Filter {
  const { at } = place;
  const rule = findRule(dimension, place);
  const name = dimension as Dimension;
  const isExact = word === 'is' || word === 'is_not';
  if (!isExact && !TEXTS.has(name) && findPropertyName(name) === undefined)
    throw invalidBody(`${at}.0 must be is or is_not for ${name}, got ${formatValue(word)}`);
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_VALUES)
    throw invalidBody(`${at}.2 must be a list of 1 to ${MAX_VALUES} values, got ${formatValue(given)}`);
  const values = (given as unknown[]).map((value, index) =>
    isExact ? parseValue(value, rule, `${at}.2.${index}`) : parsePart(value, word, `${at}.2.${index}`),
  );
  const [one, several = one] = OPERATORS[word] as readonly [string, string?];
  const condition = one !== several && values.length === 1 ? { [one]: values[0] } : { [several]: values };
  return { dimension: name, ...condition } as Filter;
}

function parseValue(
  value: unknown,
  { isNullable: mayBeEmpty, compares, value: schema, normalize = text => text }: FilterRule,
  at: string,
): string | null {
  const isNullable = mayBeEmpty || compares === 'part';
  if (value === null && isNullable) return null;
  if (typeof value !== 'string' || value === '' || !Value.Check(schema, value))
    throw invalidBody(
      `${at} must be ${describeAllowed(schema)}${isNullable ? ' or null' : ''}, got ${formatValue(value)}`,
    );
  return normalize(value);
}

function parsePart(value: unknown, word: Operator, at: string): string {
  if (typeof value !== 'string' || value === '')
    throw invalidBody(`${at} must be a text, got ${formatValue(value)}`);
  try {
    if (word === 'matches' || word === 'not_matches') parsePattern(value);
  } catch (error) {
    throw invalidBody(`${at} is no pattern: ${(error as RangeError).message}`);
  }
  return value;
}
