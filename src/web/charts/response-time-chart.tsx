/** The chart of response times by day. */
import * as labels from '../labels/charts.tsx';
import type { UptimeDay } from './uptime-bar.tsx';

const WIDTH = 900;
const HEIGHT = 60;

export function ResponseTimeChart({ days }: { readonly days: readonly UptimeDay[] }) {
  const times = days.map(({ average_response_ms }) => average_response_ms);
  const known = times.filter(time => time !== null);
  const last = times.findLast(time => time !== null);
  if (known.length === 0 || last === undefined || last === null) {
    return <p className="soft">{labels.responseTimeEmpty}</p>;
  }
  const mean = Math.round(known.reduce((sum, time) => sum + time, 0) / known.length);
  const most = Math.max(...known);
  return (
    <div className="response">
      <p className="soft">
        {labels.responseTime(last, known.length > 1 && labels.responseTimeRange(mean, most))}
      </p>
      {known.length > 1 && (
        <svg
          className="response-line"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {toSegments(times).map(run => (
            <polyline
              key={run[0]?.[0]}
              points={run.map(point => toPoint(point, days.length, most)).join(' ')}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

type Point = readonly [index: number, time: number];

/** Splits the times into segments without gaps. */
function toSegments(times: readonly (number | null)[]): Point[][] {
  const runs: Point[][] = [];
  for (const [index, time] of times.entries()) {
    if (time === null) continue;
    const run = runs.at(-1);
    if (run && run.at(-1)?.[0] === index - 1) run.push([index, time]);
    else runs.push([[index, time]]);
  }
  // A single day becomes a short dash.
  return runs.map(run => {
    const [only] = run;
    return run.length === 1 && only ? [only, [only[0] + 0.5, only[1]]] : run;
  });
}

const toPoint = ([index, time]: Point, count: number, most: number): string =>
  `${(((index + 0.5) / count) * WIDTH).toFixed(1)},${(HEIGHT - 3 - (time / Math.max(1, most)) * (HEIGHT - 8)).toFixed(1)}`;
