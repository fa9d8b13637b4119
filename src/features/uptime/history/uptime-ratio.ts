/** A span in milliseconds since 1970, its end not included. */
export interface SpanMs {
  readonly startMs: number;
  readonly endMs: number;
}

/** Downtimes and gaps of a site. They may overlap and reach beyond the queried span. */
export interface Spans {
  readonly downtimes: readonly SpanMs[];
  /** Without checks: counted neither as up nor as down. */
  readonly gaps: readonly SpanMs[];
}

/** Monitored time, and the downtime in it. */
export interface WatchedTime {
  readonly watchedMs: number;
  readonly downMs: number;
}

/** Returns the monitored time of a span; zero for a span that ends before it starts. */
export function computeWatchedTime(window: SpanMs, { downtimes, gaps }: Spans): WatchedTime {
  const unwatched = merge(clip(gaps, window));
  const watchedMs = Math.max(0, window.endMs - window.startMs - totalMs(unwatched));
  const downMs = merge(clip(downtimes, window)).reduce(
    (sum, downtime) => sum + totalMs([downtime]) - totalMs(clip(unwatched, downtime)),
    0,
  );
  return { watchedMs, downMs };
}

/** Returns the uptime in percent, with three decimals. 100 only without any downtime, also when nothing was monitored. */
export function toUptimeRatio({ watchedMs, downMs }: WatchedTime): number {
  if (watchedMs <= 0 || downMs <= 0) return 100;
  // Never rounded up: one failed minute in a month is not 100.
  return Math.max(0, Math.floor(((watchedMs - downMs) * 100_000) / watchedMs) / 1000);
}

/** Returns the uptime of a span, in percent. */
export const uptimeRatio = (window: SpanMs, spans: Spans): number =>
  toUptimeRatio(computeWatchedTime(window, spans));

/** Splits spans at ascending edges: n + 1 edges make n lists; parts outside are left out. */
export function splitAt(edgesMs: readonly number[], spans: readonly SpanMs[]): SpanMs[][] {
  const parts: SpanMs[][] = edgesMs.slice(1).map(() => []);
  for (const { startMs, endMs } of spans)
    for (let index = Math.max(0, spanIndexAt(edgesMs, startMs)); index < parts.length; index++) {
      const [from = 0, to = 0] = edgesMs.slice(index, index + 2);
      if (from >= endMs) break;
      parts[index]?.push({ startMs: Math.max(startMs, from), endMs: Math.min(endMs, to) });
    }
  return parts;
}

/** Returns the index of the last ascending edge that is not after an instant; -1 before the first. */
export function spanIndexAt(edgesMs: readonly number[], atMs: number): number {
  let [low, high] = [0, edgesMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edgesMs[middle] ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const totalMs = (spans: readonly SpanMs[]): number =>
  spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** Clips spans to an outer one. */
const clip = (spans: readonly SpanMs[], outer: SpanMs): SpanMs[] =>
  spans
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, outer.startMs),
      endMs: Math.min(endMs, outer.endMs),
    }))
    .filter(({ startMs, endMs }) => startMs < endMs);

/** Merges overlapping spans. */
function merge(spans: readonly SpanMs[]): SpanMs[] {
  const result: SpanMs[] = [];
  for (const span of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const last = result.at(-1);
    if (last && span.startMs <= last.endMs)
      result[result.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, span.endMs) };
    else result.push(span);
  }
  return result;
}
