/** The part of the hits store that keeps imported days. */
import type { HitStore, Removal } from '../../../core/hits/store.ts';
import type { HitEngine } from '../engine-types.ts';
import type { Read } from '../sql/sql.ts';
import { exportDays } from './export.ts';
import { importDays } from './load.ts';
import { removeDays, removeDaysWith } from './remove.ts';
import { createKnownSpans, type KnownSpans } from './spans.ts';

export type DaysStore = Pick<HitStore, 'importDays' | 'exportDays' | 'removeDays' | 'importedSpans'>;

export const createDaysStore = (
  engine: HitEngine,
  read: Read,
  findFirstHit: (siteId: number) => Promise<Date | null>,
): {
  readonly days: DaysStore;
  readonly spans: KnownSpans;
  /** Removes the days that a removal of rows is about. */
  removeWith(removal: Removal): Promise<void>;
  /** Waits for a change of hits, of which a site's first may be one. */
  changesHits<T>(done: Promise<T>): Promise<T>;
} => {
  const spans = createKnownSpans(read, findFirstHit);
  const changes = <T>(done: Promise<T>): Promise<T> => done.finally(spans.forget);
  return {
    days: {
      exportDays: request => exportDays(engine, request, spans),
      importDays: request => changes(importDays(engine, request)),
      removeDays: (siteId, importKey) => changes(removeDays(engine, siteId, importKey)),
      importedSpans: async (siteId, which) =>
        which === 'stored' ? spans.find(siteId) : (await spans.findCounted(siteId)).spans,
    },
    spans,
    removeWith: removal => changes(removeDaysWith(engine, spans, removal)),
    changesHits: changes,
  };
};
