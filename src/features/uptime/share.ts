/** A span in milliseconds since 1970, its end not included. */
export interface SpanMs {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Percentage of the watched time of a span in which a site was up, in three decimals. Time in a gap of watching counts
 * neither as up nor as down. 100 only when nothing failed, also when nothing was watched at all.
 */
export function uptimeShare(
  window: SpanMs,
  { downtimes, gaps }: { readonly downtimes: readonly SpanMs[]; readonly gaps: readonly SpanMs[] },
): number {
  const unwatched = merged(within(gaps, window));
  const watchedMs = window.endMs - window.startMs - lengthOf(unwatched);
  const downMs = merged(within(downtimes, window)).reduce(
    (sum, downtime) => sum + lengthOf([downtime]) - lengthOf(within(unwatched, downtime)),
    0,
  );
  if (watchedMs <= 0 || downMs <= 0) return 100;
  // Never rounded up: one failed minute in a month is not 100.
  return Math.max(0, Math.floor(((watchedMs - downMs) * 100_000) / watchedMs) / 1000);
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
