/** Paths: which pages visits went through, step by step, after or before a page or an event. Source: decisions, section 10. */
import type { JourneyHits } from './query.ts';

export const PATH_DIRECTIONS = ['after', 'before'] as const;
export type PathDirection = (typeof PATH_DIRECTIONS)[number];

/**
 * Paths of visits. The pages of a visit are its hits in the span, those that follow each other on the same page being one.
 * The flow begins at the first view of a page or at the page of the first event of a name in each visit, which then comes
 * before the first step; without either, the first step is the visit's first page (`after`) or its last one (`before`).
 */
export interface PathsQuery extends JourneyHits {
  readonly start: { readonly path: string } | { readonly event: string } | null;
  readonly direction: PathDirection;
  readonly steps: number;
  /** Maximum number of pages that a step has by name. */
  readonly maxPages: number;
  /** Pages of the first steps: only visits that went through them are counted. */
  readonly via: readonly string[];
  /** Maximum number of the site's hits that are looked at, about: those at the end of the span. */
  readonly maxHits: number;
}

/** A page of a step; the pages without a name of their own together; or the end of the visit. */
export type PathNode =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'other' | 'end'; readonly path: null };

/** Visits that went from a node of the step before to one of a step. */
export interface PathLink {
  /** From 1. */
  readonly step: number;
  /** Null for the first step. */
  readonly from: PathNode | null;
  readonly to: PathNode;
  readonly visits: number;
}

export interface Paths {
  /** Visits with the start, and that went through `via`. */
  readonly visits: number;
  /** By step, then most visits first, then by the paths; null last. */
  readonly links: readonly PathLink[];
  /** Start of what was looked at, later than the span's where that has too many hits. */
  readonly since: Date;
}
