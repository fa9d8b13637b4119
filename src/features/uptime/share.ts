/** A span in milliseconds since 1970, its end not included. */
export interface SpanMs {
  readonly startMs: number;
  readonly endMs: number;
}

/** What is known of a site's time. Downtimes and gaps may overlap each other and reach beyond what is asked for. */
export interface Spans {
  readonly downtimes: readonly SpanMs[];
  /** In which nobody looked: counts neither as up nor as down. */
  readonly gaps: readonly SpanMs[];
}

/** Time in which somebody looked, and the part of it in which the site was down. */
export interface WatchedTime {
  readonly watchedMs: number;
  readonly downMs: number;
}

/** The watched time of a span; none of a span that ends before it starts. */
export function watchedTimeOf(window: SpanMs, { downtimes, gaps }: Spans): WatchedTime {
  const unwatched = merged(within(gaps, window));
  const watchedMs = Math.max(0, window.endMs - window.startMs - lengthOf(unwatched));
  const downMs = merged(within(downtimes, window)).reduce(
    (sum, downtime) => sum + lengthOf([downtime]) - lengthOf(within(unwatched, downtime)),
    0,
  );
  return { watchedMs, downMs };
}

/** Percentage of watched time in which a site was up, in three decimals. 100 only when nothing failed, also when nothing was watched at all. */
export function shareOf({ watchedMs, downMs }: WatchedTime): number {
  if (watchedMs <= 0 || downMs <= 0) return 100;
  // Never rounded up: one failed minute in a month is not 100.
  return Math.max(0, Math.floor(((watchedMs - downMs) * 100_000) / watchedMs) / 1000);
}

/** The same of a span. */
export const uptimeShare = (window: SpanMs, spans: Spans): number => shareOf(watchedTimeOf(window, spans));

/** Spans cut at rising edges: n + 1 of them give n lists, what lies outside is left out. */
export function cutAt(edgesMs: readonly number[], spans: readonly SpanMs[]): SpanMs[][] {
  const parts: SpanMs[][] = edgesMs.slice(1).map(() => []);
  for (const { startMs, endMs } of spans)
    for (let index = Math.max(0, stretchOf(edgesMs, startMs)); index < parts.length; index++) {
      const [from = 0, to = 0] = edgesMs.slice(index, index + 2);
      if (from >= endMs) break;
      parts[index]?.push({ startMs: Math.max(startMs, from), endMs: Math.min(endMs, to) });
    }
  return parts;
}

/** Index of the last rising edge that is not after an instant; -1 before the first. */
export function stretchOf(edgesMs: readonly number[], atMs: number): number {
  let [low, high] = [0, edgesMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edgesMs[middle] ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const lengthOf = (spans: readonly SpanMs[]): number =>
  spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** The parts of spans that lie within another. */
const within = (spans: readonly SpanMs[], outer: SpanMs): SpanMs[] =>
  spans
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, outer.startMs),
      endMs: Math.min(endMs, outer.endMs),
    }))
    .filter(({ startMs, endMs }) => startMs < endMs);

/** The same time as spans that do not overlap. */
function merged(spans: readonly SpanMs[]): SpanMs[] {
  const result: SpanMs[] = [];
  for (const span of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const last = result.at(-1);
    if (last && span.startMs <= last.endMs)
      result[result.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, span.endMs) };
    else result.push(span);
  }
  return result;
}
