import type { Clock } from '../../core/clock.ts';
import { forbidden, invalidParameter, notFound, tooMany, unlessRefused } from '../../core/errors.ts';
import type { AppliedSegment, View } from '../../core/view.ts';
import { validateBody } from '../../http/validate.ts';
import { isChange } from '../../lib/is-change.ts';
import { readFilters } from './read-filters.ts';
import { CreateSegment, parseStoredFilters, type SegmentInput, type Visibility } from './schema.ts';
import type { SegmentChange, SegmentRow, SegmentsStore } from './store.ts';

/** Segments of a site at most. */
const MAX_SEGMENTS = 500;
/** A user's own of a site at most: those of viewers must not take the room of the site. */
const MAX_PERSONAL_SEGMENTS = 100;

/** Who writes a segment. */
export interface SegmentWriter {
  readonly userId: number;
  /** Whether they may change what the site has. */
  readonly canWriteSite: boolean;
}

/** Named sets of filters of a site. A personal one exists for its user alone. */
export function createSegmentsService({
  store,
  checkUnused,
  clock,
}: {
  readonly store: SegmentsStore;
  /** Throws 422 while something shows a segment alone. */
  readonly checkUnused: (segmentId: number) => void;
  readonly clock: Clock;
}) {
  function find(siteId: number, id: number, userId: number): SegmentRow | undefined {
    const segment = store.find(siteId, id);
    return segment && (segment.userId ?? userId) === userId ? segment : undefined;
  }

  /** Throws 403 for a segment of the site where the writer may change personal ones alone. */
  function checkMayWrite(visibility: Visibility, { canWriteSite }: SegmentWriter): void {
    if (visibility === 'site' && !canWriteSite)
      throw forbidden(
        'this needs the role admin in the account, and yours is viewer: with visibility=personal a segment is yours alone',
      );
  }

  /** Throws 422 where the site, or a user, has as many segments as may be. */
  function checkRoom(siteId: number, userId: number | null): void {
    const count = store.count(siteId, userId);
    if (userId === null && count >= MAX_SEGMENTS) throw tooMany('a site', MAX_SEGMENTS, 'segments');
    if (userId !== null && count >= MAX_PERSONAL_SEGMENTS)
      throw tooMany('a user', MAX_PERSONAL_SEGMENTS, 'segments of their own for a site');
  }

  return {
    /** Finds a segment of a site that is nobody’s own. */
    findOfSite(siteId: number, id: number): AppliedSegment | undefined {
      const segment = store.find(siteId, id);
      if (!segment || segment.userId !== null) return undefined;
      return { id, filters: parseStoredFilters(segment.filters) };
    },

    /** Returns a segment that a user may read. */
    find,

    /** Those of the site and a user's own, by name. */
    list: (siteId: number, userId: number): SegmentRow[] =>
      store.list(siteId, userId).sort((a, b) => a.name.localeCompare(b.name, 'en')),

    /**
     * Returns the segment that a report names. Throws 400 for one that is unknown, of another site or another user's own; with a view
     * 404, as for one outside its sections, so that nobody learns which there are.
     */
    apply(
      siteId: number,
      id: number,
      { userId, view }: { readonly userId: number; readonly view: View | null },
    ): AppliedSegment {
      const segment = find(siteId, id, userId);
      if (!segment && view) throw notFound('section');
      if (!segment) throw invalidParameter(`segment must be the id of a segment of this site, got ${id}`);
      return { id, filters: parseStoredFilters(segment.filters) };
    },

    /** Adds a segment. 422 for filters that reports do not take, and over the limit of segments. */
    create(
      siteId: number,
      input: SegmentInput & Required<Pick<SegmentInput, 'name' | 'filters'>>,
      writer: SegmentWriter,
    ): SegmentRow {
      const { visibility = 'site' } = input;
      checkMayWrite(visibility, writer);
      const filters = JSON.stringify(readFilters(input.filters));
      checkRoom(siteId, visibility === 'personal' ? writer.userId : null);
      const now = clock.now();
      return store.insert({
        siteId,
        userId: visibility === 'personal' ? writer.userId : null,
        name: input.name.trim(),
        filters,
        createdAt: now,
        updatedAt: now,
      });
    },

    /** Saves changed fields; an unchanged segment keeps its `updated_at`. */
    update(segment: SegmentRow, input: SegmentInput, writer: SegmentWriter): SegmentRow {
      const { name, filters, visibility } = input;
      checkMayWrite(segment.userId === null ? 'site' : 'personal', writer);
      if (visibility !== undefined) checkMayWrite(visibility, writer);
      const change: SegmentChange = {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(filters === undefined ? {} : { filters: JSON.stringify(readFilters(filters)) }),
        ...(visibility === undefined ? {} : { userId: visibility === 'personal' ? writer.userId : null }),
      };
      if (!isChange(segment, change)) return segment;
      if (segment.userId === null && change.userId) checkUnused(segment.id);
      if (change.userId !== undefined && change.userId !== segment.userId)
        checkRoom(segment.siteId, change.userId);
      return store.update(segment.id, { ...change, updatedAt: clock.now() }) ?? segment;
    },

    /** Adds what an export has of the site’s segments; those that it has already, and what is none, are passed over. */
    restore(siteId: number, exported: readonly unknown[]): void {
      const toKey = ({ name, filters }: Pick<SegmentRow, 'name' | 'filters'>) => `${name} ${filters}`;
      const known = new Set(store.listOfSite(siteId).map(toKey));
      const now = clock.now();
      for (const given of exported.slice(0, MAX_SEGMENTS - store.count(siteId, null)))
        unlessRefused(() => {
          const { name, filters } = validateBody(CreateSegment, given);
          const segment = { name: name.trim(), filters: JSON.stringify(readFilters(filters)) };
          if (known.has(toKey(segment))) return;
          known.add(toKey(segment));
          store.insert({ ...segment, siteId, userId: null, createdAt: now, updatedAt: now });
        });
    },

    remove(segment: SegmentRow, writer: SegmentWriter): void {
      checkMayWrite(segment.userId === null ? 'site' : 'personal', writer);
      checkUnused(segment.id);
      store.remove(segment.id);
    },
  };
}

export type SegmentsService = ReturnType<typeof createSegmentsService>;
