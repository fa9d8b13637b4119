/** Replays the hours of the past, as the alert would have judged them. */

import type { TrafficCondition } from '../../../core/alerts.ts';
import { HOUR_MS } from '../../../lib/time-units.ts';
import type { HitHours } from './hit-hours.ts';
import { judge, type Verdict } from './judge.ts';

/** A time in which an alert would have been firing. */
export interface PastFiring {
  readonly startedMs: number;
  /** Null: to the end of what was replayed. */
  readonly endedMs: number | null;
  /** As it began. */
  readonly verdict: Verdict;
}

export interface Replay {
  readonly firings: readonly PastFiring[];
  /** The first hour that could be judged; null for none. */
  readonly judgedFromMs: number | null;
}

/** Replays the complete hours from one instant on. */
export function replay(condition: TrafficCondition, hours: HitHours, fromMs: number): Replay {
  const firings: PastFiring[] = [];
  let current: PastFiring | undefined;
  let judgedFromMs: number | null = null;
  const first = Math.max(0, Math.ceil((fromMs - hours.startMs) / HOUR_MS));
  for (let last = first; last < hours.length; last++) {
    const verdict = judge(condition, { hours, last, wasFiring: current !== undefined });
    if (!verdict) continue;
    const endMs = hours.startMs + (last + 1) * HOUR_MS;
    judgedFromMs ??= endMs - HOUR_MS;
    if (verdict.isFiring === (current !== undefined)) continue;
    if (current) firings.push({ ...current, endedMs: endMs });
    current = verdict.isFiring ? { startedMs: endMs, endedMs: null, verdict } : undefined;
  }
  if (current) firings.push(current);
  return { firings, judgedFromMs };
}
