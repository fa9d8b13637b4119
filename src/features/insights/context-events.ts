/** Measures the hits after context events (downtimes, the owner's signals) against the same hours of earlier weeks. */
import type { ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { Span } from '../../core/span.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../lib/time-units.ts';
import { historyDays, type MeasuredEvent } from './detect/figures.ts';

/** An event that may explain a change. Of a signal, the span starts when it occurred; its end is not used. */
export interface ContextEvent {
  readonly kind: MeasuredEvent['kind'];
  readonly span: Span;
  readonly title: string;
}

/** How long after a signal hits are attributed to it. */
const SIGNAL_EFFECT_MS = DAY_MS;
/** Shorter spans show nothing; longer ones would overlap themselves a week before. */
const MIN_MS = { signal: 6 * HOUR_MS, downtime: 10 * MINUTE_MS };
const MAX_MS = 6 * DAY_MS;
const MAX_WEEKS = 4;
const MAX_EVENTS = 6;

/** Returns the part of an event that lies in the window and can be compared; undefined when that is too short. */
function toComparableSpan({ kind, span }: ContextEvent, window: Span): Span | undefined {
  const startMs = Math.max(span.start.getTime(), window.start.getTime());
  const effectEndMs = kind === 'signal' ? span.start.getTime() + SIGNAL_EFFECT_MS : span.end.getTime();
  const endMs = Math.min(effectEndMs, window.end.getTime(), startMs + MAX_MS);
  if (kind === 'signal' && span.start < window.start) return undefined;
  return endMs - startMs < MIN_MS[kind] ? undefined : { start: new Date(startMs), end: new Date(endMs) };
}

/** Loads the hits of the longest events that can be compared with earlier weeks. */
export async function measureContextEvents(
  hits: Pick<HitStore, 'ask'>,
  input: {
    readonly siteId: number;
    /** Of each day. */
    readonly hits: readonly number[];
    readonly contextEvents: readonly ContextEvent[];
    readonly window: Span;
  },
  options: ReadOptions,
): Promise<MeasuredEvent[]> {
  const weeks = Math.min(MAX_WEEKS, Math.floor(historyDays(input) / 7));
  if (weeks === 0) return [];
  const comparable = input.contextEvents.flatMap(event => {
    const span = toComparableSpan(event, input.window);
    return span ? [{ ...event, span }] : [];
  });
  const duration = ({ span }: ContextEvent): number => span.end.getTime() - span.start.getTime();
  const longest = comparable.toSorted((a, b) => duration(b) - duration(a)).slice(0, MAX_EVENTS);
  const query = { siteId: input.siteId, kind: 'hit', span: null, filters: [] } as const;
  return Promise.all(
    longest.map(async event => {
      const shifts = Array.from({ length: weeks + 1 }, (_, week) => (weeks - week) * WEEK_MS);
      const edges = shifts.flatMap(shiftMs => [
        new Date(event.span.start.getTime() - shiftMs),
        new Date(event.span.end.getTime() - shiftMs),
      ]);
      const buckets = await hits.ask({ shape: 'series', ...query, edges }, options);
      // Every other bucket lies between two weeks' hours.
      const counts = buckets.filter((_, at) => at % 2 === 0).map(bucket => bucket.hits);
      return { ...event, hits: counts.at(-1) ?? 0, hitsBefore: counts.slice(0, -1) };
    }),
  );
}
