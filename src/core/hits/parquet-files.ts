/**
 * Parquet files that a store of rows writes for the engine of the data folder, which makes every export, adds imported days, and
 * compares imported rows with those that are stored. A file that was cut short cannot be read.
 */
import type { Span } from '../span.ts';
import type { HitKind } from './columns.ts';
import type { Dimension, HitQuery, ReadOptions } from './query.ts';

/** Rows of a site and kind, within a span (null: all time) and after an id. */
export interface RowSelection {
  readonly siteId: number;
  readonly kind: HitKind;
  readonly span: Span | null;
  readonly afterId: number;
}

export interface ParquetFiles {
  /** Returns the newest id of rows, or of the first `limit` of them by id; null without any. */
  findLastId(
    rows: RowSelection,
    options: { readonly limit?: number; readonly signal?: AbortSignal },
  ): Promise<number | null>;
  /** Writes rows up to an id, in the order of their ids: `id` and the columns of their kind. */
  writeRows(
    rows: RowSelection & { readonly throughId: number },
    file: string,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Writes the groups of one dimension: `key`, `hits`, `unique_hits`, `visitors` and `visits`. */
  writeGroups(
    request: { readonly query: HitQuery; readonly dimension: Dimension; readonly countsVisitors?: boolean },
    file: string,
    options?: ReadOptions,
  ): Promise<void>;
}
