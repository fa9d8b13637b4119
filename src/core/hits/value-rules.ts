/** Rules that stored values follow: how a path is spelled, and what a source is called. */
import { normalizePath, PATH_RULES_VERSION } from '../../lib/normalize-path.ts';
import { nameSource } from '../channels/name-sources.ts';
import { RULES_VERSION } from '../channels/rules.ts';
import { PATH_DIMENSIONS } from './page-path.ts';

/** Rises with the rules of either: stored values are normalized once for each. A migration gives it to files without rows. */
export const VALUE_RULES_VERSION = PATH_RULES_VERSION + RULES_VERSION;

/** Columns whose values are normalized. */
export const NORMAL_COLUMNS = ['path', 'source'] as const;
export type NormalColumn = (typeof NORMAL_COLUMNS)[number];

/** Returns the value that new rows have in place of one. */
export const NORMALIZE: Readonly<Record<NormalColumn, (value: string) => string>> = {
  path: normalizePath,
  source: nameSource,
};

/** Dimensions of imported days whose values are those of a column. */
export const DIMENSIONS_OF: Readonly<Record<NormalColumn, ReadonlySet<string>>> = {
  path: PATH_DIMENSIONS,
  source: new Set(['source']),
};
