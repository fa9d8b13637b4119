/** Computes when an alert would have fired in the past. */

import { type AlertKind, isTrafficKind, type Thresholds, toTrafficCondition } from '../../core/alerts.ts';
import type { Clock } from '../../core/clock.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time-units.ts';
import { createHitHours, toGap } from './detect/hit-hours.ts';
import { replay } from './detect/replay.ts';
import { HISTORY_HOURS } from './detect/usual.ts';
import { type FiringFacts, toSeriesFacts } from './firing-facts.ts';
import { loadGoalHours, type WatchedGoal } from './goal-history.ts';
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
  readonly hits: Pick<HitStore, 'ask'>;
  /** Lists what the monitors of a site found since an instant, oldest first. */
  readonly listFindings: Readonly<
    Record<'monitor' | 'broken_link', (siteId: number, since: Date) => readonly PreviewFiring[]>
  >;
  readonly clock: Clock;
}

/** An alert that is not saved yet; with kind `goal`, with its goal. */
export interface PreviewedAlert {
  readonly kind: AlertKind;
  readonly goal: WatchedGoal | undefined;
  readonly thresholds: Thresholds;
}

export function createPreview({ store, hits, listFindings, clock }: PreviewDeps) {
  /** Loads the complete hours that are replayed: hits, or conversions of a goal. */
  async function loadCompleteHours(
    siteId: number,
    goal: WatchedGoal | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly startMs: number; readonly counts: readonly number[] }> {
    const range = { now: clock.now(), hours: HISTORY_HOURS + (PREVIEW_DAYS * DAY_MS) / HOUR_MS, signal };
    if (goal) {
      const { startMs, counts } = await loadGoalHours(hits, { siteId, goals: [goal] }, range);
      return { startMs, counts: counts.get(goal.id) ?? [] };
    }
    const { startMs, counts } = await loadHours(hits, [siteId], range);
    // The running hour is not over.
    return { startMs, counts: counts.get(siteId)?.slice(0, -1) ?? [] };
  }

  return async (
    siteId: number,
    { kind, goal, thresholds }: PreviewedAlert,
    signal: AbortSignal,
  ): Promise<Preview> => {
    const since = new Date(clock.now().getTime() - PREVIEW_DAYS * DAY_MS);
    if (kind !== 'goal' && !isTrafficKind(kind))
      return { judgedFrom: since, firings: listFindings[kind](siteId, since) };
    const { startMs, counts } = await loadCompleteHours(siteId, goal, signal);
    const gaps = store.listGapsSince(new Date(startMs)).map(toGap);
    const condition = toTrafficCondition(kind, thresholds);
    const past = replay(condition, createHitHours(startMs, counts, gaps), since.getTime());
    return {
      judgedFrom: past.judgedFromMs === null ? null : new Date(past.judgedFromMs),
      firings: past.firings.map(({ startedMs, endedMs, verdict }) => ({
        startedAt: new Date(startedMs),
        endedAt: endedMs === null ? null : new Date(endedMs),
        facts: toSeriesFacts(kind, verdict),
      })),
    };
  };
}
