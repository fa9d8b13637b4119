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
): {
  readonly days: DaysStore;
  readonly spans: KnownSpans;
  /** Removes the days that a removal of rows is about. */
  removeWith(removal: Removal): Promise<void>;
} => {
  const spans = createKnownSpans(read);
  const changes = <T>(done: Promise<T>): Promise<T> => done.finally(spans.forget);
  return {
    days: {
      exportDays: request => exportDays(engine, request),
      importDays: request => changes(importDays(engine, request)),
      removeDays: (siteId, importKey) => changes(removeDays(engine, siteId, importKey)),
      importedSpans: siteId => spans.find(siteId),
    },
    spans,
    removeWith: removal => changes(removeDaysWith(engine, spans, removal)),
  };
};
