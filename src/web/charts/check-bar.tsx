/** The checks of the last hours as a bar: each with its time, status and response time on hover, touch and focus. */
import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import type { UptimeChecks } from '../../features/uptime/history/schema.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/time-units.ts';
import { formatTime, formatTimeOfDay } from '../format.ts';
import { now } from '../labels/charts.tsx';
import * as labels from '../labels/uptime-charts.tsx';
import { Scrubber } from './scrubber.tsx';

export type UptimeCheck = Static<typeof UptimeChecks>['checks'][number];

const HOURS = 24;
const WIDTH = 1440;
const HEIGHT = 40;
/** A single failure must not vanish. */
const MIN_FAILURE_WIDTH = 6;
/** A check stands for the time to the next one, up to this many times the usual distance. */
const MAX_DISTANCES = 2.5;

export function CheckBar({
  checks,
  endMs,
  timeZone,
}: {
  /** Oldest first. */
  readonly checks: readonly UptimeCheck[];
  /** The right edge. */
  readonly endMs: number;
  readonly timeZone: string;
}) {
  const at = checks.map(({ checked_at }) => Date.parse(checked_at));
  const earliestMs = endMs - HOURS * HOUR_MS;
  // The first hours of a monitor fill the bar: they would be a line at its edge.
  const startMs = Math.max(earliestMs, Math.min(at[0] ?? endMs, endMs - HOUR_MS));
  const isWhole = startMs - earliestMs < HOUR_MS;
  const [chosen, choose] = useState<number | null>(null);
  const index = chosen === null ? null : Math.min(chosen, checks.length - 1);
  const bars = toBars(at, { startMs, endMs });
  const pointed = index === null ? undefined : checks[index];
  const shown = pointed ?? checks.at(-1);
  if (!shown) return <p className="soft">{labels.checksEmpty}</p>;
  const cursor = index === null ? undefined : bars[index];
  return (
    <figure className="check-bar">
      <Scrubber
        className="check-strip"
        label={labels.checksOfLastDay}
        valueText={describeCheck(shown, timeZone)}
        index={index}
        count={checks.length}
        findIndex={share => findNearest(at, startMs + share * (endMs - startMs))}
        onIndex={choose}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="check-up" d={toPath(bars.filter((_, each) => checks[each]?.is_up))} />
          <path
            className="check-failed"
            d={toPath(
              bars
                .filter((_, each) => checks[each]?.is_up === false)
                .map(({ x, width }) => ({ x, width: Math.max(width, MIN_FAILURE_WIDTH) })),
            )}
          />
          {cursor && <path className="check-cursor" d={`M${cursor.x + cursor.width / 2} 0V${HEIGHT}`} />}
        </svg>
      </Scrubber>
      <p className="uptime-details" aria-hidden="true">
        {pointed ? (
          <span>{describeCheck(pointed, timeZone)}</span>
        ) : (
          <>
            <span className="soft">
              {isWhole ? labels.dayAgo : formatTimeOfDay(new Date(startMs).toISOString(), timeZone)}
            </span>
            <span className="soft">{now}</span>
          </>
        )}
      </p>
    </figure>
  );
}

interface Bar {
  readonly x: number;
  readonly width: number;
}

/** Converts checks to bars: each reaches to the next one, unless there was a pause. */
function toBars(at: readonly number[], { startMs, endMs }: { startMs: number; endMs: number }): Bar[] {
  const distances = at.slice(1).map((each, index) => each - (at[index] ?? each));
  const usual = distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? MINUTE_MS;
  return at.map((each, index) => {
    const next = at[index + 1] ?? endMs;
    const lengthMs = next - each > MAX_DISTANCES * usual ? usual : next - each;
    const scale = WIDTH / (endMs - startMs);
    return { x: (each - startMs) * scale, width: lengthMs * scale };
  });
}

const toPath = (bars: readonly Bar[]): string =>
  bars
    .map(({ x, width }) => `M${x.toFixed(2)} 0h${width.toFixed(2)}v${HEIGHT}h-${width.toFixed(2)}z`)
    .join('');

/** Returns the index of the instant nearest to another; the instants ascend. */
function findNearest(instants: readonly number[], wanted: number): number {
  const next = instants.findIndex(each => each >= wanted);
  if (next === -1) return instants.length - 1;
  const [before = Number.NEGATIVE_INFINITY, after = 0] = [instants[next - 1], instants[next]];
  return wanted - before < after - wanted ? next - 1 : next;
}

/** Describes a check: `14:05:12: up, status 200 in 95 ms`. */
function describeCheck(
  { checked_at, is_up, status_code: status, response_ms: ms }: UptimeCheck,
  timeZone: string,
): string {
  const time = formatTime(checked_at, timeZone);
  if (status === null || ms === null) return labels.checkUnanswered(time);
  return is_up ? labels.checkUp(time, status, ms) : labels.checkFailed(time, status, ms);
}
