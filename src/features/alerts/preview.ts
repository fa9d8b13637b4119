/** Computes when an alert would have fired in the past. */

import { type AlertKind, isTrafficKind, type Thresholds, toTrafficCondition } from '../../core/alerts.ts';
import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time-units.ts';
import { createHitHours, toGap } from './detect/hit-hours.ts';
import { replay } from './detect/replay.ts';
import { HISTORY_HOURS } from './detect/usual.ts';
import type { FiringFacts } from './firing-facts.ts';
import { loadHours } from './hit-history.ts';
import { PREVIEW_DAYS } from './limits.ts';
import type { AlertsStore } from './store.ts';

export interface PreviewFiring {
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly facts: FiringFacts;
}

export interface Preview {
  readonly judgedFrom: Date | null;
  /** Oldest first. */
  readonly firings: readonly PreviewFiring[];
}

export interface PreviewDeps {
  readonly store: Pick<AlertsStore, 'listGapsSince'>;
  readonly hits: Pick<HitStore, 'seriesBySite'>;
  /** Lists what the monitors of a site found since an instant, oldest first. */
  readonly listFindings: Readonly<
    Record<'monitor' | 'broken_link', (siteId: number, since: Date) => readonly PreviewFiring[]>
  >;
  readonly clock: Clock;
}

export function createPreview({ store, hits, listFindings, clock }: PreviewDeps) {
  return async (
    siteId: number,
    { kind, thresholds }: { readonly kind: AlertKind; readonly thresholds: Thresholds },
    signal: AbortSignal,
  ): Promise<Preview> => {
    const now = clock.now();
    const since = new Date(now.getTime() - PREVIEW_DAYS * DAY_MS);
    if (!isTrafficKind(kind)) return { judgedFrom: since, firings: listFindings[kind](siteId, since) };
    const hours = HISTORY_HOURS + (PREVIEW_DAYS * DAY_MS) / HOUR_MS;
    const { startMs, counts } = await loadHours(hits, [siteId], { now, hours, signal });
    // The running hour is not over.
    const complete = counts.get(siteId)?.slice(0, -1) ?? [];
    const gaps = store.listGapsSince(new Date(startMs)).map(toGap);
    const past = replay(
      toTrafficCondition(kind, thresholds),
      createHitHours(startMs, complete, gaps),
      since.getTime(),
    );
    return {
      judgedFrom: past.judgedFromMs === null ? null : new Date(past.judgedFromMs),
      firings: past.firings.map(
        ({ startedMs, endedMs, verdict: { hits: count, expected, hours: length } }) => ({
          startedAt: new Date(startedMs),
          endedAt: endedMs === null ? null : new Date(endedMs),
          facts: { hits: count, expected: Math.round(expected * 10) / 10, hours: length },
        }),
      ),
    };
  };
}
