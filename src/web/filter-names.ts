/**
 * The names of the dimensions that views are filtered by and broken down into, in the order of menus and lists. They are apart from
 * `dimensions.ts`, since the script that asks for first screens needs no texts.
 */
import { findPropertyName, type PropertyDimension } from '../core/hits/properties.ts';
import type { Dimension } from '../core/hits/query.ts';

export const FILTERS = [
  'path',
  'entry_page',
  'exit_page',
  'hostname',
  'channel',
  'referrer_host',
  'referrer',
  'source',
  'campaign',
  'medium',
  'term',
  'content',
  'country',
  'region',
  'city',
  'language',
  'browser_name',
  'browser_version',
  'platform_name',
  'platform_version',
  'device',
  'screen',
  'network',
  'bot_sign',
  'event',
] as const satisfies readonly Dimension[];

/** The name of a dimension that views can be filtered by. */
export type FilterName = (typeof FILTERS)[number];

/** What a view is filtered by: a dimension, or a property by its name. */
export type ViewFilterName = FilterName | PropertyDimension;

/** Finds the filter that a parameter of a page's address names; undefined for any other parameter. */
export const findFilterName = (word: string): ViewFilterName | undefined =>
  FILTERS.find(name => name === word) ??
  (findPropertyName(word) === undefined ? undefined : (word as PropertyDimension));

/** Returns the position of a filter in menus and lists; properties come last. */
export const filterRank = (name: ViewFilterName): number => {
  const rank = (FILTERS as readonly ViewFilterName[]).indexOf(name);
  return rank === -1 ? FILTERS.length : rank;
};
