/** Reads what status pages show, and keeps it for a moment. */
import type { Clock } from '../../../core/clock.ts';
import { notFound } from '../../../core/errors.ts';
import type { Span } from '../../../core/span.ts';
import { createLru } from '../../../lib/lru.ts';
import {
  AHEAD_MS,
  HISTORY_DAYS,
  HISTORY_MS,
  MAX_AGE_MS,
  MAX_SHOWN,
  MAX_SHOWN_CHARACTERS,
} from '../limits.ts';
import type { PageScope } from '../scope.ts';
import type { NoteRow, PageRow, StatusPagesStore } from '../store.ts';
import { buildView, type KnownStatus, listDowntimes, type MaintenanceTime } from './build.ts';
import type { StatusView } from './schema.ts';

export interface StatusViewDeps {
  readonly store: StatusPagesStore;
  readonly scope: PageScope;
  readonly readMonitor: (
    monitorId: number,
    range: { readonly dayCount: number; readonly zone: string },
  ) => KnownStatus | undefined;
  readonly listMaintenance: (siteId: number, span: Span) => readonly Omit<MaintenanceTime, 'siteId'>[];
  readonly getBaseUrl: () => string;
  readonly clock: Clock;
}

/** What an open page shows, and what was made of it. */
export interface ShownPage {
  readonly page: PageRow;
  readonly view: StatusView;
  /** Documents by format and language. */
  readonly documents: Map<string, string>;
}

const MAX_KEPT = 200;

export function createStatusViews(deps: StatusViewDeps) {
  const { store, scope, clock } = deps;
  const kept = createLru<number, { readonly shown: ShownPage | undefined; readonly madeAtMs: number }>(
    MAX_KEPT,
  );

  function build(page: PageRow): StatusView {
    const now = clock.now();
    const zone = scope.findOwner(page)?.timeZone ?? 'UTC';
    const siteIds = new Set(scope.listSiteIds(page));
    const shown = store.listMonitors(page.id).flatMap(row => {
      const status = deps.readMonitor(row.monitorId, { dayCount: HISTORY_DAYS, zone });
      return status && siteIds.has(status.siteId) ? [{ row, status }] : [];
    });
    const span = {
      start: new Date(now.getTime() - HISTORY_MS),
      end: new Date(now.getTime() + AHEAD_MS),
    };
    const incidents = store.listIncidentsSince(page.id, span.start, MAX_SHOWN.incidents);
    const downtimeIds = listDowntimes(shown).map(({ id }) => id);
    return buildView({
      page,
      url: `${deps.getBaseUrl()}/status/${page.slug}`,
      shown,
      incidents,
      notes: toShownNotes(
        store.listNewestNotes(
          page.id,
          { incidentIds: incidents.map(({ id }) => id), downtimeIds },
          MAX_SHOWN.notes,
        ),
      ),
      maintenance: [...new Set(shown.map(({ status }) => status.siteId))].flatMap(siteId =>
        deps.listMaintenance(siteId, span).map(time => ({ ...time, siteId })),
      ),
      zone,
      now,
    });
  }

  return {
    /** Reads what a page shows, for its owner. */
    read: build,

    /** Returns an open page by its slug. Throws the same 404 for an unknown one and one that is switched off. */
    open(slug: string): ShownPage {
      const page = store.findPageBySlug(slug);
      if (!page || !scope.isOpen(page)) throw notFound('status page');
      const nowMs = clock.now().getTime();
      const known = kept.get(page.id);
      const ageMs = known ? nowMs - known.madeAtMs : Number.POSITIVE_INFINITY;
      if (known?.shown && ageMs >= 0 && ageMs < MAX_AGE_MS) return known.shown;
      const shown = { page, view: build(page), documents: new Map<string, string>() };
      kept.set(page.id, { shown, madeAtMs: nowMs });
      return shown;
    },

    /** Drops what is kept of a page. */
    forget: (pageId: number): void => kept.set(pageId, { shown: undefined, madeAtMs: 0 }),
  };
}

/** Returns those notes of a page, given newest first, that it has room for; oldest first. */
function toShownNotes(newest: readonly NoteRow[]): NoteRow[] {
  let characters = 0;
  const rest = newest.findIndex(({ text }) => {
    characters += text.length;
    return characters > MAX_SHOWN_CHARACTERS;
  });
  return newest.slice(0, rest < 0 ? newest.length : rest).toReversed();
}

export type StatusViews = ReturnType<typeof createStatusViews>;
