/** Hits in the hours of what is known to have happened, and in the same hours of the weeks before. */
import type { HitQuery, HitStore, ReadOptions } from '../../core/hit-store.ts';
import type { Span } from '../../core/span.ts';
import { type Happening, historyDays } from './detect/figures.ts';

/** What happened, and when. Of a signal, when it occurred; its end is not used. */
export interface Known {
  readonly kind: Happening['kind'];
  readonly span: Span;
  readonly title: string;
}

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** How long a signal is followed. */
const FOLLOWED_MS = 24 * HOUR_MS;
/** Shorter ones show nothing; longer ones would meet themselves a week before. */
const LEAST_MS = { signal: 6 * HOUR_MS, downtime: 10 * 60_000 };
const MOST_MS = 6 * 24 * HOUR_MS;
const WEEKS = 4;
const MOST = 6;

/** The part of it that lies in the window and can be compared; undefined when that is too little. */
function partOf({ kind, span }: Known, window: Span): Span | undefined {
  const startMs = Math.max(span.start.getTime(), window.start.getTime());
  const wantedMs = kind === 'signal' ? span.start.getTime() + FOLLOWED_MS : span.end.getTime();
  const endMs = Math.min(wantedMs, window.end.getTime(), startMs + MOST_MS);
  if (kind === 'signal' && span.start < window.start) return undefined;
  return endMs - startMs < LEAST_MS[kind] ? undefined : { start: new Date(startMs), end: new Date(endMs) };
}

/** Those of a window that can be compared with weeks before, a few at most, the longest first. */
export async function readHappenings(
  hits: Pick<HitStore, 'series'>,
  query: HitQuery,
  {
    hits: daily,
    known,
    window,
  }: { readonly hits: readonly number[]; readonly known: readonly Known[]; readonly window: Span },
  options: ReadOptions,
): Promise<Happening[]> {
  const weeks = Math.min(WEEKS, Math.floor(historyDays({ hits: daily }) / 7));
  if (weeks === 0) return [];
  const parts = known.flatMap(happening => {
    const span = partOf(happening, window);
    return span ? [{ ...happening, span }] : [];
  });
  const lengthOf = ({ span }: Known): number => span.end.getTime() - span.start.getTime();
  const chosen = parts.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MOST);
  return Promise.all(
    chosen.map(async happening => {
      const shifts = Array.from({ length: weeks + 1 }, (_, week) => (weeks - week) * WEEK_MS);
      const edges = shifts.flatMap(shiftMs => [
        new Date(happening.span.start.getTime() - shiftMs),
        new Date(happening.span.end.getTime() - shiftMs),
      ]);
      const buckets = await hits.series(query, edges, options);
      // Every other bucket lies between two weeks' hours.
      const counts = buckets.filter((_, at) => at % 2 === 0).map(bucket => bucket.hits);
      return { ...happening, hits: counts.at(-1) ?? 0, hitsBefore: counts.slice(0, -1) };
    }),
  );
}
