/** Rows of hits: what is written and what is read back. */
import type { ColumnValues, HitKind } from './columns.ts';

/** Kinds of rows that the live stream sends. */
export const LIVE_KINDS = ['hit', 'event', 'agent_visit', 'kudo'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** How a visitor is identified: `day` by the daily salt (the hash never recurs on another day of the site), `stable` by a given id or hash. */
export type VisitorScope = 'day' | 'stable';

/** A row to be stored. The engine assigns its id and decides whether it is a unique hit. */
export interface NewHit extends ColumnValues {
  readonly kind: HitKind;
  /** Null exactly when `visitorHash` is. */
  readonly visitorScope: VisitorScope | null;
}

/** A stored row. */
export interface StoredHit extends NewHit {
  /** Ascending per kind, below 2^53, never reused. */
  readonly id: number;
}
