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
/** The same of the segments of the caller's view, which a query of a caller without a view lacks. */
const VIEW_SEGMENTS = Symbol('segments of the view');

interface Segmented {
  readonly [SEGMENTS]?: readonly AppliedSegment[];
  readonly [VIEW_SEGMENTS]?: View['segments'];
}

/** Returns the segments of a query, those of a view among them. */
export const listSegments = (query: Segmented): readonly AppliedSegment[] => [
  ...(query[SEGMENTS] ?? []),
  ...(query[VIEW_SEGMENTS] ?? []),
];

/** Returns the segments of the view that limits a query; null without a view. */
export const findViewSegments = (query: Segmented): View['segments'] | null => query[VIEW_SEGMENTS] ?? null;

/** Returns the query with a segment that holds beside its own filters. */
export const withSegment = <Query extends object>(query: Query, segment: AppliedSegment): Query => ({
  ...query,
  [SEGMENTS]: [segment],
});

/** Returns the query as a view limits it: to its segments, and to the places that it names. */
export const withinView = <Query extends object>(
  query: Query,
  { segments }: Pick<View, 'segments'>,
): Query => ({
  ...query,
  [VIEW_SEGMENTS]: segments,
});
