/** A chart of response times by hour or by day. */
import { useState } from 'react';
import { formatNumber } from '../labels/language.ts';
import * as labels from '../labels/uptime-charts.tsx';
import { Scrubber } from './scrubber.tsx';

const WIDTH = 900;
const HEIGHT = 80;

/** The average of an hour or a day. */
export interface ResponseTime {
  /** Such as `14:00–15:00`. */
  readonly name: string;
  /** Null where nothing was answered. */
  readonly ms: number | null;
}

export function ResponseTimeChart({
  name,
  times,
  nouns,
}: {
  /** Of the whole chart, for screen readers. */
  readonly name: string;
  /** Oldest first, every slot of the chart. */
  readonly times: readonly ResponseTime[];
  readonly nouns: { readonly latest: string; readonly slowest: string };
}) {
  const [chosen, choose] = useState<number | null>(null);
  const index = chosen === null ? null : Math.min(chosen, times.length - 1);
  const known = times.flatMap(({ ms }) => (ms === null ? [] : [ms]));
  const last = known.at(-1);
  if (last === undefined) return <p className="soft">{labels.responseTimeEmpty}</p>;
  const mean = Math.round(known.reduce((sum, ms) => sum + ms, 0) / known.length);
  const most = Math.max(...known);
  const pointed = index === null ? undefined : times[index];
  return (
    <div className="response">
      <p className="soft">
        {pointed
          ? labels.responseTimeOf(pointed.name, pointed.ms)
          : labels.responseTime(
              `${formatNumber(last)} ms`,
              known.length > 1 &&
                labels.responseTimeRange({
                  latest: nouns.latest,
                  mean: formatNumber(mean),
                  slowest: nouns.slowest,
                  most: formatNumber(most),
                }),
            )}
      </p>
      <Scrubber
        className="response-line"
        label={name}
        valueText={describe(pointed ?? times.at(-1))}
        index={index}
        count={times.length}
        findIndex={share => Math.min(times.length - 1, Math.floor(share * times.length))}
        onIndex={choose}
      >
        <span className="response-most soft" aria-hidden="true">
          {labels.milliseconds(formatNumber(most))}
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="response-axis" d={`M0 ${HEIGHT - 1}H${WIDTH}M0 ${toY(most, most)}H${WIDTH}`} />
          {toSegments(times).map(run => (
            <polyline
              key={run[0]?.[0]}
              points={run.map(([at, ms]) => `${toX(at, times.length)},${toY(ms, most)}`).join(' ')}
            />
          ))}
          {index !== null && <path className="check-cursor" d={`M${toX(index, times.length)} 0V${HEIGHT}`} />}
        </svg>
      </Scrubber>
    </div>
  );
}

const describe = (time: ResponseTime | undefined): string =>
  time ? labels.responseTimeOf(time.name, time.ms) : '';

type Point = readonly [index: number, ms: number];

/** Splits the times into segments without gaps. */
function toSegments(times: readonly ResponseTime[]): Point[][] {
  const runs: Point[][] = [];
  for (const [index, { ms }] of times.entries()) {
    if (ms === null) continue;
    const run = runs.at(-1);
    if (run && run.at(-1)?.[0] === index - 1) run.push([index, ms]);
    else runs.push([[index, ms]]);
  }
  // A single value becomes a short dash.
  return runs.map(run => {
    const [only] = run;
    return run.length === 1 && only
      ? [
          [only[0] - 0.3, only[1]],
          [only[0] + 0.3, only[1]],
        ]
      : run;
  });
}

const toX = (index: number, count: number): string => (((index + 0.5) / count) * WIDTH).toFixed(1);
const toY = (ms: number, most: number): string =>
  (HEIGHT - 3 - (ms / Math.max(1, most)) * (HEIGHT - 8)).toFixed(1);
