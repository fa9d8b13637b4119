/**
 * The names of the dimensions that views are filtered by and broken down into, in the order of menus and lists. They are apart from
 * `dimensions.ts`, since the script that asks for first screens needs no texts.
 */
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
  'event',
] as const satisfies readonly Dimension[];

/** The name of a dimension that views can be filtered by. */
export type FilterName = (typeof FILTERS)[number];
