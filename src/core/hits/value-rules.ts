/** Rules that stored values follow: how a path and the host of an address are spelled, and what a source is called. */
import { normalizePath, PATH_RULES_VERSION } from '../../lib/normalize-path.ts';
import { toAsciiAddress } from '../../lib/punycode.ts';
import { nameSource } from '../channels/name-sources.ts';
import { RULES_VERSION } from '../channels/rules.ts';
import { PATH_DIMENSIONS } from './page-path.ts';

/** Rises when a stored address would be spelled in another way. */
const ADDRESS_RULES_VERSION = 1;
/** Rises with any of the rules: stored values are normalized once for each. A migration gives it to files without rows. */
export const VALUE_RULES_VERSION = PATH_RULES_VERSION + ADDRESS_RULES_VERSION + RULES_VERSION;

/** Columns whose values are normalized. */
export const NORMAL_COLUMNS = ['path', 'source', 'referrer', 'url'] as const;
export type NormalColumn = (typeof NORMAL_COLUMNS)[number];

/** Returns the value that new rows have in place of one. */
export const NORMALIZE: Readonly<Record<NormalColumn, (value: string) => string>> = {
  path: normalizePath,
  source: nameSource,
  referrer: toAsciiAddress,
  url: toAsciiAddress,
};

/** Dimensions of imported days whose values are those of a column. */
export const DIMENSIONS_OF: Readonly<Record<NormalColumn, ReadonlySet<string>>> = {
  path: PATH_DIMENSIONS,
  source: new Set(['source']),
  referrer: new Set(['referrer', 'referrer_host']),
  url: new Set(['hostname']),
};
