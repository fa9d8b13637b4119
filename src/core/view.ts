/** A part of a site that somebody may read who may not read all of it. */
import { PUBLIC_SECTIONS } from './public-page.ts';

/** The sections of a site: those of its public page, and what single visitors did, row by row. */
export const VIEW_SECTIONS = [...PUBLIC_SECTIONS, 'journeys'] as const;
export type ViewSection = (typeof VIEW_SECTIONS)[number];

/** Sections that are not about visitors, so that no segment of those changes them. */
export const UNSEGMENTED_SECTIONS: ReadonlySet<ViewSection> = new Set<ViewSection>(['uptime']);

/** What the holder of a shared link may read, or a member of a single site. */
export interface View {
  readonly siteId: number;
  readonly sections: ReadonlySet<ViewSection>;
  /** Every row is in all of these, whatever a request says. */
  readonly segments: readonly AppliedSegment[];
}

/** Filters as parsed parameters: the values of each by its name, null for rows without one. */
export type FilterValues = Readonly<Record<string, readonly (string | null)[]>>;

/** A segment that rows of a request must be in. */
export interface AppliedSegment {
  readonly id: number;
  readonly filters: FilterValues;
}

/** Key of a parsed query under which its segments are, once it is known that the caller may read them. */
const SEGMENTS = Symbol('segments');

/** Returns the segments of a query. */
export const listSegments = (query: object): readonly AppliedSegment[] =>
  (query as { readonly [SEGMENTS]?: readonly AppliedSegment[] })[SEGMENTS] ?? [];

/** Returns the query with segments that hold beside its own filters and segments. */
export const withSegments = <Query extends object>(
  query: Query,
  segments: readonly AppliedSegment[],
): Query => ({ ...query, [SEGMENTS]: [...listSegments(query), ...segments] });
