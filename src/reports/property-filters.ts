/** Filters and groupings by properties: their names are the caller's, so that one rule stands for all. */
import { Type } from '@sinclair/typebox';
import {
  isPropertyName,
  PROPERTY_NAME,
  type PropertyDimension,
  toPropertyDimension,
} from '../core/hits/properties.ts';
import { oneOf, parameterFamily, repeated } from '../http/schema.ts';

/** The row that stands for all properties in a table of rules, and in lists of groupings. */
export const ANY_PROPERTY = 'property:NAME' satisfies PropertyDimension;

const [PREFIX, NEGATED] = ['property:', 'not_property:'] as const;
const ALLOWED = 'property:NAME, NAME being 1 to 64 of the characters A-Z a-z 0-9 _ . -';
/** Properties that a request filters by at most. */
const MAX_FILTERS = 20;

/** The parameters `property:NAME` and `not_property:NAME`. */
export const propertyQuery = {
  properties: Type.Optional(
    parameterFamily({
      prefixes: [PREFIX, NEGATED],
      isName: isPropertyName,
      allowed: ALLOWED,
      maxParameters: MAX_FILTERS,
      pattern: `^(not_)?property:${PROPERTY_NAME}$`,
      parameter: repeated(Type.String(), { emptyIsNull: true }),
      description:
        'each key is a parameter of its own, as `property:plan=pro`; exact, of numbers and truth values as they are written; repeated: any of them; empty: rows without it; `not_property:NAME` the reverse',
    }),
  ),
};

/** The echo of those parameters, which are in it when they are set: options of the object's schema. */
export const propertyEcho = {
  patternProperties: {
    [`^(not_)?property:${PROPERTY_NAME}$`]: Type.Union([Type.String(), Type.Array(Type.String())]),
  },
};

/** Finds the properties that a query filters by, each with the name of its parameter. */
export const listPropertyParameters = (
  query: object,
): { readonly parameter: string; readonly dimension: PropertyDimension; readonly isNegated: boolean }[] =>
  Object.keys(query).flatMap(parameter => {
    const isNegated = parameter.startsWith(NEGATED);
    const prefix = isNegated ? NEGATED : PREFIX;
    if (!parameter.startsWith(prefix)) return [];
    return [{ parameter, dimension: toPropertyDimension(parameter.slice(prefix.length)), isNegated }];
  });

/** Returns the schema of a grouping: one of some words, or any property where those are among them. */
export function groupingOf<const Words extends readonly string[]>(
  words: Words,
  options: { readonly description: string },
) {
  const fixed = words.filter(word => word !== ANY_PROPERTY);
  if (fixed.length === words.length) return oneOf(words, options);
  return Type.Unsafe<Words[number]>(
    Type.Union(
      [oneOf(fixed), Type.String({ pattern: `^property:${PROPERTY_NAME}$`, allowed: ANY_PROPERTY })],
      options,
    ),
  );
}
